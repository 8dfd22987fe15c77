#!/bin/sh
# A system without uci: listed files, and a hook that makes the system use them.
. ./harness.sh
. ./stage-world.sh
. ./config-world.sh
export RM_BACKEND=linux
BACKEND=linux

# files <name …>: makes these files of $WORLD/offered the fetched content.
files() {
	(cd "$WORLD/offered" && tar -czf "$stage/file" "$@")
	sum_of "$stage/file"
	SUM=$R
	echo "$ticket $SUM" >"$stage/whole"
}
# ready: a device with its first files, and an offer.
ready() {
	staged x
	rm -rf "$WORLD/offered" "$RM_ROOT/etc/net" "$RM_ROOT/opt" "$WORLD/hook"
	mkdir -p "$RM_ROOT/etc/net" "$RM_ROOT/opt" "$RM_ETC/hooks" "$WORLD/offered/etc/net" "$WORLD/offered/opt"
	echo old >"$RM_ROOT/etc/net/lan"
	chmod 600 "$RM_ROOT/etc/net/lan"
	ln -s lan "$RM_ROOT/etc/net/wan"
	for file in etc/net/lan etc/net/wan opt/new; do echo "new $file" >"$WORLD/offered/$file"; done
	printf '%s\n' /etc/net/lan /etc/net/wan /opt/new /etc/rm-agent/device /etc/../etc/shadow etc/relative /etc/net/* '# comment' >"$RM_ETC/config-files"
	# Expanded by the hook.
	# shellcheck disable=SC2016
	printf '#!/bin/sh\ncat "$WORLD/root/etc/net/lan" >>"$WORLD/hook"\n' >"$RM_ETC/hooks/reload"
	chmod +x "$RM_ETC/hooks/reload"
}
state_of_files() {
	R="$(stat -c %a "$RM_ROOT/etc/net/lan") $(cat "$RM_ROOT/etc/net/lan"), $(readlink "$RM_ROOT/etc/net/wan" || cat "$RM_ROOT/etc/net/wan"), $(cat "$RM_ROOT/opt/new" 2>/dev/null || echo none) $(names "$RM_ROOT/etc/net" "$RM_ROOT/opt" | grep -c rm-new)"
}
old='600 old, lan, none 0'

ready
files etc/net/lan etc/net/wan opt/new
echo 'cmd k_2 config-confirm 60 k_1' >"$WORLD/later"
serve "k_1 config-apply 60 $SUM 300"
until_line 'result k_2'
state_of_files
check 'confirmed files stay' 'result k_2 done 0 1/1 confirmed 600 new etc/net/lan, new etc/net/wan, new opt/new 0' "$(grep -m 1 'result k_2' "$WORLD/lines") $R"
check 'the hook has had them used' 'new etc/net/lan' "$(cat "$WORLD/hook")"
check 'a device with the hook says so' yes "$(tail -n 1 "$WORLD/hellos" | grep -q '"config"' && echo yes)"
end

ready
files ./etc/net/lan ./etc/net/wan ./opt/new
serve "u_1 config-apply 60 $SUM 300"
asked() { grep -qs '"apply":"u_1 applied"' "$WORLD/hellos"; }
until_true asked
pass 300
until_line 'result u_1 \(failed\|already\) 1'
state_of_files
check 'others are as they were, or not there' "$old" "$R"
end

ready
# shellcheck disable=SC2016
printf '#!/bin/sh\n[ "$(cat "$WORLD/root/etc/net/lan")" = old ]\n' >"$RM_ETC/hooks/reload"
files etc/net/lan
serve "h_1 config-apply 60 $SUM 600"
until_line 'result h_1 failed'
state_of_files
check 'also at once if the hook fails' "result h_1 failed 1 1/1 undone: the reload ended with code 1 $old" "$(grep 'result h_1 failed' "$WORLD/lines") $R"
end

# refused <title> <reason>
refused() {
	config=$RM_RUN/config
	config_make "$SUM"
	check "refused: $1" "7 $2" "$? $R"
	state_of_files
	[ "$R" = "$old" ] || check "$1: nothing is changed" "$old" "$R"
}
ready
mkdir -p "$WORLD/offered/etc/rm-agent"
echo 43 >"$WORLD/offered/etc/rm-agent/device"
echo x >"$WORLD/offered/etc/shadow"
files etc/net/lan etc/shadow
refused 'a file that is not listed' 'entry 2: not a file of config-files'
files etc/rm-agent/device
refused 'a file of the agent, listed or not' 'entry 1: not a file of config-files'
(cd "$WORLD/offered/etc/net" && tar -czPf "$stage/file" ../net/lan)
sum_of "$stage/file"
SUM=$R
refused 'a path upwards' 'entry 1: not a file of config-files'
rm "$WORLD/offered/etc/net/lan"
ln -s /etc/shadow "$WORLD/offered/etc/net/lan"
files etc/net/lan
refused 'a link' 'something in it is not a file, or twice in it'
rm "$WORLD/offered/etc/net/lan"
ln "$WORLD/offered/etc/net/wan" "$WORLD/offered/etc/net/lan"
files etc/net/lan etc/net/wan
refused 'a second name of a file' 'something in it is not a file, or twice in it'
files etc/net/lan etc/net/lan
refused 'a file that is in it twice' 'something in it is not a file, or twice in it'
files etc/net
refused 'a folder' 'entry 1: not a file of config-files'
echo 'no archive' >"$stage/file"
sum_of "$stage/file"
SUM=$R
refused 'no archive' 'not an archive'
ready
rm "$RM_ETC/config-files"
files etc/net/lan
refused 'all, without a list' 'entry 1: not a file of config-files'

ready
serve "t_1 config-read 60 $ticket all" "t_2 config-read 60 $ticket network"
until_line 'result t_1'
check 'what is listed is sent' 'etc/net/lan etc/net/wan ' "$(tar -tf "$WORLD/received" | tr '\n' ' ')"
check 'there are no packages' "result t_2 failed 2 1/1 expected a ticket, and 'all' or packages" "$(grep 'result t_2' "$WORLD/lines")"
end
rm "$RM_ETC/hooks/reload" "$WORLD/hellos"
serve "x_1 config-apply 60 $SUM 300" "x_2 config-read 60 $ticket all"
until_line 'result x_2'
check 'a device without the hook cannot' "result x_1 failed 127 1/1 unsupported${NL}result x_2 failed 127 1/1 unsupported no" "$(grep 'result x' "$WORLD/lines") $(grep -q '"config"' "$WORLD/hellos" || echo no)"
end
finish
