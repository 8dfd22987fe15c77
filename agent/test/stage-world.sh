# shellcheck shell=sh
# Loaded by the tests of `fetch` and `firmware`: a service in a folder, with a client that plays the server, a clock and
# a boot of its own, and a sysupgrade that only records its calls.
mkdir -p "$WORLD/bin" "$RM_ROOT/usr/sbin" "$WORLD/proc/sys/kernel/random"
PATH=$WORLD/bin:$PATH
# $WORLD/cmd is sent on every link. $WORLD/offer is what can be fetched; each line of $WORLD/cuts ends a connection: after
# so many bytes, or with such an exit status. What is sent is in $WORLD/put.
cat >"$WORLD/bin/dbclient" <<'EOS'
#!/bin/sh
for last; do :; done
case $last in
	link)
		IFS= read -r hello
		echo "$hello" >>"$WORLD/hellos"
		echo 'welcome keepalive=60 spread=0 dynamic=0 static=0 io=0 gps=0 wireless=0'
		[ ! -f "$WORLD/cmd" ] || cat "$WORLD/cmd"
		while IFS= read -r line; do printf '%s\n' "$line" >>"$WORLD/lines"; done
		;;
	'get '*)
		offset=${last##* }
		echo "$offset" >>"$WORLD/gets"
		cut=$(sed -n 1p "$WORLD/cuts" 2>/dev/null)
		[ "$cut" = always ] || sed -i 1d "$WORLD/cuts" 2>/dev/null
		case $cut in
			exit*)
				echo "refused with ${cut#exit }" >&2
				exit "${cut#exit }"
				;;
			always) exit 255 ;;
			slow)
				tail -c "+$((offset + 1))" "$WORLD/offer" | head -c 50000
				exec sleep 60
				;;
			?*)
				tail -c "+$((offset + 1))" "$WORLD/offer" | head -c "$cut"
				exit 255
				;;
		esac
		tail -c "+$((offset + 1))" "$WORLD/offer"
		;;
	'put '*' end '*) wc -c <"$WORLD/put" | tr -d ' ' ;;
	'put '*)
		cat >"$WORLD/put"
		wc -c <"$WORLD/put" | tr -d ' '
		;;
esac
EOS
# $WORLD/refuses and $WORLD/fails are what it says before it ends with an error, $WORLD/returns lets it end.
cat >"$WORLD/bin/upgrade-tool" <<'EOS'
#!/bin/sh
called() { echo "$*" | sed "s|$WORLD/root/run/rm-agent/stage/||g" >>"$WORLD/installs"; }
case $1 in
	-T | check)
		called "$@"
		[ ! -f "$WORLD/hangs" ] || sleep 60
		[ ! -f "$WORLD/refuses" ] || {
			cat "$WORLD/refuses"
			exit 1
		}
		exit
		;;
esac
cp "$WORLD/root/etc/rm-agent/notes" "$WORLD/notes"
cp "$WORLD/root/run/rm-agent/stage/agent.tar.gz" "$WORLD" 2>/dev/null
called "$@"
[ ! -f "$WORLD/returns" ] || exit 0
[ ! -f "$WORLD/fails" ] || {
	cat "$WORLD/fails" >&2
	exit 3
}
exec sleep 60
EOS
printf '#!/bin/sh\n' >"$WORLD/bin/logger"
chmod +x "$WORLD/bin"/*
# Only what cannot be written is that of this machine.
ln -s /proc/sys/kernel/random/uuid "$WORLD/proc/sys/kernel/random/uuid"
echo gate-7 >"$WORLD/proc/sys/kernel/hostname"
# Its clock is that of the machine until `pass` puts it forward or `power` starts it again; from then on it moves while a
# test waits.
ln -s /proc/uptime "$WORLD/proc/uptime"
AHEAD=0
# pass <seconds>
pass() {
	AHEAD=$((AHEAD + $1))
	clock_tick
}
clock_tick() {
	[ "$AHEAD" -ne 0 ] || return 0
	read -r tick_now _ </proc/uptime
	tick_now=$((${tick_now%%.*} + AHEAD))
	[ "$tick_now" != "${TICKED:-}" ] || return 0
	TICKED=$tick_now
	echo "$TICKED.00 1.00" >"$WORLD/proc/uptime.new"
	mv "$WORLD/proc/uptime.new" "$WORLD/proc/uptime"
}
# boot <digit>
boot() { echo "$1$1$1$1$1$1$1$1-2222-3333-4444-555555555555" >"$WORLD/proc/sys/kernel/random/boot_id"; }
boot 1
export WORLD RM_ROOT RM_SERVICE=none RM_TICK=1 RM_EVERY_DYNAMIC=0 RM_FETCH_STALL=5 RM_RETRY_MAX=1 RM_PROC="$WORLD/proc"
export RM_SYSUPGRADE="$WORLD/bin/upgrade-tool" RM_FLASH_WAIT=2
mkdir -p "$RM_ETC/.ssh"
: >"$RM_ETC/key.dropbear"
echo '192.0.2.1 15009' >"$RM_ETC/server"
echo 42 >"$RM_ETC/device"
put "$RM_ETC/identity" "serial=1108123456${NL}mac=00:1E:42:AA:BB:CC"
# A #! line may have two words as well.
case $SHELL_UNDER_TEST in
	*' '*) agent_shell="$(command -v "${SHELL_UNDER_TEST%% *}") ${SHELL_UNDER_TEST#* }" ;;
	*) agent_shell=$(command -v "$SHELL_UNDER_TEST") ;;
esac
"$AGENT/build.sh" | sed "1s|.*|#!$agent_shell|" >"$RM_BIN"
chmod 755 "$RM_BIN"
stage=$RM_RUN/stage
ticket=00112233445566778899aabbccddeeff
head -c 200000 /dev/urandom >"$WORLD/offer"
SUM=$(sha256sum "$WORLD/offer" | cut -c1-64)
# until_true <command …>: 1 if it does not become true, on a slow machine as well. What takes seconds is asked less often:
# processes are most of what these tests cost.
until_true() {
	until_n=0
	until "$@"; do
		until_n=$((until_n + 1))
		[ "$until_n" -lt 240 ] || return 1
		clock_tick
		if [ "$until_n" -lt 6 ]; then pause=0.2; else pause=0.5; fi
		sleep "$pause" 2>/dev/null || sleep 1
	done
}
# until_line <pattern>: R is the last matching line of the agent.
until_line() {
	until_true grep -q -e "$1" "$WORLD/lines" 2>/dev/null
	R=$(grep -e "$1" "$WORLD/lines" | tail -n 1)
}
# serve <command line …>: starts the agent, which gets them with each link.
serve() {
	printf 'cmd %s\n' "$@" >"$WORLD/cmd"
	rm -f "$WORLD/lines" "$WORLD/gets"
	"$RM_BIN" run </dev/null >/dev/null 2>&1 &
	SERVICE_PID=$!
}
end() {
	kill "$SERVICE_PID" 2>/dev/null
	wait "$SERVICE_PID" 2>/dev/null
}
# crash: every process is gone at once.
crash() {
	# It would start another one meanwhile.
	kill -STOP "$SERVICE_PID" 2>/dev/null
	exec_tree "$SERVICE_PID"
	# shellcheck disable=SC2154
	for pid in $exec_pids; do kill -9 "$pid" 2>/dev/null; done
	wait "$SERVICE_PID" 2>/dev/null
}
# power <digit>: and so is everything in memory. The uptime starts again.
power() {
	crash
	rm -rf "$RM_RUN"
	boot "$1"
	read -r power_now _ </proc/uptime
	AHEAD=$((5 - ${power_now%%.*}))
	clock_tick
}
# words <file>
words() {
	tr '\n' ' ' <"$1" 2>/dev/null
}
trap 'crash; rm -rf "$WORLD"' EXIT
