#!/bin/sh
. ./harness.sh
fake_proc
read_now
RM_TICK=1
DEVICE=42
spool_open
report_init
batch_init
link_init
commands_init
exec 3>"$WORLD/events" 4>"$WORLD/said"
said() {
	R=$(tail -n "+$((${SAID:-0} + 1))" "$WORLD/said")
	SAID=$(wc -l <"$WORLD/said")
}
report_start() { :; }
report_schedule() { :; }
CLIENT=
connect() {
	LINK_STATE=connecting LINK_SINCE=$NOW LAST_SENT=$NOW KILLED_AT='' FLIGHT='' IN_FLIGHT=0 SETS_SAID=' '
	CLIENT_SILENCE=$SILENCE
	exec 4>>"$WORLD/said"
}
metered='keepalive=900 spread=1 batch=1800 dynamic=300 static=86400 io=0 gps=0 wireless=300'
SILENCE=1800
set_number cpu_load,port_state.eth0,wan_ip
set_number operator,signal

connect
spool_add 900 1 '[12.5,"up 1000 full","192.0.2.9"]'
link_line "welcome $metered"
said
check 'what waits at the welcome leaves at once' "set 1 cpu_load,port_state.eth0,wan_ip
batch $BOOT 1 1 [[1,100,12.5,\"up 1000 full\",\"192.0.2.9\"]]" "$R"
link_line "ack $BOOT 1"

for n in 1 2 3 4 5 6; do
	clock $((1000 + n * 300))
	spool_add "$NOW" 1 "[$n.5,\"up 1000 full\",\"192.0.2.9\"]"
	spool_add "$((NOW - 1))" 2 '["Tele2 \"LT\", A",-7'"$n"']'
	[ "$n" -eq 6 ] || link_pump
	said
	check "nothing leaves before its time: $NOW" '' "$R"
done
COLLECTING=mobile
link_pump
said
check 'what is being measured is waited for' '' "$R"
COLLECTING=
link_pump
said
check 'then all leaves in one line: whole at first, later what differs' "set 2 operator,signal
batch $BOOT 2 13 [[1,1500,1.5,\"up 1000 full\",\"192.0.2.9\"],[2,1501,\"Tele2 \\\"LT\\\", A\",-71],[1,1200,0,2.5],[2,1201,1,-72],[1,900,0,3.5],[2,901,1,-73],[1,600,0,4.5],[2,601,1,-74],[1,300,0,5.5],[2,301,1,-75],[1,0,0,6.5],[2,1,1,-76]]" "$R"
check 'as one of the four lines that may be under way' '1 13' "$IN_FLIGHT $SENT"
link_line 'cmd c-1 frobnicate 60'
said
check 'a command is answered meanwhile' 'result c-1 failed 127 1/1 unsupported' "$R"

spool_add "$NOW" 1 '[7,"down","192.0.2.9"]'
LAST_ERROR=lost
link_down
connect
link_line "welcome $metered"
said
last=$(printf '%s\n' "$R" | tail -n 1)
case $last in "batch $BOOT 2 14 [[1,1500,1.5,\"up 1000 full\",\"192.0.2.9\"],"*',[1,0,0,7,1,"down"]]') got=yes ;; *) got=$last ;; esac
check 'a new link sends again what was not acknowledged, whole at first' yes "$got"
link_line "ack $BOOT 14"
check 'an acknowledgement covers the line' '14 0' "$ACKED $SPOOL_BYTES"

clock 3000
spool_add 2999 2 '[null,-71]'
REFRESH=c-2
COLLECTING=mobile COLLECT_N=1
: >"$RM_RUN/collect.1"
report_collected 1
link_pump
said
check 'what was asked for leaves at once' "result c-2 done 0 1/1 refreshed
batch $BOOT 15 15 [[2,1,null,-71]]" "$R"
link_line "ack $BOOT 15"
spool_add 3000 2 '[null,-72]'
link_pump
said
check 'and the rest waits again' '' "$R"
RM_REBOOT=true
link_line 'cmd c-3 reboot 60'
said
check 'a reboot takes nothing along that waits' "batch $BOOT 16 16 [[2,0,null,-72]]" "$R"
link_line "ack $BOOT 16"
clock 3890
link_tick
said
check 'nothing is said before the keep-alive is over' '' "$R"
clock 3899
link_tick
said
check 'a sign of life when nothing was said for so long' pong "$R"
check 'the client itself stays silent for as long as a batch is collected' 1800 "$CLIENT_SILENCE"

# More than fits into one line, with lists of two lengths.
n=0
while [ "$n" -lt 450 ]; do
	n=$((n + 1))
	spool_add 3899 1 "[$n,\"up\",\"$n\"]"
done
batch_flush
link_pump
said
check 'no more than four lines are under way' 4 "$(printf '%s\n' "$R" | grep -c '^batch')"
check 'of at most 100 reports' '17 116 117 216 217 316 317 416' "$(printf '%s\n' "$R" | cut -d ' ' -f 3,4 | tr '\n' ' ' | sed 's/ $//')"
link_line "ack $BOOT 316"
said
check 'an acknowledgement lets the rest through' '417 466' "$(printf '%s\n' "$R" | cut -d ' ' -f 3,4)"
link_line "ack $BOOT 466"
long=$(printf '%250s' '' | tr ' ' x)
n=0
while [ "$n" -lt 60 ]; do
	n=$((n + 1))
	spool_add 3899 2 "[\"$long$n\",$n]"
done
batch_flush
link_pump
said
check 'nor longer than a line may be' '' "$(printf '%s\n' "$R" | awk 'length($0) > 8192')"
check 'and none is left out' "$(seq 467 526)" "$(printf '%s\n' "$R" | sed 's/^batch [^ ]* \([0-9]*\) \([0-9]*\) .*/\1 \2/' | while read -r from to; do seq "$from" "$to"; done)"
link_line "ack $BOOT 526"

set_number ram_free,cpu_load,wan_ip,port_rx_bytes.eth0
while read -r values; do spool_add 3899 "$R" "$values"; done <<'END'
[18873864192,7,null,9007199254740]
[18873862144,12,"10.0.0.1",9007199260000]
[9873862144,-3,"10.0.0.2",9007199254740991]
[18446744073709551615,-1003,null,9007199254740990]
[18446744073709551616,-1002,"1000000",17]
END
batch_flush
link_pump
said
check 'a number that has grown says by how much where that is shorter' "[3,0,18873864192,7,null,9007199254740]
[3,0,-1,-2048,1,12,2,\"10.0.0.1\",-4,5260]
[3,0,0,9873862144,1,-3,2,\"10.0.0.2\",3,9007199254740991]
[3,0,0,18446744073709551615,1,-1003,2,null,3,9007199254740990]
[3,0,0,18446744073709551616,-2,1,2,\"1000000\",3,17]" "$(printf '%s\n' "$R" | sed -n 's/^batch [^[]*\[\(.*\)\]$/\1/p' | sed 's/\],\[/]\n[/g')"
link_line "ack $BOOT $SEQ"

RM_SPOOL_BYTES=400
spool_add 3899 1 '[1,"up","192.0.2.9"]'
batch_flush
link_pump
link_line "ack $BOOT $SEQ"
said
for n in 1 2 3 4 5 6; do spool_add 3899 1 "[$n,\"up 1000 full\",\"192.0.2.9\"]"; done
link_pump
said
case $R in "batch $BOOT $((SEQ - 5)) "*) got=yes ;; *) got=$R ;; esac
check 'a spool that is half full does not wait' yes "$got"
link_line "ack $BOOT $SEQ"
RM_SPOOL_BYTES=262144

spool_add 3899 1 '[1,"up","192.0.2.9"]'
link_line 'settings keepalive=300 spread=1 batch=0 dynamic=300 static=86400 io=0 gps=0 wireless=300'
said
check 'a connection that is metered no more sends at once' "report $BOOT $SEQ 0 1 [1,\"up\",\"192.0.2.9\"]" "$R"
link_line "ack $BOOT $SEQ"

link_line "settings $metered"
spool_add 3899 1 '[2,"up","192.0.2.9"]'
RM_COLLECT_WAIT=60
COLLECTING=mobile COLLECT_QUEUE=' static'
BATCH_DUE=$NOW
link_pump
clock 3958
link_pump
said
check 'what is being measured is waited for' '' "$R"
clock 3959
link_pump
said
check 'but no longer than a measurement may take' "batch $BOOT $SEQ $SEQ [[1,60,2,\"up\",\"192.0.2.9\"]]" "$R"
link_line "ack $BOOT $SEQ"
RM_SPOOL_BYTES=400
for n in 1 2 3 4 5 6; do spool_add 3959 1 "[$n,\"up 1000 full\",\"192.0.2.9\"]"; done
link_pump
said
case $R in "batch $BOOT $((SEQ - 5)) "*) got=yes ;; *) got=$R ;; esac
check 'and not at all by a spool that is half full' yes "$got"
link_line "ack $BOOT $SEQ"
RM_SPOOL_BYTES=262144
COLLECTING='' COLLECT_QUEUE=''

connect
link_line 'welcome keepalive=300 spread=1 dynamic=300 static=86400 io=0 gps=0 wireless=300'
said
spool_add 3959 1 '[3,"up","192.0.2.9"]'
link_pump
said
check 'a welcome that says nothing of batches asks for none' "report $BOOT $SEQ 0 1 [3,\"up\",\"192.0.2.9\"]" "$(printf '%s\n' "$R" | grep -v ^set)"
link_line "ack $BOOT $SEQ"
connect
LINK_STATE=online
link_line "settings $metered"
check 'the interval of the client is kept over a boot' 1800 "$(cat "$RM_ETC/keepalive")"
check 'a client with too short an interval is restarted' 'restarting the client with a longer keep-alive interval' "$LAST_ERROR"
rm "$RM_RUN/settings"
report_init
check 'it is the interval of the client, not the keepalive of the device' '1800 300' "$SILENCE $KEEPALIVE"
wait
finish
