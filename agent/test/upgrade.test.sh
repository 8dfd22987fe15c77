#!/bin/sh
. ./harness.sh
. ./upgrade-world.sh

cp "$WORLD/new" "$WORLD/offer"
: >"$WORLD/breaks"
begin
until_line "result u_$N already 0 1/1 1"
check 'the new agent answers with its version' "result u_$N already 0 1/1 1.2.0" "$R"
check 'it is the one that starts from now on, and the old one is kept' '1.2.0 1.1.0' "$("$RM_BIN" version) $("$RM_BIN.old" version)"
check 'what was fetched is not fetched again' '0 30000 ' "$(tr '\n' ' ' <"$WORLD/gets")"
check 'the service is the same process' "$SERVICE_PID" "$(cat "$RM_RUN/pid")"
check 'in the same boot, tried before it stays' 'no yes no 1 ' "$(sed -e 's/.*"trial":true.*/yes/' -e 's/^hello.*/no/' "$WORLD/hellos" | tr '\n' ' ')$(sed 's/.*"boot":"\([0-9a-f]*\)".*/\1/' "$WORLD/hellos" | sort -u | wc -l) "
remains
check 'nothing is left beside it' '' "$R"
end

# answered: R, the reason why the update was not done.
answered() {
	until_line "result u_$N failed"
	R=${R#"result u_$N failed 1 1/1 "}
}
# A disk with space for one of them (195 KB); a folder that is read-only, like an overlay on failed flash; and /etc
# likewise.
if mount -t tmpfs -o size=240k none "$RM_ROOT/usr/sbin" 2>/dev/null; then
	begin
	answered
	check 'without room beside it nothing is changed' "the new agent cannot be written to $RM_ROOT/usr/sbin: No space left on device 1.1.0 rm-agent" \
		"$R $("$RM_BIN" version) $(ls "$RM_ROOT/usr/sbin")"
	end
	umount "$RM_ROOT/usr/sbin"

	mount -t tmpfs none "$RM_ROOT/usr/sbin"
	cp "$WORLD/old" "$RM_BIN"
	chmod 755 "$RM_BIN"
	mount -o remount,ro "$RM_ROOT/usr/sbin"
	begin 2>/dev/null
	answered
	check 'a folder that is read-only is named' "the new agent cannot be written to $RM_ROOT/usr/sbin: Read-only file system" "$R"
	check 'the old agent goes on, the same process' "1.1.0 $SERVICE_PID online" \
		"$("$RM_BIN" version) $(cat "$RM_RUN/pid") $(sed -n 's/^link=//p' "$RM_RUN/state")"
	remains
	check 'and nothing is left behind' '' "$R"
	end
	umount "$RM_ROOT/usr/sbin"

	cp -a "$RM_ETC" "$WORLD/kept"
	mount -t tmpfs none "$RM_ETC"
	cp -a "$WORLD/kept/." "$RM_ETC"
	mount -o remount,ro "$RM_ETC"
	begin 2>/dev/null
	answered
	check 'an update that could not be recorded is not started' "the id could not be stored in $RM_ETC: not started 1.1.0 $SERVICE_PID none" \
		"$R $("$RM_BIN" version) $(cat "$RM_RUN/pid") $(cat "$WORLD/gets" 2>/dev/null || echo none)"
	end
	umount "$RM_ETC"
else
	echo '# skipped: nothing can be mounted here'
	[ -z "${CI:-}" ] || FAILED=1
fi

broken 'echo "no such thing" >&2; exit 3'
stays 'one that ends at once' 'the new agent ended by itself: no such thing'
echo 'cmd u_10 upgrade-agent 60 00112233445566778899aabbccddeeff 0011 1 1.2.0
cmd u_11 upgrade-agent 60 short 0011 1 1.3.0
cmd u_12 upgrade-agent 60 * * * *' >"$WORLD/cmd"
cp "$WORLD/old" "$RM_BIN"
rm -f "$WORLD/lines"
"$RM_BIN" run </dev/null >/dev/null 2>&1 &
SERVICE_PID=$!
until_line 'result u_12'
check 'an invalid request is not started' 'result u_10 failed 2 1/1 expected a ticket, a checksum, a length and a version
result u_11 failed 2 1/1 expected a ticket, a checksum, a length and a version
result u_12 failed 2 1/1 expected a ticket, a checksum, a length and a version' "$(grep 'result u_1[012]' "$WORLD/lines")"
end

: >"$WORLD/older"
rm -f "$WORLD/cmd" "$WORLD/hellos"
RM_RETRY_MAX=1 "$RM_BIN" run </dev/null >/dev/null 2>&1 &
SERVICE_PID=$!
until_n=0
while ! grep -q '"v":1,' "$WORLD/hellos" 2>/dev/null && [ "$until_n" -lt 500 ]; do
	until_n=$((until_n + 1))
	sleep 0.2 2>/dev/null || sleep 1
done
check 'a server that speaks only the protocol before is spoken to in that' '2 1 ' "$(sed 's/hello {"v":\([0-9]*\).*/\1/' "$WORLD/hellos" | tr '\n' ' ')"
finish
