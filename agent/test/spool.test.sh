#!/bin/sh
. ./harness.sh
fake_proc
read_now

# queued: the reports to send now, as `seq@uptime`.
queued() {
	R=
	while spool_next; do R="$R $NEXT_SEQ@$NEXT_AT"; done
}

spool_open
check 'a new spool starts at 0' '0 0 0' "$SEQ $ACKED $SPOOL_BYTES"
check 'its boot id is 12 hex digits' 0b6f3a521d2c "$BOOT"

set_number cpu_load,ram_free
check 'the first list is number 1' 1 "$R"
set_number cpu_load
check 'another list is number 2' 2 "$R"
set_number cpu_load,ram_free
check 'the same list keeps its number' 1 "$R"
set_names 2
check 'a number leads back to its list' cpu_load "$R"

spool_add 990 1 '[1,2]'
spool_add 995 1 '[3,4]'
spool_next
check 'reports come in order' '1 990 1 [1,2]' "$NEXT_SEQ $NEXT_AT $NEXT_SET $NEXT_VALUES"
spool_add 999 2 '[5]'
queued
check 'a report added meanwhile comes too' ' 2@995 3@999' "$R"
spool_ack 1
spool_rewind
queued
check 'a new link sends again what was not acknowledged' ' 2@995 3@999' "$R"
spool_ack 3
check 'all acknowledged: the spool is empty' '0 0' "$SPOOL_BYTES $(wc -c <"$RM_RUN/spool" | tr -d ' ')"
spool_add 1000 1 '[6,7]'
queued
check 'and goes on' ' 4@1000' "$R"

# The agent was killed and starts again.
exec 5<&-
first_boot=$BOOT
spool_open
check 'after a restart the count goes on' "$first_boot 4 3" "$BOOT $SEQ $ACKED"
queued
check 'and what was not acknowledged is sent again' ' 4@1000' "$R"

# A file that was being written during a power cut.
: >"$RM_RUN/acked"
spool_open
check 'an acknowledgement that was lost only costs a repetition' 0 "$ACKED"
spool_ack 3

RM_SPOOL_BYTES=200
n=0
while [ "$n" -lt 40 ]; do
	spool_add "$((1000 + n))" 1 "[$n,0]"
	n=$((n + 1))
done
check 'numbers go on without a gap in the count' 44 "$SEQ"
check_between 'the spool stays below its cap' 1 200 "$(wc -c <"$RM_RUN/spool")"
spool_rewind
queued
kept=$(echo "$R" | wc -w)
check 'the newest are kept, the oldest were dropped and counted' 41 "$((kept + DROPPED))"
case $R in *44@1039) R=yes ;; esac
check 'the last one is there' yes "$R"

echo 99999999-2222-3333-4444-555555555555 >"$RM_PROC/sys/kernel/random/boot_id"
spool_open
check 'a reboot starts a new spool, even if the folder survived' '0 0' "$SEQ $SPOOL_BYTES"
mkdir -p "$RM_RUN/undo.lock"
run_sweep
check 'what the boot itself has left stays' "$(cat "$RM_PROC/sys/kernel/random/boot_id")" "$(cat "$RM_RUN/kernel")"
echo 88888888-2222-3333-4444-555555555555 >"$RM_PROC/sys/kernel/random/boot_id"
run_sweep
check 'locks, processes and times of another boot are gone before the service starts' '' "$(ls "$RM_RUN" 2>/dev/null)"
spool_open
rm "$RM_RUN/seq"
spool_add 1 1 '[1]' 2>/dev/null
rm -f "$RM_RUN/seq"
spool_open
check 'without its counter the spool starts again' '0 0' "$SEQ $SPOOL_BYTES"

# Memory that runs out: a write stops in the middle of a line.
full_lines() {
	(
		trap '' XFSZ
		# Limits files to 512 bytes.
		ulimit -f 1
		"$@" 2>/dev/null
	)
}
RM_SPOOL_BYTES=100000
adds_many() {
	n=0
	while [ "$n" -lt 30 ]; do
		n=$((n + 1))
		spool_add "$((1000 + n))" 1 "[$n,\"0123456789\"]"
		LC_ALL=C grep -vxE '[0-9]+ [0-9]+ 1 \[[0-9]+,"0123456789"\]' "$RM_RUN/spool"
	done
}
bad=$(full_lines adds_many)
check 'with too little memory a report is whole or not there' '' "$bad"
check 'and no number comes twice' '' "$(cut -d' ' -f1 "$RM_RUN/spool" | sort | uniq -d)"
numbers_many() {
	n=0
	while [ "$n" -lt 40 ]; do
		n=$((n + 1))
		if set_number "parameter_$n,parameter_with_a_name_$n"; then echo "$R"; fi
	done
}
numbers=$(full_lines numbers_many | sort | uniq -d)
check 'a number means one list' '' "$numbers"
printf 'half,a_li' >>"$RM_RUN/sets"
spool_open
check 'half a list is none' "$(grep -c ^parameter_ "$RM_RUN/sets")" "$(wc -l <"$RM_RUN/sets" | tr -d ' ')"
spool_seq 50
(
	trap '' XFSZ
	ulimit -f 0
	spool_seq 51 2>/dev/null
)
read -r R <"$RM_RUN/seq"
check 'a counter that cannot be written stays' 50 "$R"
finish
