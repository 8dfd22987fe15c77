#!/bin/sh
# Runs one test file under one shell: run-file.sh <shell> <file>. Prints its output at the end: several run at once.
output=$(mktemp) || exit 1
trap 'rm -f "$output"' EXIT
SHELL_UNDER_TEST=$1
export SHELL_UNDER_TEST
# Word splitting is intended: a shell may be two words.
# shellcheck disable=SC2086
$1 "$2" >"$output" 2>&1
code=$?
echo "# $1 $2"
cat "$output"
[ "$code" -eq 0 ] || exit 1
