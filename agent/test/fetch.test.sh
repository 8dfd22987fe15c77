#!/bin/sh
. ./harness.sh
. ./stage-world.sh

printf '30000\n1\n50000\n' >"$WORLD/cuts"
serve "f_1 fetch 60 $ticket $SUM 200000"
until_line 'result f_1 done'
check 'it is fetched, going on where the connection broke, without losing a byte' \
	'result f_1 done 0 1/1 200000 bytes 0 30000 30001 80001 ' "$R $(words "$WORLD/gets")"
sum_of "$stage/file"
check 'it stays in memory' "$SUM" "$R"
end
serve "f_1 fetch 60 $ticket $SUM 200000" "f_2 fetch 60 $ticket $SUM 200000"
until_line 'result f_2 done'
check 'what is there is not fetched again' "result f_1 already 0 1/1 200000 bytes${NL}result f_2 done 0 1/1 200000 bytes no" \
	"$(grep result "$WORLD/lines") $(cat "$WORLD/gets" 2>/dev/null || echo no)"
end
other=ffffffffffffffffffffffffffffffff
serve "f_3 fetch 60 $other $SUM 200000"
until_line 'result f_3 done'
check 'with another ticket it is confirmed' 'result f_3 done 0 1/1 200000 bytes 200000 ' "$R $(words "$WORLD/gets")"
end
echo 'exit 2' >"$WORLD/cuts"
serve "f_4 fetch 60 $ticket $SUM 200000"
until_line 'result f_4 done'
check 'and fetched again if the server knows nothing of that' 'result f_4 done 0 1/1 200000 bytes 200000 0 ' "$R $(words "$WORLD/gets")"
end

rm -rf "$stage"
echo 200000 >"$WORLD/cuts"
serve "e_1 fetch 60 $ticket $SUM 200000"
until_line 'result e_1 done'
check 'a break at the very end is confirmed' 'result e_1 done 0 1/1 200000 bytes 0 200000 ' "$R $(words "$WORLD/gets")"
end

rm -rf "$stage"
printf 'slow\n' >"$WORLD/cuts"
serve "k_1 fetch 60 $ticket $SUM 200000"
have_part() {
	size_of "$stage/file"
	[ "$R" -ge 50000 ]
}
until_true have_part
kill -9 "$SERVICE_PID"
wait "$SERVICE_PID" 2>/dev/null
serve "k_1 fetch 60 $ticket $SUM 200000"
until_line 'result k_1 done'
check 'killed in the middle it continues by itself' \
	"result k_1 already 0 1/1 begun, not finished${NL}result k_1 done 0 1/1 200000 bytes 50000 " \
	"$(grep result "$WORLD/lines") $(words "$WORLD/gets")"
end
printf 'slow\n' >"$WORLD/cuts"
rm -rf "$stage"
serve "k_2 fetch 60 $ticket $SUM 200000"
until_true have_part
power 2
serve "k_2 fetch 60 $ticket $SUM 200000"
until_line 'result k_2 done'
check 'after a power cut it is fetched from the start, under the same id' 'result k_2 done 0 1/1 200000 bytes 0 ' "$R $(words "$WORLD/gets")"
end
printf 'slow\nexit 75\n' >"$WORLD/cuts"
rm -rf "$stage"
serve "k_3 fetch 60 $ticket $SUM 200000" "k_4 fetch 60 $ticket $SUM 200000" "k_5 fetch 60 $other $SUM 1"
until_line 'result k_3 done'
check 'one that stalls is given up and continued, also when the server has no time; another has to wait' \
	"result k_4 failed 75 1/1 another file is being fetched${NL}result k_5 failed 75 1/1 another file is being fetched${NL}result k_3 done 0 1/1 200000 bytes 0 50000 50000 " \
	"$(grep result "$WORLD/lines") $(words "$WORLD/gets")"
end

serve "w_1 fetch 60 $other $(printf '%064d' 0) 200000"
until_line 'result w_1 failed'
check 'what is not the announced content is not kept' 'result w_1 failed 5 1/1 the server sent other content than announced 0 ' \
	"$R $(words "$WORLD/gets")"
check 'nor is what another took the place of' '' "$(ls "$stage")"
end
serve "w_2 fetch 60 $ticket $SUM 100000"
until_line 'result w_2 failed'
check 'neither is more than announced' 'result w_2 failed 5 1/1 the server sent other content than announced' "$R"
end
echo 'exit 3' >"$WORLD/cuts"
serve "w_3 fetch 60 $ticket $SUM 200000"
until_line 'result w_3 failed'
check 'a ticket that is not valid' 'result w_3 failed 3 1/1 refused with 3' "$R"
end
echo always >"$WORLD/cuts"
RM_STAGE_WAIT=2 serve "w_4 fetch 60 $ticket $SUM 200000"
until_line 'result w_4 failed'
check 'a server that cannot be reached' 'result w_4 failed 6 1/1 not fetched in time: the connection broke' "$R"
end
rm -f "$WORLD/cuts"

RM_STAGE_RESERVE=999999999 serve "m_1 fetch 60 $ticket $SUM 200000"
until_line 'result m_1 failed'
case $R in 'result m_1 failed 4 1/1 needs 1000000195 KB of memory, '[0-9]*' KB are available') R=yes ;; esac
check 'without enough memory nothing is fetched' 'yes no' "$R $(cat "$WORLD/gets" 2>/dev/null || echo no)"
end
# A folder that something else fills meanwhile.
if mount -t tmpfs -o size=300k none "$RM_ROOT/run" 2>/dev/null; then
	head -c 150000 /dev/zero >"$RM_ROOT/run/other"
	RM_STAGE_RESERVE=-1000 serve "m_2 fetch 60 $ticket $SUM 200000"
	until_line 'result m_2 failed'
	check 'memory that runs out in the middle is given back' "result m_2 failed 4 1/1 no space left in $RM_RUN no" \
		"$R $([ -e "$stage/file" ] || echo no)"
	end
	# Processes that are ending may still use it.
	umount -l "$RM_ROOT/run"
else
	echo '# skipped: nothing can be mounted here'
	[ -z "${CI:-}" ] || FAILED=1
fi
# The calculation, on a device with known figures.
RM_PROC=$WORLD/small
mkdir -p "$RM_PROC" "$stage"
printf 'MemTotal: 60000 kB\nMemFree: 900 kB\nMemAvailable: 11200 kB\nBuffers: 100 kB\nCached: 3000 kB\n' >"$RM_PROC/meminfo"
df() { printf 'Filesystem 1024-blocks Used Available Capacity Mounted on\ntmpfs 30000 0 %s 1%% /tmp\n' "$FOLDER"; }
FOLDER=30000
fetch_room 16777216
check 'memory that is short is named in figures' '4 needs 20480 KB of memory, 11200 KB are available' "$? $R"
fetch_room 7274496
check 'what fits, fits' 0 "$?"
head -c 10000000 /dev/zero >"$stage/file"
fetch_room 16777216
check 'what was fetched needs no more' 0 "$?"
rm "$stage/file"
FOLDER=8000
fetch_room 7274496
check 'so is a folder that may not take as much' '4 needs 11200 KB of memory, 8000 KB are available' "$? $R"
FOLDER=30000
sed -i /MemAvailable/d "$RM_PROC/meminfo"
fetch_room 7274496
check 'an old kernel says it in other words' '4 needs 11200 KB of memory, 4000 KB are available' "$? $R"
rm "$RM_PROC/meminfo"
df() { return 1; }
fetch_room 7274496
check 'where nothing says it, it is tried' 0 "$?"

# Own files: those of the service are links to this machine.
rm -rf "$WORLD/proc"
fake_proc
read_now
link_init
commands_init
fetch_init
store_init
LINK_STATE=online LAST_SENT=$NOW KILLED_AT=''
exec 4>"$WORLD/said"
for bad in '' "$ticket" "$ticket $SUM" "$ticket $SUM 1 0" "$ticket $SUM 1 x" "$ticket $SUM 1 1 1" "$ticket $SUM 0" "$ticket $SUM 010" "$ticket $SUM -1" \
	"$ticket $SUM 1000000000" "$ticket $SUM 1;x" "$ticket x 1" "x $SUM 1" "$ticket * 1" "\$(x) $SUM 1"; do
	: >"$WORLD/said"
	rm -f "$RM_RUN/notes"
	link_line "cmd x_1 fetch 60 $bad"
	check "not fetched: '$bad'" 'result x_1 failed 2 1/1 expected a ticket, a checksum and a length' "$(tail -n 1 "$WORLD/said")"
done
mkdir -p "$stage"
RM_STAGE_KEEP=100
clock $((NOW + 99))
fetch_tick
check 'what is not used stays a while' yes "$([ -d "$stage" ] && echo yes)"
clock $((NOW + 1))
fetch_tick
check 'and is removed then' '' "$([ ! -d "$stage" ] || echo yes)"
finish
