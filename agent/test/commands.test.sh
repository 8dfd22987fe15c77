#!/bin/sh
# Commands with effects, in a folder, with clients and a reboot that only record their calls.
. ./harness.sh
fake_proc
read_now
BACKEND=linux
DEVICE=42 HOST=192.0.2.1 PORT=15009
SSH_KIND=openssh SSH_BIN=$WORLD/ssh
spool_open
report_init
link_init
commands_init
exec_init
tunnel_init
send_init
# No terminal, no server: output goes to a file, events come through a pipe.
mkfifo "$WORLD/events"
exec 3<>"$WORLD/events"
exec 4>"$WORLD/said"
LINK_STATE=online LAST_SENT=$NOW KILLED_AT=''
said() {
	R=$(tail -n "+$((${SAID:-0} + 1))" "$WORLD/said")
	SAID=$(wc -l <"$WORLD/said")
}
# happen <pattern>: handles events until one matches.
happen() {
	while IFS= read -r event <&3; do
		case $event in
			'finished '*) exec_finished "${event#finished }" ;;
			'untunnel '*) tunnel_ended "${event#untunnel }" ;;
			'unbooted '*) command_unbooted "${event#unbooted }" ;;
		esac
		# A pattern is intended.
		# shellcheck disable=SC2254
		case $event in $1) break ;; esac
	done
}
# run <command> [seconds]: R, the lines for the server. The seconds pass once the command has created $WORLD/started.
run() {
	RUN_N=$((${RUN_N:-0} + 1))
	link_line "cmd q_$RUN_N exec ${2:-20} $1"
	[ -z "${2:-}" ] || {
		while [ ! -f "$WORLD/started" ]; do sleep 0.1 2>/dev/null || sleep 1; done
		rm "$WORLD/started"
		clock $((NOW + $2))
		exec_tick
	}
	happen "finished * q_$RUN_N"
	said
}
alive() { kill -0 "$1" 2>/dev/null; }

run 'echo one; echo two >&2'
check 'both outputs come together, line ends as marks' 'result q_1 done 0 1/1 one\ntwo\n' "$R"
run "printf 'a\\0134tb\\0134\\0134\\0134r \\0134033[1m \\0134007x'; exit 3"
check 'control characters and the exit' 'result q_2 done 3 1/1 a\tb\\\r \e[1m x' "$R"
link_line 'cmd q_2 exec 20 echo again'
said
check 'a repetition is answered with the kept result and never run' 'result q_2 already 3 1/1 a\tb\\\r \e[1m x' "$R"
link_line 'cmd q_none exec 20'
said
check 'no command is no command' 'result q_none failed 2 1/1 no command given' "$R"
# Expanded by the shell of the command.
# shellcheck disable=SC2016
run 'printf "%s|" "$((1 + 1))" $(echo a b) `echo tick` "'"it's"'" "*" "\0134\0134"; # end'
check 'the command is run as it was written' "result q_3 done 0 1/1 2|a|b|tick|it's|*|\\\\|" "$R"
run '{ echo x >&3; echo x >&4; } 2>/dev/null; true'
check 'and sees nothing of the agent' 'result q_4 done 0 1/1 ' "$R"

# shellcheck disable=SC2016
run 'i=0; while [ $i -lt 3000 ]; do echo "0123456789 äöü $i"; i=$((i + 1)); done'
got=$(printf '%s\n' "$R" | awk '{ if (length($0) > most) most = length($0); n++ } END { print (most <= 6100 && n >= 10 && n <= 13) ? "yes" : "no " most " " n }')
check 'long output comes in parts' yes "$got"
got=$(printf '%s\n' "$R" | sed -n 1p)
case $got in "result q_5 done 0 1/$(printf '%s\n' "$R" | wc -l) 0123456789 äöü 0\\n"*) got=yes ;; esac
check 'each part says which it is' yes "$got"
got=$(printf '%s\n' "$R" | sed 's/^result [^ ]* [^ ]* [^ ]* [^ ]* //' | tr -d '\n' | sed 's/\\n/\n/g' | grep -cx '0123456789 äöü [0-9]*')
check_between 'nothing is lost between them but what is beyond 64 KB' 2800 2999 "$got"
run 'yes äöü | head -c 1000000; exit 7'
case $R in *…) got=yes ;; *) got=no ;; esac
check 'output beyond 64 KB is cut, and says so' yes "$got"
case $R in 'result q_6 done 7 1/'*) got=yes ;; *) got=$(printf '%s' "$R" | cut -c1-40) ;; esac
check 'and the exit is still its own' yes "$got"
check 'what it kept in memory is small' yes "$([ "$(wc -c <"$RM_RUN/result.q_6")" -lt 100000 ] && echo yes)"

mv "$RM_RUN/notes" "$WORLD/notes"
mkdir "$RM_RUN/notes"
link_line "cmd full_1 exec 20 echo ran >>$WORLD/ran"
link_line "cmd full_1 exec 20 echo ran >>$WORLD/ran"
said
check 'without room for its id a command runs' 'result full_1 already 0 1/1 begun, not finished' "$R"
happen 'finished * full_1'
rm "$RM_RUN/result.full_1"
said
link_line "cmd full_1 exec 20 echo ran >>$WORLD/ran"
said
check 'once' 'already ran' "$(printf '%s' "$R" | cut -d' ' -f3) $(cat "$WORLD/ran")"
rmdir "$RM_RUN/notes"
mv "$WORLD/notes" "$RM_RUN/notes"

run 'sleep 60 & echo left; exit 4'
check 'what it leaves running does not hold the answer' 'result q_7 done 4 1/1 left\n' "$R"
run 'echo $$ >'"$WORLD"'/leader; sleep 99 & echo $! >'"$WORLD"'/child; echo started; : >'"$WORLD"'/started; wait' 1
check 'beyond its seconds it is ended' 'result q_8 failed 124 1/1 started\n' "$R"
alive "$(cat "$WORLD/leader")" && got=alive || got=ended
alive "$(cat "$WORLD/child")" && got="$got alive" || got="$got ended"
check 'with everything it started' 'ended ended' "$got"
run 'trap "" TERM; echo $$ >'"$WORLD"'/leader; : >'"$WORLD"'/started; while :; do sleep 1; done' 1
check 'also what ignores being asked' 'result q_9 failed 124 1/1 ' "$(printf '%s' "$R" | sed 's/Terminated.*//')"
alive "$(cat "$WORLD/leader")" && got=alive || got=ended
check 'is ended' ended "$got"

have() { [ "$1" != setsid ] && command -v "$1" >/dev/null 2>&1; }
run 'sleep 99 & echo $! >'"$WORLD"'/child; : >'"$WORLD"'/started; wait' 1
alive "$(cat "$WORLD/child")" && got=alive || got=ended
check 'where there is no setsid as well' 'result q_10 failed 124 1/1  ended' "$R $got"

# Eight shells, each within the one before.
nested="sleep 99"
for n in 1 2 3 4 5 6 7 8; do
	nested="sh -c '$(printf '%s' "$nested" | sed "s/'/'\\\\''/g")'; :"
done
sh -c "$nested" &
tree=$!
# The agent assigns it.
# shellcheck disable=SC2154
nine() { exec_tree "$tree" && [ "$(printf '%s\n' "$exec_pids" | wc -l)" -ge 9 ]; }
tries=0
until nine || [ $((tries += 1)) -gt 300 ]; do sleep 0.1 2>/dev/null || sleep 1; done
before=
for pid in $exec_pids; do
	read -r _ _ _ parent _ <"/proc/$pid/stat"
	[ "$pid" = "$tree" ] || case " $before " in *" $parent "*) ;; *) before="$before misplaced" ;; esac
	before="$before $pid"
done
check 'a process is ended after its parent, which would go on' '' "$(printf '%s' "$before" | tr -cd '[:lower:]')"
for pid in $exec_pids; do kill -9 "$pid"; done

for n in 1 2 3 4 5; do link_line "cmd many_$n exec 20 sleep 2"; done
said
check 'one too many at once is refused' 'result many_5 failed 75 1/1 4 commands are already running' "$R"
link_line 'cmd many_1 exec 20 sleep 1'
said
check 'one that runs is not started again' 'result many_1 already 0 1/1 begun, not finished' "$R"
for n in 1 2 3 4; do happen "finished *"; done
said
check 'the others finish' 4 "$(printf '%s\n' "$R" | grep -c 'done 0 1/1 $')"
for n in 1 2 3 4 5 6; do run true; done
link_line 'cmd q_1 exec 20 echo again'
said
check 'an old result is still known to have been' 'result q_1 already 0 1/1 the output is no longer kept' "$R"
check 'nothing is left of the folders' '' "$(ls -d "$RM_RUN"/exec.* 2>/dev/null)"
link_line 'cmd ../../x exec 20 echo again'
said
check 'an id that is a path is left out' '' "$R"

for bad in '' x 'zz backup' "$(printf '%032d' 0) passwords" "$(printf '%032d' 0) backup;reboot"; do
	link_line "cmd s_1 send 60 $bad"
	said
	check "not sent: $bad" 'result s_1 failed 2 1/1 expected a ticket and what to send' "$R"
	rm -f "$RM_RUN/notes"
done

printf '#!/bin/sh\necho "$*" >>%s/rebooted\n' "$WORLD" >"$WORLD/reboot"
chmod +x "$WORLD/reboot"
RM_REBOOT=$WORLD/reboot
link_line 'cmd b-1 reboot 60'
wait
said
check 'a reboot says nothing' '' "$R"
check 'and is done once' 1 "$(wc -l <"$WORLD/rebooted")"
link_line 'cmd b-1 reboot 60'
said
check 'again under the same id: running' 'result b-1 already 0 1/1 begun, not finished' "$R"
rm -f "$RM_RUN/notes"
echo 22222222-2222-3333-4444-555555555555 >"$RM_PROC/sys/kernel/random/boot_id"
link_line 'cmd b-1 reboot 60'
wait
said
check 'after the boot, which empties the memory, it is known to have been' 'result b-1 already 0 1/1 rebooted' "$R"
check 'and not done again' 1 "$(wc -l <"$WORLD/rebooted")"
printf '#!/bin/sh\necho "not\\\\permitted" >&2; exit 1\n' >"$WORLD/reboot"
link_line 'cmd b-2 reboot 60'
happen 'unbooted *'
said
check 'one that cannot be done says why' 'result b-2 failed 1 1/1 the reboot failed: not\\permitted' "$R"

cat >"$WORLD/ssh" <<'END'
#!/bin/sh
echo "$*" >>"$WORLD/clients"
case $* in *:22\ *) echo 'remote port forwarding failed for listen port 1' >&2; exit 255 ;; esac
exec sleep 99
END
chmod +x "$WORLD/ssh"
export WORLD
ticket=00112233445566778899aabbccddeeff
for bad in "$ticket" "$ticket 192.168.1.10" "$ticket 192.168.1.10 0" "$ticket 192.168.1.10 65536" "$ticket -oProxyCommand=x 80" \
	"${ticket}0 host 80" "$ticket host;x 80" "$ticket host 80 80" "$ticket ho:st 80" "$ticket \$(x) 80" ''; do
	rm -f "$RM_RUN/notes"
	link_line "cmd t-bad tunnel 15 $bad"
	said
	check "no tunnel: '$bad'" 'result t-bad failed 2 1/1 expected a ticket, a host and a port' "$(printf '%s\n' "$R" | tail -n 1)"
done
link_line "cmd t-1 tunnel 15 $ticket gate.example 22"
happen 'untunnel *'
said
check 'a client that ends at once: its complaint' 'result t-1 failed 1 1/1 remote port forwarding failed for listen port 1' "$R"
link_line "cmd t-2 tunnel 15 $ticket 192.168.1.10 80"
link_line "cmd t-3 tunnel 15 $ticket fe80::1 443"
tunnel_tick
said
check 'nothing is reported before it has been open long enough' '' "$R"
clock $((NOW + 4))
tunnel_tick
said
check 'then it is done' 'result t-2 done 0 1/1 open
result t-3 done 0 1/1 open' "$R"
tail -n 2 "$WORLD/clients" | sort >"$WORLD/two"
check 'the client forwards the target under the ticket' 2 \
	"$(grep -c -e "-R $ticket:1:192.168.1.10:80 -l 42 192.0.2.1\$" -e "-R $ticket:1:\[fe80::1\]:443 -l 42 192.0.2.1\$" "$WORLD/two")"
check 'without a command, and not without its forward' 2 "$(grep -c -- '-N -o ExitOnForwardFailure=yes' "$WORLD/two")"
for n in 4 5 6 7 8 9; do link_line "cmd t-$n tunnel 15 $ticket 192.168.1.10 8$n"; done
said
link_line "cmd t-10 tunnel 15 $ticket 192.168.1.10 80"
said
check 'eight and no more' 'result t-10 failed 75 1/1 8 tunnels are open already' "$R"
pids=$(cat "$RM_RUN"/tunnel.*.pid)
tunnel_stop
wait
got=
for pid in $pids; do alive "$pid" && got=$pid; done
check 'all end with the service' '' "$got"
sh -c "exec sleep 98" ' -R ' &
left=$!
echo "$left" >"$RM_RUN/tunnel.1.pid"
tunnel_init
alive "$left" && got=alive
check 'a process that is no tunnel of ours is left alone at the start' alive "$got"
kill "$left"
SSH_KIND=dropbear
link_line "cmd t-11 tunnel 15 $ticket fe80::1 443"
said
check 'dropbear cannot forward to IPv6' 'result t-11 failed 1 1/1 the SSH client of this device cannot reach IPv6 targets' "$R"
finish
