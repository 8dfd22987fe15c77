#!/bin/sh
# A configuration is applied, and only stays if it is confirmed.
. ./harness.sh
. ./stage-world.sh
. ./config-world.sh

change
echo 'cmd k_2 config-confirm 60 k_1' >"$WORLD/later"
serve "k_1 config-apply 60 $SUM 300"
until_line 'result k_2'
settings
check 'what was confirmed stays' 'result k_2 done 0 1/1 confirmed new confirmed' "$(grep 'result k_2' "$WORLD/lines") $R"
check 'it was answered before the link was let go' 'result k_1 done 0 1/1 applied' "$(grep -m 1 'result k_1' "$WORLD/lines")"
check 'the confirmation came over another link' "no;\"apply\":\"k_1 applied\";" \
	"$(sed -e 's/.*\("apply":"[^"]*"\).*/\1/' -e 's/^hello.*/no/' "$WORLD/hellos" | tr '\n' ';')"
check 'with its owner and mode, and nothing left beside it' '640 network system ' \
	"$(stat -c %a "$RM_ROOT/etc/config/network") $(names "$RM_ROOT/etc/config")"
check 'it was reloaded once' "$NEW" "$(cat "$WORLD/reloads")"
check 'copies are not kept' 'record' "$(ls "$undo")"
gone() { [ ! -f "$RM_RUN/guard" ]; }
until_true gone
check 'the guard has ended' yes "$(gone && echo yes)"
end
serve "k_1 config-apply 60 $SUM 300" 'k_3 config-undo 60 k_1' 'k_4 config-confirm 60 k_1' 'k_5 config-confirm 60 k_9'
until_line 'result k_5'
check 'asked again, it says what became of it' "result k_1 already 0 1/1 confirmed${NL}result k_3 failed 8 1/1 confirmed${NL}result k_4 done 0 1/1 confirmed${NL}result k_5 failed 5 1/1 no such configuration was applied" "$(grep result "$WORLD/lines")"
check 'and is no longer in the hello' no "$(tail -n 1 "$WORLD/hellos" | grep -q apply || echo no)"

change
serve "u_1 config-apply 60 $SUM 300"
asked() { grep -qs '"apply":"'"$1"' applied"' "$WORLD/hellos"; }
until_true asked u_1
pass 300
# The answer may be lost with the link, which is opened again; then the repeated command gets it.
until_line 'result u_1 \(failed\|already\) 1'
answer=${R#result u_1 * }
settings
check 'what is not confirmed is taken back' '1 1/1 undone: not confirmed within 300 s old undone' "$answer $R"
check 'and reloaded' "$NEW $OLD" "$(words "$WORLD/reloads" | sed 's/ $//')"
reported() { grep -q '"apply":"u_1 undone"' "$WORLD/hellos"; }
until_true reported
check 'the next link says so' yes "$(reported && echo yes)"
check 'as it was' "640 network system " "$(stat -c %a "$RM_ROOT/etc/config/network") $(names "$RM_ROOT/etc/config")"
power 2
serve "u_1 config-apply 60 $SUM 300" 'u_2 config-confirm 60 u_1' 'u_3 config-undo 60 u_1'
until_line 'result u_3'
check 'also after a restart' "result u_1 already 1 1/1 undone: not confirmed within 300 s${NL}result u_2 failed 8 1/1 undone: not confirmed within 300 s${NL}result u_3 done 0 1/1 undone: not confirmed within 300 s" "$(grep result "$WORLD/lines")"
BOOT_N=2

change
serve "d_1 config-apply 60 $SUM 0"
until_line 'result d_1'
reloaded() { [ -s "$WORLD/reloads" ]; }
until_true reloaded
connected() { [ "$(wc -l <"$WORLD/hellos")" -ge 2 ]; }
until_true connected
settings
check 'with 0 seconds it stays without a confirmation' 'result d_1 done 0 1/1 applied new confirmed' "$(grep -m 1 'result d_1' "$WORLD/lines") $R"
check 'the device connects with it all the same' no "$(tail -n 1 "$WORLD/hellos" | grep -q apply || echo no)"
until_true gone
check 'copies are not kept, and the guard has ended' 'record yes' "$(ls "$undo") $(gone && echo yes)"
power 2
serve "d_1 config-apply 60 $SUM 0" 'd_3 config-undo 60 d_1'
until_line 'result d_3'
settings
check 'nor is it taken back after a restart' "result d_1 already 0 1/1 confirmed${NL}result d_3 failed 8 1/1 confirmed new confirmed" "$(grep 'result d' "$WORLD/lines") $R"
BOOT_N=3

change
# The first record is written, and the files are being changed.
echo 4 >"$WORLD/hold"
serve "e_1 config-apply 60 $SUM 0"
until_true test -f "$WORLD/held"
crash
rm "$WORLD/hold"
power 4
serve 'e_2 config-undo 60 e_1'
until_line 'result e_2'
settings
check 'what was interrupted halfway is taken back' 'result e_2 done 0 1/1 undone: interrupted while it was applied old undone' "$(grep 'result e_2' "$WORLD/lines") $R"
end
BOOT_N=4

change
: >"$WORLD/reload-hangs"
serve "f_1 config-apply 60 $SUM 0"
until_true reloaded
killed
rm "$WORLD/reload-hangs" "$WORLD/reloads"
serve "f_1 config-apply 60 $SUM 0"
until_true reloaded
settings
check 'an agent that was killed before the reload does it after its start' "new confirmed" "$R"
end

change
echo 'cmd n_2 config-undo 60 n_1' >"$WORLD/later"
serve "n_1 config-apply 60 $SUM 600"
until_line 'result n_2'
settings
check 'it is taken back when it is asked for' 'result n_2 done 0 1/1 undone: as the server asked old undone' "$(grep -m 1 'result n_2' "$WORLD/lines") $R"

change
printf 'cmd r_2 config-undo 60 r_1\ncmd r_3 config-confirm 60 r_1\n' >"$WORLD/later"
serve "r_1 config-apply 60 $SUM 600"
until_line 'result r_[23] .* undone'
settings
check 'a confirmation after that is refused' 'result r_3 failed 75 1/1 it is being confirmed or rolled back old undone' "$(grep 'result r_3' "$WORLD/lines") $R"
change
# The guard restores slowly.
echo 9 >"$WORLD/hold"
serve "r_4 config-apply 60 $SUM 300"
until_true asked r_4
pass 300
until_true test -f "$WORLD/held"
end
serve 'r_5 config-confirm 60 r_4' 'r_6 config-undo 60 r_4'
until_line 'result r_6'
check 'one that comes while it is taken back has to wait' 'result r_6 failed 75 1/1 it is being confirmed or rolled back' "$(grep 'result r' "$WORLD/lines")"
rm "$WORLD/hold"
until_line 'result r_5'
answer=${R#result r_5 * }
settings
check 'and learns who has won' '8 1/1 undone: not confirmed within 300 s old undone' "$answer $R"

change
: >"$WORLD/reload-hangs"
serve "a_1 config-apply 60 $SUM 300" "a_2 config-apply 60 $SUM 300" "a_3 firmware 60 $SUM keep -" "a_4 upgrade-agent 60 $ticket $SUM 100 9.9.9" "a_5 fetch 60 $ticket $SUM 100" 'a_6 config-confirm 60 a_1'
until_line 'result a_6'
check 'nothing else is done meanwhile' "result a_2 failed 75 1/1 another configuration is being applied or waits for its confirmation
result a_3 failed 75 1/1 a configuration is being applied or waits for its confirmation
result a_4 failed 75 1/1 a configuration is being applied or waits for its confirmation
result a_5 failed 75 1/1 a configuration is being applied
result a_6 failed 5 1/1 no such configuration was applied" "$(grep 'result a_[2-6]' "$WORLD/lines")"
rm "$WORLD/reload-hangs"
power 2

staged 'touches network' "set network.lan.ipaddr='10.0.0.1'" 'commit network'
serve "b_1 config-apply 60 $SUM 300"
until_line 'result b_1'
end
settings
check 'nothing is changed if one line is refused' 'result b_1 failed 7 1/1 line 3: not a line that may be applied old none' "$(grep 'result b_1' "$WORLD/lines") $R"
config=$RM_RUN/config
# Must not be expanded anywhere.
# shellcheck disable=SC2016
for line in 'import network' "set network.lan.ipaddr='1' ; reboot" "set wireless.a.b='1'" 'set network.lan.ipaddr=$(reboot)' \
	"set network.lan.ipaddr='1'x" "set network.lan.ipaddr='\`reboot\`'; x" 'commit' 'delete network' "set network.lan.ip addr='1'" \
	"set ../network.lan.a='1'" '' '# set' "add network interface; x" "reorder network.lan=x" "rename network.lan='a" "reorder network.lan=1'" "$(printf "set network.lan.a='\\001'")" \
	"$(printf "set network.lan.a='1'\\r")" 'set network.lan.a="1"' "set network.lan.a='1'\\\\''2'" "show network.lan.a='1'"; do
	staged 'touches network' "set network.lan.ipaddr='10.0.0.1'" "$line"
	config_make "$SUM"
	check "refused: '$line'" '7 line 3: not a line that may be applied' "$? $R"
done
for line in '' 'touches' 'touches  network' 'touches ../network' "set network.lan.a='1'" 'touches network;reboot'; do
	staged "$line" "set network.lan.ipaddr='10.0.0.1'"
	config_make "$SUM"
	check "refused without what it touches: '$line'" "7 line 1: expected 'touches' and the packages" "$? $R"
done
staged 'touches network system new' "set system.@system[0].hostname='it'\\''s \$(x) \`y\` äö;#\"'" "set system.@system[-1].zone=UTC" 'add network route' "add_list system.ntp.server='a b'" \
	"del_list system.ntp.server='a'" 'delete network.wan' 'delete network.lan.dns' "rename network.lan='lan2'" 'rename network.lan.a=b' "reorder network.lan='1'" "set new.a='b'" "set new.a.b=''"
tail -n +2 "$stage/file" | grep -v '^set new' | sort >"$WORLD/expected"
echo 'cmd w_2 config-undo 60 w_1' >"$WORLD/later"
: >"$WORLD/reload-hangs"
serve "w_1 config-apply 60 $SUM 600"
until_true test -s "$WORLD/reloads"
check 'every kind of line that may be' "$(cat "$WORLD/expected")" "$(grep -hv '^config' "$RM_ROOT/etc/config/system" "$RM_ROOT/etc/config/network" | sort)"
check 'also a package that was not there' "644 set new.a='b' set new.a.b='' " "$(stat -c %a "$RM_ROOT/etc/config/new") $(words "$RM_ROOT/etc/config/new")"
rm "$WORLD/reload-hangs"
until_line 'result w_2'
check 'which is gone when it is taken back' 'network system ' "$(names "$RM_ROOT/etc/config")"
staged 'touches network' "set network.nosuch.a='1'"
serve "x_1 config-apply 60 $SUM 300"
until_line 'result x_1'
settings
check 'what uci refuses is not applied' 'result x_1 failed 7 1/1 refused by uci: uci: Entry not found old none' "$(grep 'result x_1' "$WORLD/lines") $R"
end
change
echo more >>"$stage/file"
serve "x_2 config-apply 60 $SUM 300" "x_3 config-apply 60 $(printf '%064d' 0) 30" "x_4 config-apply 60 $SUM 00" "x_5 config-apply 60 $SUM 3601" "x_5b config-apply 60 $SUM 08" "x_6 config-apply 60 $SUM" "x_7 config-apply 60 $SUM 1 1" 'x_8 config-confirm 60 a;b' 'x_9 config-undo 60'
until_line 'result x_9'
until_line 'result x_2'
settings
check 'nor what is not as it was fetched' 'result x_2 failed 5 1/1 the configuration has changed since it was fetched old none' "$(grep 'result x_2' "$WORLD/lines") $R"
check 'what is not a command is refused' "result x_4 failed 2 1/1 expected a checksum and 0 to 3600 seconds
result x_5 failed 2 1/1 expected a checksum and 0 to 3600 seconds
result x_5b failed 2 1/1 expected a checksum and 0 to 3600 seconds
result x_6 failed 2 1/1 expected a checksum and 0 to 3600 seconds
result x_7 failed 2 1/1 expected a checksum and 0 to 3600 seconds
result x_8 failed 2 1/1 expected the id of a configuration
result x_9 failed 2 1/1 expected the id of a configuration" "$(grep 'result x_[4-9]' "$WORLD/lines")"
end

# Full and read-only flash.
if mkdir "$WORLD/flash" && mount -t tmpfs -o size=64k none "$WORLD/flash" 2>/dev/null; then
	for fault in small full read-only; do
		change
		cp -a "$RM_ETC/." "$WORLD/flash"
		mount --bind "$WORLD/flash" "$RM_ETC"
		case $fault in
			full) head -c 100000 /dev/zero >"$WORLD/flash/fill" 2>/dev/null ;;
			small) head -c 60000 /dev/zero | tr '\000' '#' >>"$RM_ROOT/etc/config/network" ;;
			*) mount -o remount,ro "$WORLD/flash" ;;
		esac
		serve "f_1 config-apply 60 $SUM 300" 2>/dev/null
		until_line 'result f_1'
		settings
		[ "$fault" != small ] || R=${R#other }
		[ "$fault" = small ] || R=${R#old }
		check "$fault: refused before anything is changed" 'result f_1 failed 4 1/1 no space left in '"$RM_ETC"', or it cannot be written none network system ' "$(grep 'result f_1' "$WORLD/lines") $R $(names "$RM_ROOT/etc/config")"
		end
		umount "$RM_ETC"
		rm -rf "$WORLD/flash"/* 2>/dev/null
	done
	umount "$WORLD/flash"
else
	echo '# skipped: nothing can be mounted here'
	[ -z "${CI:-}" ] || FAILED=1
fi

change
serve "t_1 config-read 60 $ticket all"
until_line 'result t_1'
check 'the configuration is sent, package by package' "package network${NL}config interface lan${NL}package system${NL}config system" "$(cat "$WORLD/received")"
end
echo 'hello world' >"$RM_ROOT/etc/config/notes"
serve "t_1b config-read 60 $ticket all"
until_line 'result t_1b'
check 'without what uci cannot read' "result t_1b done 0 1/1 $(wc -c <"$WORLD/received" | tr -d ' ') bytes; not readable: notes" "$R"
end
rm "$RM_ROOT/etc/config/notes"
serve "t_2 config-read 60 $ticket system network system"
until_line 'result t_2'
check 'or what is named, in the same order' "package network${NL}config interface lan${NL}package system${NL}config system" "$(cat "$WORLD/received")"
end
serve "t_3 config-read 60 $ticket ../x" "t_4 config-read 60 $ticket" "t_5 config-read 60 x all"
until_line 'result t_5'
check 'and nothing else' "result t_3 failed 2 1/1 expected a ticket, and 'all' or packages
result t_4 failed 2 1/1 expected a ticket, and 'all' or packages
result t_5 failed 2 1/1 expected a ticket, and 'all' or packages" "$(grep 'result t_[345]' "$WORLD/lines")"
end
# A link from before the change may survive even if no new one is possible.
exec 4>"$WORLD/said"
LINK_STATE=online LINK=2 CONFIG_LINK=2
read_now
mkdir "$undo"
record_id=l_1 record_state=applied record_boot=$RM_PROC record_boots=1 record_seconds=600 record_since=$NOW record_why=
record_put
config_confirm l_2 l_1
LINK=3
config_confirm l_3 l_1
check 'no confirmation over a link that was there before' "result l_2 failed 75 1/1 not over a connection made after the change${NL}result l_3 done 0 1/1 confirmed" "$(cat "$WORLD/said")"

check 'a device that can says so' yes "$(tail -n 1 "$WORLD/hellos" | grep -q '"config"' && echo yes)"
finish
