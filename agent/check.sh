#!/bin/sh
# Checks for every change to the agent: shellcheck, tabs, and the tests under every shell.
cd "$(dirname "$0")" || exit 2
failed=0
tab=$(printf '\t')
if command -v shellcheck >/dev/null; then
	./build.sh | shellcheck -s sh - || failed=1
	shellcheck -s sh build.sh check.sh packaging/sysv/rm-agent || failed=1
	(cd test && shellcheck -s sh ./*.sh shims/*) || failed=1
else
	echo '# skipped: shellcheck is not here'
	[ -z "${CI:-}" ] || failed=1
fi
if grep -n "^  *[^ ]" lib/*.sh backends/*.sh bin/rm-agent test/*.sh build.sh | grep -v "^[^:]*:[0-9]*:$tab"; then
	echo 'indent with tabs'
	failed=1
fi
sh test/run.sh || failed=1
exit "$failed"
