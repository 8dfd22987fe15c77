#!/bin/sh
. ./harness.sh

for value in 0 7 -71 12.5 -0.5 0.25 9007199254740991 1033515008; do
	is_number "$value" && R=yes || R=no
	check "number '$value'" yes "$R"
done
for value in '' - . 1. .5 -.5 1.2.3 1-2 007 -01 1e5 0x10 'a' '1 2' --1; do
	is_number "$value" && R=yes || R=no
	check "no number '$value'" no "$R"
done

json_text 'plain text'
check 'plain text' '"plain text"' "$R"
json_text "Tele2 \"LT\" \\ $(printf '\001\t')x"
check 'quotes and backslashes are escaped, control characters dropped' '"Tele2 \"LT\" \\ x"' "$R"
json_text "$(awk 'BEGIN { for (i = 0; i < 300; i++) printf "a!" }')"
check 'a long text is cut' 258 "${#R}"

rand 0
check 'rand 0' 0 "$R"
n=0 low=0 high=0 outside=0
while [ "$n" -lt 200 ]; do
	rand 3
	[ "$R" -ge 0 ] && [ "$R" -le 3 ] || outside=$((outside + 1))
	[ "$R" -lt 2 ] && low=$((low + 1)) || high=$((high + 1))
	n=$((n + 1))
done
check 'rand stays within its bounds' 0 "$outside"
check_between 'rand reaches both halves' 40 160 "$low"

server_split gateway.example.com:15009
check 'host and port' 'gateway.example.com 15009' "$HOST $PORT"
server_split '[2001:db8::1]:15010'
check 'an IPv6 address in brackets' '2001:db8::1 15010' "$HOST $PORT"
server_split 192.0.2.1
check 'the usual port' '192.0.2.1 15009' "$HOST $PORT"
# Tools that firmware leaves out, and the package.
missing_tools
check 'no tool is missing here' '' "$R"
(
	have() { [ "$1" != sort ] && [ "$1" != head ]; }
	id() { echo 0; }
	missing_tools
	echo "$R"
	require_tools
) >"$WORLD/said" 2>&1
check 'all that are missing are named' 'head, sort' "$(sed -n 1p "$WORLD/said")"
check 'an installation needs some of them' 'rm-agent: missing on this device: head' "$(sed -n 2p "$WORLD/said")"
(
	have() { [ "$1" != sort ]; }
	id() { echo 0; }
	require_tools && echo continues
) >"$WORLD/said" 2>&1
check 'and warns of the others' "rm-agent: missing on this device: sort; what uses them will fail${NL}continues" "$(cat "$WORLD/said")"
"$AGENT/build.sh" >"$WORLD/rm-agent"
sed -n '/^RM_VERSION=/,/^$/p; /^service_files() {/,/^}/p' "$WORLD/rm-agent" >"$WORLD/part"
# shellcheck disable=SC1091
check 'the package keeps what the agent keeps' "$(cat "$AGENT/packaging/openwrt/files/rm-agent.keep")" "$(. "$WORLD/part" && service_files)"
mkdir -p "$WORLD/package/files"
mv "$WORLD/rm-agent" "$WORLD/package/files"
cp "$AGENT/packaging/openwrt/Makefile" "$WORLD/package"
# Of make.
# shellcheck disable=SC2016
version=$(cd "$WORLD/package" && sed -n 's|^PKG_VERSION:=$(shell \(.*\))$|\1|p' Makefile | sed 's|$(CURDIR)|.|' | sh)
check 'and has its version' "$(sed -n 's/^RM_VERSION=//p' "$AGENT/bin/rm-agent")" "$version"
finish
