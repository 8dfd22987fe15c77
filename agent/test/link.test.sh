#!/bin/sh
# Lines of a link, and its end. A race between processes is tried TIMES times.
. ./harness.sh
TIMES=${TIMES:-60}
fake_proc
read_now
RM_TICK=1
DEVICE=42
HOST=192.0.2.1
PORT=15009
spool_open
report_init
link_init

# The server's side of the link is a file; R has the lines since the last check.
exec 4>"$WORLD/said"
said() {
	R=$(tail -n "+$((${SAID:-0} + 1))" "$WORLD/said")
	SAID=$(wc -l <"$WORLD/said")
}
report_start() { :; }
CLIENT=
connect() {
	LINK_STATE=connecting LINK_SINCE=$NOW LAST_SENT=$NOW KILLED_AT='' FLIGHT='' IN_FLIGHT=0 SETS_SAID=' '
}

connect
set_number cpu_load,ram_free
spool_add 900 1 '[12.5,3]'
spool_add 990 1 '[12.5,null]'
link_line 'welcome keepalive=60 spread=3 dynamic=60 static=86400 io=0 gps=0 wireless=300 hotspot=0'
said
check 'after the welcome: the list once, then the reports with their age' "set 1 cpu_load,ram_free
report $BOOT 1 100 1 [12.5,3]
report $BOOT 2 10 1 [12.5,null]" "$R"
check 'the welcome sets the intervals' '60 3 60 86400 300' "$KEEPALIVE $SPREAD $EVERY_DYNAMIC $EVERY_STATIC $EVERY_WIRELESS"

for n in 3 4 5 6; do spool_add 1000 1 "[$n,0]"; done
link_pump
said
check 'no more than four unacknowledged' 2 "$(printf '%s\n' "$R" | grep -c ^report)"
link_line "ack ffffffffffff 6"
check 'an acknowledgement of another boot is not taken' 4 "$IN_FLIGHT"
link_line "ack $BOOT 2"
said
check 'an acknowledgement makes room' "report $BOOT 5 0 1 [5,0]
report $BOOT 6 0 1 [6,0]" "$R"
link_line "ack $BOOT 6"
check 'all acknowledged' '0 6' "$IN_FLIGHT $ACKED"

MISSING='sort, cmp'
link_pump
link_pump
said
check 'missing tools are named once' 'event {"type":"tools_missing","age_s":0,"text":"sort, cmp"}' "$R"

link_line ping
said
check 'a ping is answered' pong "$R"
clock 1058
link_tick
said
check 'nothing is said before its time' '' "$R"
clock 1060
link_tick
said
check 'a sign of life when nothing was said for a keepalive' pong "$R"

link_line 'cmd c-1 frobnicate 60'
said
check 'an unknown command is answered, never guessed' 'result c-1 failed 127 1/1 unsupported' "$R"
link_line 'cmd c-1 frobnicate 60'
said
check 'a repetition gets the kept result' 'result c-1 already 127 1/1 unsupported' "$R"
link_line 'cmd c-2 refresh 0'
said
check 'an expired command is not started' 'result c-2 failed 124 1/1 expired before it could start' "$R"
COLLECTING=dynamic
link_line 'cmd c-3 refresh 60'
COLLECTING=
: >"$RM_RUN/collect.1"
COLLECT_N=1 COLLECTING=dynamic
report_collected 1
said
check 'a refresh is done when everything was measured' 'result c-3 done 0 1/1 refreshed' "$R"

DROPPED=7
link_pump
said
check 'dropped reports are announced' 'event {"type":"spool_dropped","age_s":0,"text":"7 reports"}' "$R"

spool_add 1060 1 '[7,0]'
link_pump
clock 1180
link_tick
check 'no acknowledgement for two minutes: the link is given up' 'no acknowledgement within 120 s' "$LAST_ERROR"
LAST_ERROR=
said
FAILS=0
connect
link_line 'refused 202 30 Server\0040busy'
check 'a refusal is kept for the status' 'refused 202: Server busy' "$LAST_ERROR"
link_down
check_between 'and its time is kept' 30 33 "$((RETRY_AT - NOW))"
check 'the window starts again from the last acknowledgement' 6 "$SENT"

exec 3>"$WORLD/events"
# A client that closes its output and hangs.
(
	trap '' TERM
	exec >/dev/null
	: >"$WORLD/hangs"
	while :; do sleep 1; done
) &
CLIENT=$!
while [ ! -f "$WORLD/hangs" ]; do sleep 0.1 2>/dev/null || sleep 1; done
(
	sleep 60
	kill -9 "$CLIENT" 2>/dev/null
) &
KILLER=$!
began=$(date +%s)
link_down
check_between 'a client that does not end is ended' 4 40 "$(($(date +%s) - began))"
kill "$KILLER"

# A child that ends while a link starts must not end the agent with it.
(
	trap '' PIPE
	ssh_exec() { :; }
	starts=0
	while [ "$starts" -lt "$TIMES" ]; do
		starts=$((starts + 1))
		for child in 1 2 3 4; do (:) & done
		link_start
		exec 4>&-
		wait
	done
	echo "$starts" >"$WORLD/starts"
)
check 'a link starts while a child ends' "$TIMES" "$(cat "$WORLD/starts" 2>/dev/null)"
check 'its pipes leave nothing behind' '' "$(find "$RM_RUN" -name '[tr]x.*')"

# A C library that writes in pieces, and a tick after each.
long=$(head -c 4000 /dev/zero | tr '\000' x)
(
	printf() {
		case ${#2} in
			????*)
				pieces=$2
				while [ -n "$pieces" ]; do
					rest=${pieces#"$(echo "$pieces" | cut -c1-1000)"}
					command printf '%s' "${pieces%"$rest"}"
					echo tick >>"$WORLD/relayed"
					pieces=$rest
				done
				echo
				;;
			*) command printf "$@" ;;
		esac
	}
	LINK=7
	command printf '%s\n' ping "$long" pong | link_relay >>"$WORLD/relayed"
)
check 'a long line is relayed whole, whatever else happens' "7 ping
7 $long
7 pong" "$(grep -v '^tick$' "$WORLD/relayed")"

# Everything the server may send must be understood or ignored.
exec 4>"$WORLD/said"
SAID=0
commands_init
exec_init
tunnel_init
SSH_KIND=openssh SSH_BIN=false
find_backend
connect
while IFS= read -r line; do
	link_line "$line" 2>>"$WORLD/errors"
done <"$CONTRACT/down.txt"
check 'no line of the contract upsets the agent' '' "$(cat "$WORLD/errors" 2>/dev/null)"
wait
finish
