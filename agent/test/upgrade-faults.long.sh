#!/bin/sh
# Updates that fail in slow ways; run by e2e/long/agent-update.test.ts.
. ./harness.sh
. ./upgrade-world.sh

cp "$WORLD/new" "$WORLD/offer"
: >"$WORLD/stalls"
begin
until_line "result u_$N already 0 1/1 1"
check 'a stalled transfer is started again' '0 0 ' "$(tr '\n' ' ' <"$WORLD/gets")"
end

: >"$WORLD/spent"
stays 'a ticket that is not good' 'The ticket is not valid: it has expired'
rm "$WORLD/spent"
stays 'another sum' 'the downloaded file is not the announced agent' "$(printf '%064d' 0)"
RM_TRIAL_WAIT=3
: >"$WORLD/silent"
stays 'a new agent without a welcome' 'the new agent was not welcomed within 3 s'
rm "$WORLD/silent"
RM_TRIAL_WAIT=60
broken 'if then'
stays 'a script that is none' 'the shell of this device cannot read the new agent: '
broken 'while :; do echo noise; done'
RM_TRIAL_WAIT=3
stays 'one that loops for ever' 'the new agent was not welcomed within 3 s'
RM_TRIAL_WAIT=60
{
	sed -n 1p "$WORLD/new"
	echo 'while :; do :; done'
} >"$WORLD/offer"
stays 'one that does not even say its version' 'the new agent does not report its version on this device'
# Ends after it has been online for a second.
# shellcheck disable=SC2016
sed 's/^run_tick() {/&\n\t[ "$LINK_STATE" != online ] || [ $((NOW - ONLINE_SINCE)) -lt 1 ] || exit 7/' "$WORLD/new" >"$WORLD/offer"
stays 'one that ends after its welcome' 'the new agent ended by itself'

cp "$WORLD/new" "$WORLD/offer"
RM_TRIAL_STABLE=60
begin
until_line "result u_$N already 0 1/1 begun, not finished"
trial=$(cat "$RM_RUN/trial.pid")
kill -9 "$SERVICE_PID"
wait "$SERVICE_PID" 2>/dev/null
until_line "result u_$N already 1"
check 'killed while it watches: the new one turns into the old one, which says so' \
	"result u_$N already 1 1/1 the device or its agent was restarted before the new agent had proven itself $trial" "$R $(cat "$RM_RUN/pid")"
SERVICE_PID=$trial
kill "$SERVICE_PID"
while kill -0 "$SERVICE_PID" 2>/dev/null; do sleep 1; done
begin
until_line "result u_$N already 0 1/1 begun, not finished"
trial=$(cat "$RM_RUN/trial.pid")
# Like a power cut: kills all processes and clears the memory.
exec_tree "$SERVICE_PID"
# shellcheck disable=SC2154
for pid in $exec_pids; do kill -9 "$pid" 2>/dev/null; done
wait "$SERVICE_PID" 2>/dev/null
rm -rf "$RM_RUN"
rm -f "$WORLD/lines"
"$RM_BIN" run </dev/null >/dev/null 2>&1 &
SERVICE_PID=$!
until_line "result u_$N already 1"
check 'power lost while it is tried: the old one starts and says so' \
	"result u_$N already 1 1/1 the device or its agent was restarted before the new agent had proven itself 1.1.0" "$R $("$RM_BIN" version)"
end
cp "$WORLD/new" "$RM_BIN"
echo "u_9 1.2.0" >"$RM_ETC/upgrade"
echo "u_9 0 1/1 begun, not finished" >>"$RM_ETC/notes"
echo 'cmd u_9 upgrade-agent 60 00112233445566778899aabbccddeeff x 1 1.2.0' >"$WORLD/cmd"
"$RM_BIN" run </dev/null >/dev/null 2>&1 &
SERVICE_PID=$!
until_line "result u_9 already"
check 'power lost when it had taken the place: the new one starts and says so' 'result u_9 already 0 1/1 1.2.0' "$R"
end
finish
