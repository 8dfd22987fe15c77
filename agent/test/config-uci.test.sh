#!/bin/sh
# What uci holds besides the files: uncommitted changes, overrides, options of newer versions, and files it cannot read.
# The agent assigns its variables.
# shellcheck disable=SC2034,SC2154
. ./harness.sh
. ./stage-world.sh
. ./config-world.sh
config=$RM_RUN/config
mkdir -p "$RM_ROOT/tmp/.uci" "$RM_ROOT/var/run/uci" "$WORLD/copies"
# made <line …>: R, the result of config_make; the files in $config/new.
made() {
	staged "$@"
	config_make "$SUM"
	R="$? $R"
}
network() { tr '\n' ';' <"$config/new/etc/config/network"; }

echo "set network.lan.ipaddr='198.51.100.1'" >"$RM_ROOT/tmp/.uci/network"
made 'touches network' "set network.lan.mtu='1460'"
check 'what waits for a commit is not put in place' "config interface lan;set network.lan.mtu='1460';" "$(network)"
check 'and still waits' "set network.lan.ipaddr='198.51.100.1'" "$(cat "$RM_ROOT/tmp/.uci/network")"
check 'nothing of the agent waits' 'network ' "$(names "$RM_ROOT/tmp/.uci")"
config_text "$WORLD/copies" all >"$WORLD/text"
check 'nor is it in what is read' 'package network;config interface lan;package system;config system;' "$(tr '\n' ';' <"$WORLD/text")"
made 'touches network' "set network.nosuch.a='1'"
check 'nothing of the agent waits after a failure' '7 network ' "${R%% *} $(names "$RM_ROOT/tmp/.uci")"
rm "$RM_ROOT/tmp/.uci/network"

echo 'config interface override' >"$RM_ROOT/var/run/uci/network"
made 'touches network' "set network.lan.mtu='1460'"
check 'an override is not what changes' "config interface lan;set network.lan.mtu='1460'; config interface override" "$(network) $(cat "$RM_ROOT/var/run/uci/network")"
config_text "$WORLD/copies" network >"$WORLD/text"
check 'nor what is read' 'package network;config interface lan;' "$(tr '\n' ';' <"$WORLD/text")"
rm "$RM_ROOT/var/run/uci/network"

for taken in 'left	right' "$(printf 'a\rb')" "$(printf 'a\177b')" "$(printf 'Caf\351')" "one${NL}two" "$NL${NL}set network.lan.b=1$NL" \
	"it'\\''s \\${NL}'\\''${NL}${NL}end" ''; do
	made 'touches network' "set network.lan.a='$taken'"
	check "a value as uci takes it: $(printf '%s' "$taken" | tr '\n\r\177' '/??')" "config interface lan
set network.lan.a='$taken'" "$(cat "$config/new/etc/config/network" || echo "$R")"
done
for taken in "$(printf 'a\001b')" "$(printf 'a\033b')" "$(printf 'a\fb')"; do
	made 'touches network' "set network.lan.a='$taken'"
	check 'a value that uci refuses' '7 line 2: not a line that may be applied' "$R"
done

for refused in "'one$NL" "'one${NL}two'x" "'one'${NL}two" "one${NL}two"; do
	made 'touches network' "set network.lan.a=$refused" "set network.lan.b='1'"
	check "no value: $(printf '%s' "$refused" | tr '\n' /)" '7 not a line that may be applied' "$(echo "$R" | sed 's/line [0-9]: //')"
done

made 'touches network' "set network.lan.a='one" 'api POST /system/actions/reboot -' "two'" 'api PUT /system {"name":"it'"'"'s"}' "set network.lan.b='1'"
check 'a line of a value is no call' "7 this device has no API of its own that can be called PUT /system {\"name\":\"it's\"}" "$R $(cat "$config/calls")"

# Files that uci cannot read.
staged x
echo 'hello world' >"$RM_ROOT/etc/config/notes"
mkdir "$RM_ROOT/etc/config/extra"
ln -s /nowhere "$RM_ROOT/etc/config/old"
config_text "$WORLD/copies" all >"$WORLD/text"
check 'the others are read, and these are named' "0 package network
config interface lan
package system
config system
# not readable: extra: not a file
# not readable: notes: Parse error (invalid command) at line 1, byte 0
# not readable: old: not a file" "$? $(cat "$WORLD/text")"
check 'also in the answer' 'extra, notes, old' "$(cat "$WORLD/copies.unread")"
config_text "$WORLD/copies" notes >"$WORLD/text" 2>"$WORLD/said"
check 'one that was asked for is an error' '1 notes: Parse error (invalid command) at line 1, byte 0' "$? $(cat "$WORLD/said")"
mkdir -p "$RM_RUN/config-sum"
config_sum && first=$R
echo 'config interface wan' >"$RM_ROOT/etc/config/network"
config_sum
check 'a change of the others is noticed' yes "$([ -n "$first" ] && [ "$R" != "$first" ] && echo yes)"
printf '#!/bin/sh\necho "Usage: uci"\n' >"$WORLD/bin/uci"
config_text "$WORLD/copies" all >"$WORLD/text" 2>"$WORLD/said"
check 'a uci that only prints its usage reads nothing' '1 system: uci does not read it ' "$? $(cat "$WORLD/said" "$WORLD/text" | tr '\n' ' ')"

# A change on the device itself that its user has to confirm.
read_now
exec 4>"$WORLD/said"
FETCH='' STORE='' FIRMWARE='' UPGRADE='' CONFIG=''
mkdir -p "$RM_ROOT/var/run/rpcd/snapshot-files"
rm -r "$RM_ROOT/etc/config/extra"
LINK_STATE=online
config_work() { echo "works on $1" >&4; }
change
config_apply s_1 "$SUM 60"
: >"$RM_ROOT/var/run/rpcd/snapshot-files/network"
config_apply s_2 "$SUM 60"
check 'has to be confirmed first' "works on s_1
result s_2 failed 75 1/1 a change made on the device itself waits for its confirmation" "$(cat "$WORLD/said")"
finish
