#!/bin/sh
# Runs every *.test.sh under each shell an agent may meet: test/run.sh [file …]. TAP on standard output, file by file.
# JOBS files run at once, by default six: they mostly wait for clocks.
cd "$(dirname "$0")" || exit 2
[ $# -gt 0 ] || set -- *.test.sh
failed=0
pairs=$(mktemp) || exit 2
trap 'rm -f "$pairs"' EXIT
for shell in 'busybox ash' dash; do
	# Word splitting is intended: a shell may be two words.
	# shellcheck disable=SC2086
	if ! $shell -c : 2>/dev/null; then
		echo "# skipped: $shell is not here"
		[ -z "${CI:-}" ] || failed=1
		continue
	fi
	for file in "$@"; do
		printf '%s\0%s\0' "$shell" "$file" >>"$pairs"
	done
done
if [ -s "$pairs" ]; then
	xargs -0 -n 2 -P "${JOBS:-6}" ./run-file.sh <"$pairs" || failed=1
else
	failed=1
fi
exit "$failed"
