#!/bin/sh
# Installs into a folder, with a client that acts as the server.
. ./harness.sh
fake_proc
[ "$(id -u)" = 0 ] || {
	echo '1..0 # skipped: requires root'
	[ -z "${CI:-}" ]
	exit
}
"$AGENT/build.sh" >"$WORLD/rm-agent"
mkdir -p "$WORLD/bin"
PATH=$WORLD/bin:$PATH
cat >"$WORLD/bin/dropbearkey" <<'EOF'
#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" != -f ] || : >"$2"; shift; done
EOF
# Answers an enrolment with $WORLD/answer, and a link with a welcome.
cat >"$WORLD/bin/dbclient" <<'EOF'
#!/bin/sh
for user; do [ "$before" = -l ] && break; before=$user; done
echo "$user $*" >>"$WORLD/clients"
IFS= read -r hello
echo "$hello" >>"$WORLD/hellos"
if [ "$user" = enroll ]; then
	echo 'nonce 00112233445566778899aabbccddeeff'
	IFS= read -r proof
	echo "$proof" >>"$WORLD/proofs"
	cat "$WORLD/answer"
else
	echo 'welcome keepalive=60 spread=1 dynamic=60 static=0 io=0 gps=0 wireless=0'
	while IFS= read -r line; do echo "$line" >>"$WORLD/lines"; done
fi
EOF
printf '#!/bin/sh\n' >"$WORLD/bin/logger"
chmod +x "$WORLD/bin"/*
export WORLD RM_ROOT RM_PROC RM_SYS RM_DMI RM_TICK=1 RM_SERVICE=none RM_MAC=00:1E:42:AA:BB:CC RM_SERIAL=1108123456
export RM_HOST_KEY='ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOwGRw5lSCa2jRoUor'
rm -rf "$RM_ROOT/etc/rm-agent"
# The clock of the service has to move, so it uses the machine's /proc/uptime.
RM_PROC=/proc
# shellcheck disable=SC2086
agent() { $SHELL_UNDER_TEST "$WORLD/rm-agent" "$@" 2>&1; }

# Full and read-only flash.
if mkdir -p "$RM_ETC" && mount -t tmpfs -o size=64k none "$RM_ETC" 2>/dev/null; then
	head -c 100000 /dev/zero >"$RM_ETC/fill" 2>/dev/null
	check 'full flash is named before anything is written' "rm-agent: nothing was installed: no space left in $RM_ETC, 16 KB are needed" "$(agent install 192.0.2.1:15009 k7f2m9qa.x)"
	check 'and left as it was' fill "$(ls -A "$RM_ETC")"
	rm "$RM_ETC/fill"
	mount -o remount,ro "$RM_ETC"
	check 'so is flash that is read-only' "rm-agent: nothing was installed: $RM_ETC is read-only" "$(agent install 192.0.2.1:15009 k7f2m9qa.x)"
	umount "$RM_ETC"
	rmdir "$RM_ETC"
	mkdir -p "${RM_BIN%/*}"
	mount -t tmpfs -o size=64k none "${RM_BIN%/*}"
	got=$(agent install 192.0.2.1:15009 k7f2m9qa.x)
	case $got in "rm-agent: nothing was installed: no space left in ${RM_BIN%/*}, "*' KB are needed') got=yes ;; esac
	check 'also where the agent itself would be' yes "$got"
	umount "${RM_BIN%/*}"
	check 'without a folder of its own that was not there' '' "$(find "$RM_ROOT" -type f -o -name rm-agent)"
else
	echo '# skipped: nothing can be mounted here'
	[ -z "${CI:-}" ] || FAILED=1
fi

printf 'refused 12 600 Device\\0040could\\0040not\\0040be\\0040verified\n' >"$WORLD/answer"
got=$(agent install 192.0.2.1:15009 k7f2m9qa.SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS)
check 'a refused enrolment says why' 'rm-agent: not enrolled: Device could not be verified (code 12, try again in 600 s)' "$got"
check 'and leaves nothing behind' '' "$(find "$RM_ROOT" -type f)"

printf 'refused 206 600 Enrolment\\0040is\\0040pending\\0040approval\n' >"$WORLD/answer"
got=$(agent install 192.0.2.1:15009 k7f2m9qa.SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS)
check 'a pending enrolment says what to do' 'rm-agent: not enrolled yet: Enrolment is pending approval (code 206, try again in 600 s). Run the install command again once it is approved' "$got"
echo approved >"$RM_ETC/key.dropbear"

echo 'bound 42' >"$WORLD/answer"
: >"$WORLD/proofs"
got=$(agent install 192.0.2.1:15009 k7f2m9qa.SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS)
case $got in *'enrolled as device 42 (serial 1108123456, MAC 00:1E:42:AA:BB:CC)'*'online at 192.0.2.1:15009'*) got=yes ;; esac
check 'installs, enrols and comes online' yes "$got"
check 'with the key that was pending' approved "$(cat "$RM_ETC/key.dropbear")"
hmac_sha256 SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS 00112233445566778899aabbccddeeff110812345600:1E:42:AA:BB:CC
check 'the proof is over nonce, serial and MAC' "proof $R" "$(cat "$WORLD/proofs")"
check 'the key is pinned for both clients' '192.0.2.1 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOwGRw5lSCa2jRoUor
[192.0.2.1]:15009 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOwGRw5lSCa2jRoUor' "$(cat "$RM_ETC/.ssh/known_hosts")"
check 'no other user can read its folder' 700 "$(stat -c %a "$RM_ETC")"
check 'unknown host keys are never accepted' '' "$(grep -E -- ' -y( |$)' "$WORLD/clients")"
got=$(agent status)
case $got in *'serial 1108123456'*'192.0.2.1:15009'*'link          online'*'last ack'*) got=yes ;; esac
check 'status shows identity, server, link and acknowledgement' yes "$got"
case $(agent log) in *'the log is empty'*) got=no ;; *'online as device 42 at 192.0.2.1:15009') got=yes ;; *) got=no ;; esac
check 'the log ends with what happened last' yes "$got"
pid=$(cat "$RM_RUN/pid")
case $(agent run) in *'already running, process '*) got=yes ;; *) got=no ;; esac
check 'a second service refuses to start' yes "$got"

check 'uninstall says so' 'rm-agent: removed' "$(agent uninstall)"
check 'and leaves nothing behind' '' "$(find "$RM_ROOT" -type f -o -type p)"
n=0
while kill -0 "$pid" 2>/dev/null && [ "$n" -lt 50 ]; do
	sleep 0.1 2>/dev/null || sleep 1
	n=$((n + 1))
done
kill -0 "$pid" 2>/dev/null && got=running || got=ended
check 'nor a process' ended "$got"

got=$(RM_HOST_KEY='' agent install 192.0.2.1:15009 k7f2m9qa.x)
check 'without a pinned key nothing is tried' "rm-agent: the server's key is not known on this device: use the install command from the console" "$got"
finish
