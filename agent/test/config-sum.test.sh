#!/bin/sh
# A configuration that was changed on the device is reported once, and nothing else is.
. ./harness.sh
. ./stage-world.sh
. ./config-world.sh
# The welcome contains the checksum that the server knows, which is the last reported one.
cat >"$WORLD/bin/dbclient" <<'EOS'
#!/bin/sh
for last; do :; done
[ "$last" = link ] || exit 1
IFS= read -r hello
echo "welcome keepalive=60 spread=0 dynamic=0 static=0 io=0 gps=0 wireless=0 config=600$(sed 's/^/ sum=/' "$WORLD/known" 2>/dev/null)"
[ ! -f "$WORLD/cmd" ] || cat "$WORLD/cmd"
while IFS=' ' read -r verb boot seq age set values; do
	case $verb/$seq in set/config_sum) mine=$boot ;; esac
	[ "$verb" = report ] || continue
	echo "ack $boot $seq"
	[ "$set" = "$mine" ] || continue
	echo "$values" >>"$WORLD/reported"
	echo "$values" | tr -d '[]"' >"$WORLD/known"
done
EOS
# Records each call.
# shellcheck disable=SC2016
sed -i '2s|^|echo x >>"$WORLD/ucis"\n|' "$WORLD/bin/uci"
export RM_EVERY_CONFIG=1
text_sum() { R=$(for one in network system; do echo "package $one" && cat "$RM_ROOT/etc/config/$one"; done | sha256sum | cut -c1-64); }
reports() { wc -l <"$WORLD/reported" | tr -d ' '; }
reports_are() { [ "$(reports)" -ge "$1" ]; }

: >"$WORLD/reported"
staged x
serve 'n_1 nothing 60'
until_true reports_are 1
text_sum
check 'a checksum of what is sent when it is read' "[\"$R\"]" "$(cat "$WORLD/reported")"
echo '	option dns 192.0.2.1' >>"$RM_ROOT/etc/config/network"
until_true reports_are 2
text_sum
check 'another one once it was changed by hand' "[\"$R\"]" "$(tail -n 1 "$WORLD/reported")"
power 2
rm -f "$WORLD/ucis"
serve 'n_1 nothing 60'
until_true test -s "$WORLD/ucis"
echo '# a remark' >>"$RM_ROOT/etc/config/system"
until_true reports_are 3
check 'none after a restart, as long as nothing was changed' 3 "$(reports)"
end

# The rest runs without a service. Lines in $WORLD/out are reports.
LINK_STATE=online
spool_open
report_init
read_now
settings_read "config=600 sum=$(cat "$WORLD/known")"
config_known
looked() {
	rm -f "$WORLD/ucis"
	collect config >"$WORLD/out"
	R="$(wc -l <"$WORLD/out" | tr -d ' ') $([ ! -f "$WORLD/ucis" ] || echo read)"
}
looked
check 'what the server knows is not reported again' '0 read' "$R"
looked
check 'and is not even read while the files look the same' '0 ' "$R"
touch -d '2001-01-01 00:00:00' "$RM_ROOT/etc/config/network"
looked
check 'a file that was only touched is read' '0 read' "$R"
echo 'config route' >"$RM_ROOT/etc/config/.route"
mv "$RM_ROOT/etc/config/.route" "$RM_ROOT/etc/config/route"
looked
check 'a package that is new' '3 read' "$R"
looked
check 'until it is in the spool' '3 ' "$R"
config_spooled "$(sed -n 3p "$WORLD/out")"
looked
check 'and no longer' '0 ' "$R"
welcomed() {
	settings_read "config=600 sum=$(cat "$WORLD/known")"
	config_known
}
welcomed
looked
check 'a welcome that knows another one: it was lost' '3 ' "$R"
SEQ=7
config_spooled "$(sed -n 3p "$WORLD/out")"
welcomed
looked
check 'unless it is on its way' '0 ' "$R"
ACKED=7

# read_out: everything is sent.
read_out() {
	send_folder=$RM_RUN/send
	mkdir -p "$send_folder"
	send_config "$WORLD/sent" all
	rm -rf "$send_folder"
	config_sent
}
reported=$CONFIG_REPORTED
echo 'config route other' >"$RM_ROOT/etc/config/route"
read_out
looked
check 'what was read is not reported' '0 read' "$R"
CONFIG_KNOWN=$reported
looked
check 'unless the server does not know it' '3 ' "$R"
CONFIG_KNOWN=$reported
echo 'config route' >"$RM_ROOT/etc/config/route"
looked
check 'and what there was before it is reported again' '3 read' "$R"
config_spooled "$(sed -n 3p "$WORLD/out")"

rm "$RM_ROOT/etc/config/route"
undo=$WORLD/undo
mkdir "$undo"
record_id=l_1 record_state=applied record_boot=$RM_PROC record_boots=1 record_seconds=600 record_since=$NOW record_why=
record_put
looked
check 'nothing while a change may be taken back' '0 ' "$R"
rm -rf "$undo"
# shellcheck disable=SC2016
printf '#!/bin/sh\necho x >>"$WORLD/ucis"\necho half\nexit 1\n' >"$WORLD/bin/uci"
looked
check 'nothing of what cannot be read' '0 read' "$R"

# Other systems have files, whose times make no difference.
BACKEND=linux
mkdir -p "$RM_ROOT/etc/net" "$RM_ETC/hooks"
printf '#!/bin/sh\n' >"$RM_ETC/hooks/reload"
chmod +x "$RM_ETC/hooks/reload"
printf '%s\n' /etc/net/wan /etc/net/lan /etc/net/link /etc/net/none >"$RM_ETC/config-files"
echo lan >"$RM_ROOT/etc/net/lan"
echo wan >"$RM_ROOT/etc/net/wan"
ln -s /etc/shadow "$RM_ROOT/etc/net/link"
collect config >"$WORLD/out"
expected=$(printf '%s  etc/net/lan\n%s  etc/net/wan\n' "$(echo lan | sha256sum | cut -c1-64)" "$(echo wan | sha256sum | cut -c1-64)" | sha256sum | cut -c1-64)
check 'of files, that of their checksums and paths' "[\"$expected\"]" "$(sed -n 3p "$WORLD/out")"
config_spooled "$(sed -n 3p "$WORLD/out")"
touch -d '2001-01-01 00:00:00' "$RM_ROOT/etc/net/lan"
collect config >"$WORLD/out"
check 'whatever their times are' '' "$(cat "$WORLD/out")"
echo other >"$RM_ROOT/etc/net/lan"
collect config >"$WORLD/out"
check 'but their content' 3 "$(wc -l <"$WORLD/out" | tr -d ' ')"
read_out
collect config >"$WORLD/out"
check 'nor of what was read' '' "$(cat "$WORLD/out")"
rm "$RM_ETC/config-files"
collect config >"$WORLD/out"
check 'none of them is an empty one' "[\"$(sha256sum </dev/null | cut -c1-64)\"]" "$(sed -n 3p "$WORLD/out")"
rm "$RM_ETC/hooks/reload"
check 'a device that cannot be configured reports nothing' '' "$(collect config)"
finish
