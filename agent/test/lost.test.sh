#!/bin/sh
# A process in the background that ended without a word is noticed, but never before what it said last: on a slow device
# several ticks may be waiting when its answer comes.
# Variables of the agent.
# shellcheck disable=SC2034,SC2154
. ./harness.sh
fake_proc
read_now
spool_open
report_init
link_init
commands_init
fetch_init
store_init
firmware_init
config_init
exec 4>"$WORLD/said"
mkfifo "$WORLD/events"
exec 3<>"$WORLD/events"
LINK_STATE=online
true &
ended=$!
wait "$ended"
# event: the next one is handled as the loop would.
event() {
	IFS= read -r event <&3
	run_event "$event"
}
last() { tail -n 1 "$WORLD/said"; }

STORE=s_1 STORE_PID=$ended STORE_LOST=''
echo 'stored s_1 0 5 bytes' >&3
store_tick
store_tick
check 'an answer that is waiting is not overtaken' '' "$(last)"
event
check 'it counts' 'result s_1 done 0 1/1 5 bytes' "$(last)"
event
check 'nothing comes after it' 'result s_1 done 0 1/1 5 bytes' "$(last)"
STORE=s_2 STORE_PID=$ended STORE_LOST=''
store_tick
event
check 'a store that ended without a word' 'result s_2 failed 4 1/1 the process was ended' "$(last)"

FETCH=f_1 FETCH_PID=$ended FETCH_LOST='' FETCH_UNTIL=$((NOW + 60))
echo 'fetched f_1 0 5 bytes' >&3
fetch_tick
fetch_tick
event
event
check 'nor is that of a fetch' 'result f_1 done 0 1/1 5 bytes' "$(last)"
fetch_launch() { LAUNCHED=$FETCH; }
FETCH=f_2 FETCH_PID=$ended FETCH_LOST='' FETCH_UNTIL=$((NOW + 60))
fetch_tick
event
check 'a fetch that ended without a word is started again' f_2 "${LAUNCHED:-}"
FETCH=

FIRMWARE=w_1 FIRMWARE_PID=$ended FIRMWARE_LOST='' FIRMWARE_CHECKED='' FIRMWARE_UNTIL=$((NOW + 60))
firmware_install() {
	read -r _ <"$WORLD/installing"
	R=
}
mkfifo "$WORLD/installing"
exec 6<>"$WORLD/installing"
RM_FLASH_DELAY=0
mkdir -p "$stage"
echo 'checked w_1 0 ' >&3
firmware_tick
firmware_tick
event
check 'after a check the firmware is being installed' 1 "$FIRMWARE_CHECKED"
event
check 'the end of the check is not that of the installation' 'w_1 ' "$FIRMWARE $(grep w_1 "$WORLD/said")"
kill "$FIRMWARE_PID"
wait "$FIRMWARE_PID" 2>/dev/null
firmware_tick
event
check 'an installation that ended without a word' 'result w_1 failed 1 1/1 the installation ended without a restart' "$(last)"
FIRMWARE=w_2 FIRMWARE_PID=$ended FIRMWARE_LOST='' FIRMWARE_CHECKED='' FIRMWARE_UNTIL=$NOW
firmware_tick
event
check 'a check that takes too long' 'result w_2 failed 7 1/1 the check did not end in time' "$(last)"

CONFIG=c_1 CONFIG_PID=$ended CONFIG_LOST='' CONFIG_UNTIL=$((NOW + 60))
config_watch
CONFIG_PID=$$
event
check 'the end of one process of a change is not that of the next' c_1 "$CONFIG"
CONFIG_PID=$ended CONFIG_LOST=''
config_watch
event
check 'a change that ended without a word' 'result c_1 failed 1 1/1 interrupted while it was applied' "$(last)"
finish
