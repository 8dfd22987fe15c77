#!/bin/sh
# Prints the agent as the single file that a device installs, like the server does
# (apps/server/src/gateway/install/agent-script.ts).
set -eu
cd "$(dirname "$0")"

embed() {
	while IFS= read -r line || [ -n "$line" ]; do
		case $line in
			'#@embed '*) cat "${line#'#@embed '}" ;;
			*) printf '%s\n' "$line" ;;
		esac
	done
}

while IFS= read -r line; do
	case $line in
		'#@parts') sed -e '/^#!/d' -e '/^# shellcheck shell=/d' lib/*.sh backends/*.sh ;;
		*) printf '%s\n' "$line" ;;
	esac
done <bin/rm-agent | embed
