# shellcheck shell=sh
# `tunnel`: a second SSH client that forwards one target, authorised by the ticket in its bind address. The result is
# sent when the outcome is known: failed as soon as the client ends early, done when it has been open for a while.

TUNNEL_MAX=8
# Seconds.
TUNNEL_STABLE=3

tunnel_init() {
	TUNNEL_N=0
	TUNNELS=
	for tunnel_file in "$RM_RUN"/tunnel.*.pid; do
		[ -f "$tunnel_file" ] || continue
		read -r tunnel_pid <"$tunnel_file"
		# Left by a killed service; the number may belong to another process by now.
		is_natural "$tunnel_pid" && [ -r "/proc/$tunnel_pid/cmdline" ] &&
			tr '\000' ' ' <"/proc/$tunnel_pid/cmdline" | grep -q -- ' -R [0-9a-f]*:1:' && kill "$tunnel_pid" 2>/dev/null
	done
	rm -f "$RM_RUN"/tunnel.*
}

# is_host <text>: a name, an IPv4 or an IPv6 address; nothing that a client could take for an option.
is_host() {
	case $1 in
		'' | -* | .* | *[!A-Za-z0-9._:-]*) return 1 ;;
		*:*) case $1 in *[!0-9A-Fa-f:.]* | *:::*) return 1 ;; *:*:*) ;; *) return 1 ;; esac ;;
	esac
	[ ${#1} -le 253 ]
}

is_port() {
	is_natural "$1" && [ ${#1} -le 5 ] && [ "$1" -ge 1 ] && [ "$1" -le 65535 ]
}

is_ticket() {
	case $1 in
		'' | *[!0-9a-f]*) return 1 ;;
	esac
	[ ${#1} -eq 32 ]
}

# tunnel_start <id> '<ticket> <host> <port>'
tunnel_start() {
	tunnel_ticket=${2%% *}
	tunnel_rest=${2#* }
	tunnel_host=${tunnel_rest%% *}
	tunnel_port=${tunnel_rest#* }
	if ! is_ticket "$tunnel_ticket" || ! is_host "$tunnel_host" || ! is_port "$tunnel_port"; then
		command_done "$1" failed 2 'expected a ticket, a host and a port'
		return
	fi
	tunnel_count=0
	for tunnel_one in $TUNNELS; do tunnel_count=$((tunnel_count + 1)); done
	if [ "$tunnel_count" -ge "$TUNNEL_MAX" ]; then
		command_done "$1" failed 75 "$TUNNEL_MAX tunnels are open already"
		return
	fi
	case $SSH_KIND/$tunnel_host in
		dropbear/*:*)
			command_done "$1" failed 1 'the SSH client of this device cannot reach IPv6 targets'
			return
			;;
		*:*) tunnel_host="[$tunnel_host]" ;;
	esac
	command_note "$1" 0 'begun, not finished'
	TUNNEL_N=$((TUNNEL_N + 1))
	(
		exec 4>&- 5<&-
		trap 'kill "$tunnel_client" 2>/dev/null' TERM
		ssh_tunnel "$tunnel_ticket:1:$tunnel_host:$tunnel_port" </dev/null >/dev/null 2>"$RM_RUN/tunnel.$TUNNEL_N.err" 3>&- &
		tunnel_client=$!
		echo "$tunnel_client" >"$RM_RUN/tunnel.$TUNNEL_N.pid"
		wait "$tunnel_client"
		# A signal to this process ends the wait too.
		wait "$tunnel_client" 2>/dev/null
		echo "untunnel $TUNNEL_N" >&3
	) &
	TUNNELS="$TUNNELS $!:$TUNNEL_N:$NOW:$1"
}

# Reports tunnels that have been open long enough.
tunnel_tick() {
	tunnel_left=
	for tunnel_one in $TUNNELS; do
		tunnel_id=${tunnel_one##*:}
		tunnel_rest=${tunnel_one%:*}
		if [ -n "$tunnel_id" ] && [ $((NOW - ${tunnel_rest##*:})) -ge "$TUNNEL_STABLE" ]; then
			command_done "$tunnel_id" 'done' 0 open
			tunnel_one=$tunnel_rest:
		fi
		tunnel_left="$tunnel_left $tunnel_one"
	done
	TUNNELS=$tunnel_left
}

# tunnel_ended <number>
tunnel_ended() {
	tunnel_left=
	for tunnel_one in $TUNNELS; do
		tunnel_rest=${tunnel_one#*:}
		if [ "${tunnel_rest%%:*}" != "$1" ]; then
			tunnel_left="$tunnel_left $tunnel_one"
		elif [ -n "${tunnel_one##*:}" ]; then
			ssh_complaint "$RM_RUN/tunnel.$1.err"
			result_text "${R:-the connection was closed}"
			command_done "${tunnel_one##*:}" failed 1 "$R"
		fi
	done
	TUNNELS=$tunnel_left
	rm -f "$RM_RUN/tunnel.$1".*
}

tunnel_stop() {
	for tunnel_one in $TUNNELS; do kill "${tunnel_one%%:*}" 2>/dev/null; done
	TUNNELS=
}
