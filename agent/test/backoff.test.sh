#!/bin/sh
. ./harness.sh

bounds=
for failures in 0 1 2 3 8 9 10 30; do
	retry_bound "$failures" 2
	bounds="$bounds $R"
done
check 'the bound doubles from the spread to ten minutes' ' 2 4 8 16 512 600 600 600' "$bounds"

retry_bound 0 0
check 'a spread of nothing still waits up to a second' 1 "$R"

n=0 outside=0
while [ "$n" -lt 100 ]; do
	retry_wait 3 2
	[ "$R" -ge 0 ] && [ "$R" -le 16 ] || outside=$((outside + 1))
	n=$((n + 1))
done
check 'a wait is somewhere in 0 … bound' 0 "$outside"

retry_wait 9 5 120
check_between 'the word of the server counts, with a little spread' 120 125 "$R"
finish
