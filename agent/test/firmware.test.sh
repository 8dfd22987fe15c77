#!/bin/sh
# Fetched firmware is installed once, and the agent is not lost.
. ./harness.sh
. ./stage-world.sh

# ready: a device that has fetched the file, without any earlier command.
ready() {
	mkdir -p "$stage"
	rm -f "$RM_RUN/notes" "$RM_ETC/notes" "$WORLD/installs" "$WORLD/notes" "$WORLD/refuses" "$WORLD/fails" "$WORLD/returns"
	cp "$WORLD/offer" "$stage/file"
	echo "$SUM" >"$stage/sum"
	echo "$ticket $SUM" >"$stage/whole"
}
installs() { [ -f "$WORLD/installs" ] && [ "$(wc -l <"$WORLD/installs")" -ge "$1" ]; }
# again <command>: the answer of the agent after a start.
again() {
	serve "$1"
	until_line "result ${1%% *} "
	end
}

ready
serve "k_1 firmware 60 $SUM keep 7.2.1"
until_true installs 2
check 'it is checked, then installed' "-T file${NL}file" "$(cat "$WORLD/installs")"
check 'its id is on flash by then' 'k_1 11111111-2222-3333-4444-555555555555' "$(tail -n 1 "$WORLD/notes")"
check 'the files of the agent are kept, whatever an older one has listed' yes \
	"$(grep -qx /etc/rc.d/S95rm-agent "$RM_ROOT/lib/upgrade/keep.d/rm-agent" && grep -qx /lib/upgrade/keep.d/rm-agent "$RM_ROOT/lib/upgrade/keep.d/rm-agent" && echo yes)"
kill -9 "$SERVICE_PID"
wait "$SERVICE_PID" 2>/dev/null
serve "k_1 firmware 60 $SUM keep 7.2.1" "k_2 firmware 60 $SUM keep 7.2.1" "k_3 fetch 60 $ticket $SUM 200000"
until_line 'result k_3'
check 'killed meanwhile, the agent lets the installation go on, and its file' \
	"result k_1 already 0 1/1 begun, not finished${NL}result k_2 failed 75 1/1 another file is being fetched or installed${NL}result k_3 failed 75 1/1 a firmware is being installed" \
	"$(grep result "$WORLD/lines")"
read -r _ left _ <"$stage/firmware"
exec_tree "$left"
for pid in $exec_pids; do kill -9 "$pid" 2>/dev/null; done
power 2
again "k_1 firmware 60 $SUM keep 7.2.1"
check 'after the restart it is known to have been' 'result k_1 already 0 1/1 rebooted 2' "$R $(wc -l <"$WORLD/installs")"

ready
mkdir -p "$RM_ROOT/etc/init.d" "$RM_ROOT/etc/rc.d" "$RM_ROOT/etc/config"
echo script >"$RM_ROOT/etc/init.d/rm-agent"
ln -s ../init.d/rm-agent "$RM_ROOT/etc/rc.d/S95rm-agent"
echo lan >"$RM_ROOT/etc/config/network"
serve "r_1 firmware 60 $SUM reset -"
until_true installs 2
check 'a reset keeps the agent alone' "-T -n file${NL}-n -f agent.tar.gz file" "$(cat "$WORLD/installs")"
check 'with everything it needs' 'etc/init.d/rm-agent etc/rc.d/S95rm-agent etc/rm-agent/.ssh/ etc/rm-agent/device etc/rm-agent/identity etc/rm-agent/key.dropbear etc/rm-agent/notes etc/rm-agent/server lib/upgrade/keep.d/rm-agent usr/sbin/rm-agent ' \
	"$(tar -tzf "$WORLD/agent.tar.gz" | grep -v -e '^etc/rm-agent/$' -e keepalive | sort | tr '\n' ' ')"
mkdir "$WORLD/new"
tar -xzf "$WORLD/agent.tar.gz" -C "$WORLD/new"
power 3
rm -rf "$WORLD/root/etc" "$WORLD/root/usr" "$WORLD/root/lib"
cp -a "$WORLD/new/." "$RM_ROOT"
again "r_1 firmware 60 $SUM reset -"
check 'and the id, so that it is not done again' 'result r_1 already 0 1/1 rebooted 2' "$R $(wc -l <"$WORLD/installs")"

ready
printf 'Device model-x not supported by this image\nImage check failed.\n' >"$WORLD/refuses"
again "c_1 firmware 60 $SUM keep 7.2.1"
check 'what the tool refuses is not installed' 'result c_1 failed 7 1/1 Device model-x not supported by this image 1' "$R $(wc -l <"$WORLD/installs")"
check 'and takes no memory, nor is it recorded as started' 'no no' "$([ -d "$stage" ] || echo no) $([ -s "$RM_ETC/notes" ] || echo no)"
ready
echo 'not a \ firmware' >"$WORLD/fails"
again "c_2 firmware 60 $SUM keep 7.2.1"
check 'one that cannot be written says why' 'result c_2 failed 1 1/1 not a \\ firmware' "$R"
power 4
again "c_2 firmware 60 $SUM keep 7.2.1"
check 'also after a restart' 'result c_2 already 1 1/1 not a \\ firmware 2' "$R $(wc -l <"$WORLD/installs")"
ready
: >"$WORLD/returns"
again "c_3 firmware 60 $SUM keep 7.2.1"
check 'a tool that does nothing is noticed' 'result c_3 failed 1 1/1 the device did not restart within 2 s' "$R"
ready
echo more >>"$stage/file"
again "c_4 firmware 60 $SUM keep 7.2.1"
check 'what has changed in memory is not installed' 'result c_4 failed 5 1/1 the firmware has changed since it was fetched' "$R"
rm -f "$WORLD/installs"
again "c_5 firmware 60 $SUM keep 7.2.1"
check 'nor what was not fetched' 'result c_5 failed 5 1/1 the firmware has not been fetched no' "$R $(cat "$WORLD/installs" 2>/dev/null || echo no)"

# Enough time to interrupt it between its note and the installation.
export RM_FLASH_DELAY=8
noted() { grep -q "^$1 " "$RM_ETC/notes" 2>/dev/null; }
ready
: >"$WORLD/hangs"
serve "i_1 firmware 60 $SUM keep 7.2.1"
until_true installs 1
crash
rm "$WORLD/hangs"
again "i_1 firmware 60 $SUM keep 7.2.1"
check 'killed while it is checked' 'result i_1 already 1 1/1 the agent was ended before the firmware was installed 1' "$R $(wc -l <"$WORLD/installs")"
ready
serve "i_2 firmware 60 $SUM keep 7.2.1"
until_true noted i_2
crash
again "i_2 firmware 60 $SUM keep 7.2.1"
check 'killed with everything between its note and the installation' \
	'result i_2 already 1 1/1 the agent was ended before the firmware was installed 1' "$R $(wc -l <"$WORLD/installs")"
ready
serve "i_3 firmware 60 $SUM keep 7.2.1"
until_true noted i_3
power 5
again "i_3 firmware 60 $SUM keep 7.2.1"
check 'a power cut there' 'result i_3 already 0 1/1 rebooted 1' "$R $(wc -l <"$WORLD/installs")"
ready
serve "i_4 firmware 60 $SUM keep 7.2.1"
until_true grep -qs install "$stage/firmware"
kill -9 "$SERVICE_PID"
wait "$SERVICE_PID" 2>/dev/null
serve "i_4 firmware 60 $SUM keep 7.2.1"
until_true installs 2
until_line 'result i_4'
sleep 5
check 'the agent alone killed there: installed, once' 'result i_4 already 0 1/1 begun, not finished 2' "$R $(wc -l <"$WORLD/installs")"
read -r _ left _ <"$stage/firmware"
exec_tree "$left"
for pid in $exec_pids; do kill -9 "$pid" 2>/dev/null; done
power 6

ready
for bad in "$SUM" "$SUM keep" "$SUM keep 1 1" "$SUM both 1" "x keep 1" "$SUM keep a;b" "$SUM keep \$(x)" '* * *' ''; do
	again "b_1 firmware 60 $bad"
	check "not installed: '$bad'" "result b_1 failed 2 1/1 expected a checksum, 'keep' or 'reset', and a version" "$R"
	rm -f "$RM_RUN/notes"
done

capable() { tail -n 1 "$WORLD/hellos" | grep -o '"firmware"[],]'; }
check 'a device that can install firmware says so' yes "$(capable >/dev/null && echo yes)"
RM_SYSUPGRADE=no-such-tool
ready
again "h_1 firmware 60 $SUM keep 7.2.1"
check 'one without a tool does not, and installs none' 'result h_1 failed 127 1/1 unsupported ' "$R $(capable)"
mkdir -p "$RM_ETC/hooks"
cat >"$RM_ETC/hooks/firmware" <<'EOS'
#!/bin/sh
exec "$WORLD/bin/upgrade-tool" "$@"
EOS
chmod +x "$RM_ETC/hooks/firmware"
ready
serve "h_2 firmware 60 $SUM reset 7.2.1"
until_true installs 2
check 'a hook of its own takes the place' "check file reset 7.2.1${NL}file reset 7.2.1 yes" "$(cat "$WORLD/installs") $(capable >/dev/null && echo yes)"
power 7
finish
