#!/bin/sh
# Runs one test file under one shell: run-file.sh <shell> <file>. Its output comes whole: several run at once. $FILE_CPU
# gets a line with the CPU seconds it used.
output=$(mktemp) || exit 1
trap 'rm -f "$output" "$output.times"' EXIT
SHELL_UNDER_TEST=$1
export SHELL_UNDER_TEST
# Word splitting is intended: a shell may be two words.
# shellcheck disable=SC2086
$1 "$2" >"$output" 2>&1
code=$?
if [ -n "${FILE_CPU:-}" ]; then
	times >"$output.times"
	awk -v file="agent/test/$2" 'NR == 2 {
		seconds = 0
		for (n = 1; n <= 2; n++) { split($n, part, "m"); seconds += part[1] * 60 + part[2] }
		printf "{\"file\":\"%s\",\"program\":\"Others\",\"seconds\":%.2f}\n", file, seconds
	}' "$output.times" >>"$FILE_CPU"
fi
echo "# $1 $2"
cat "$output"
[ "$code" -eq 0 ] || exit 1
