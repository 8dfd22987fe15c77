#!/bin/sh
# Runs every *.test.sh under each shell an agent may meet: test/run.sh [file …]. TAP on standard output.
cd "$(dirname "$0")" || exit 2
[ $# -gt 0 ] || set -- *.test.sh
failed=0
shells=0
for shell in 'busybox ash' dash; do
	# Word splitting is intended: a shell may be two words.
	# shellcheck disable=SC2086
	if ! $shell -c : 2>/dev/null; then
		echo "# skipped: $shell is not here"
		[ -z "${CI:-}" ] || failed=1
		continue
	fi
	shells=$((shells + 1))
	for file in "$@"; do
		echo "# $shell $file"
		# shellcheck disable=SC2086
		SHELL_UNDER_TEST=$shell $shell "$file" || failed=1
	done
done
[ "$shells" -gt 0 ] || failed=1
exit "$failed"
