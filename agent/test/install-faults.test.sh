#!/bin/sh
# The link is cut at each line of an enrolment, and the power at each sync of an installation: a device is bound with
# one key, and the install command can be run again. SEEDS is the number of random orders of cuts; one in EVERY power
# cuts is tried.
# The agent assigns its variables.
# shellcheck disable=SC2034,SC2154
. ./harness.sh
fake_proc
SEEDS=${SEEDS:-2}
EVERY=${EVERY:-9}
cuts=$WORLD/cuts
mkdir -p "$RM_ROOT/usr/sbin"
export RM_SERVICE=systemd RM_SSH=dropbear RM_BACKEND=linux RM_MAC=00:1E:42:AA:BB:CC RM_SERIAL=1108123456
export RM_HOST_KEY='ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOwGRw5lSCa2jRoUor'

# Replaces system calls of the agent.
require_tools() { :; }
service_start() { :; }
service_stop() { :; }
wait_online() { :; }
enrol_watch() { :; }
systemctl() { :; }
dbclient() { :; }
sleep() { :; }
hello_prepare() { HELLO_V=2 HELLO=; }
hmac_sha256() { R=$1; }
ssh_complaint() { R=; }
spool_open() {
	mkdir -p "$RM_RUN"
	BOOT=0123456789ab
}
dropbearkey() {
	while [ "$1" != -f ]; do shift; done
	cat /proc/sys/kernel/random/uuid >"$2"
}
sync() {
	[ -d "$cuts" ] || return 0
	read -r calls <"$WORLD/calls"
	calls=$((calls + 1))
	echo "$calls" >"$WORLD/calls"
	mkdir "$cuts/$calls"
	cp -a "$RM_ROOT/etc" "$RM_ROOT/usr" "$WORLD/bound" "$cuts/$calls"
}

# The server, with one line of $WORLD/steps for each connection: the line after which it is cut. $WORLD/bound has the
# keys whose proofs it accepted; more than one only with a key for many devices.
ssh_exec() {
	steps=
	{
		read -r step
		while read -r later; do steps=$steps$later$NL; done
	} <"$WORLD/steps"
	printf '%s' "$steps" >"$WORLD/steps"
	IFS= read -r _
	[ "$step" != hello ] || exit 255
	echo 'nonce 00112233445566778899aabbccddeeff'
	[ "$step" != nonce ] || exit 255
	IFS= read -r proof || exit
	key=$(cat "$RM_ETC/key.dropbear")
	if [ "$KIND" != many ] && [ -s "$WORLD/bound" ] && ! grep -qxF "$key" "$WORLD/bound"; then
		echo 'refused 205 3600 spent'
		exit
	fi
	grep -qxF "$key" "$WORLD/bound" || echo "$key" >>"$WORLD/bound"
	case $step in
		proof) exit 255 ;;
		torn)
			printf 'bound 4'
			exit 255
			;;
		busy) echo 'refused 202 5 busy' ;;
		*) echo 'bound 42' ;;
	esac
}
# installs: R, the last message of the installation.
installs() {
	if [ "$KIND" = password ]; then
		(echo secret | agent_install 192.0.2.1:15009 --password)
	else
		(agent_install 192.0.2.1:15009 k7f2m9qa.SSSS)
	fi >"$WORLD/said" 2>&1
	R=$(tail -n 1 "$WORLD/said")
}
# enrols <once|many|password> <step …>: runs the install command up to four times; R, the outcome and the number of
# bound keys.
enrols() {
	KIND=$1
	shift
	rm -rf "$RM_ETC" "$RM_RUN" "$RM_BIN"
	: >"$WORLD/bound"
	printf '%s\n' "$@" >"$WORLD/steps"
	runs=0
	R=
	while [ "$runs" -lt 4 ]; do
		runs=$((runs + 1))
		installs
		case $R in *'enrolled as device 42 '*) break ;; esac
	done
	R="$R keys $(wc -l <"$WORLD/bound" | tr -d ' ') runs $runs"
}
bound='rm-agent: enrolled as device 42 (serial 1108123456, MAC 00:1E:42:AA:BB:CC) keys 1 runs'

enrols once hello
check 'the link is cut before the nonce: the user runs the command again' "$bound 2" "$R"
enrols many nonce proof
check 'after the nonce, and after the proof: it is tried again' "$bound 1" "$R"
enrols password torn busy
check "in the middle of 'bound', or refused by a busy server: too" "$bound 1" "$R"
rm -f "$RM_ETC/device"
: >"$WORLD/bound"
printf '%s\n' proof proof proof proof proof >"$WORLD/steps"
installs
check 'whose screen has the reason' 'rm-agent: not enrolled yet: the server closed the connection without an answer. Run the install command again: the server may know this device already' "$R"

bad=
seed=0
while [ "$seed" -lt "$SEEDS" ]; do
	seed=$((seed + 1))
	steps=$(awk -v seed="$seed" 'BEGIN {
		srand(seed)
		n = split("hello nonce proof torn busy", s)
		print substr("once    many    password", int(rand() * 3) * 8 + 1, 8)
		for (i = int(rand() * 8); i > 0; i--) if (hellos < 3) { step = s[int(rand() * n) + 1]; hellos += step == "hello"; print step }
	}')
	# Constant words.
	# shellcheck disable=SC2086
	enrols $steps
	case $R in "$bound"*) ;; *) bad="$bad $seed: $R" ;; esac
done
check "whatever is cut, a device is bound with one key ($SEEDS seeds)" '' "$bad"

# lives: an installation without a power cut.
lives() {
	rm -rf "$cuts"
	mkdir "$cuts"
	echo 0 >"$WORLD/calls"
	: >"$WORLD/steps"
	KIND=once
	sync
	installs
	sync
	read -r CALLS <"$WORLD/calls"
	rm -rf "$WORLD/all"
	mv "$cuts" "$WORLD/all"
}
# loses <call> <kept|lost|empty>: the data written since the last call.
loses() {
	lost_from=$1
	[ "$2" != lost ] || lost_from=$(($1 - 1))
	rm -rf "${RM_ROOT:?}/etc" "${RM_ROOT:?}/usr" "$RM_RUN"
	cp -a "$WORLD/all/$lost_from/etc" "$WORLD/all/$lost_from/usr" "$RM_ROOT"
	cp "$WORLD/all/$1/bound" "$WORLD/bound"
	[ "$2" = empty ] || return 0
	(cd "$WORLD/all/$(($1 - 1))" && find etc usr -type f -exec sha256sum {} +) >"$WORLD/sums"
	(cd "$RM_ROOT" && find etc usr -type f -exec sha256sum {} +) | while read -r lost_sum lost_file; do
		grep -q "^$lost_sum " "$WORLD/sums" || : >"$RM_ROOT/$lost_file"
	done
}
# connects: whether the service starts at the next boot, with the key that the server has bound.
connects() {
	cmp -s "$0" "$RM_BIN" && [ -x "$RM_BIN" ] && [ -s "$RM_ROOT/etc/systemd/system/rm-agent.service" ] &&
		[ -s "$RM_ETC/.ssh/known_hosts" ] && server_load && identity_load && [ -s "$RM_ETC/device" ] &&
		cmp -s "$RM_ETC/key.dropbear" "$WORLD/bound"
}
# powers <first|again>: cuts the power at each call.
powers() {
	bad=
	n=0
	call=2
	while [ "$call" -le "$CALLS" ]; do
		for loss in kept lost empty; do
			n=$((n + 1))
			[ $((n % EVERY)) -eq $((call % EVERY)) ] || continue
			loses "$call" "$loss"
			if connects; then continue; fi
			[ "$1" = first ] && [ "$call" -lt "$CALLS" ] || bad="$bad $call:$loss-installed"
			installs
			connects || bad="$bad $call:$loss: $R"
		done
		call=$((call + 1))
	done
}
rm -rf "$RM_ETC" "$RM_RUN" "$RM_BIN" "$RM_ROOT/etc/systemd"
mkdir -p "$RM_ETC"
: >"$WORLD/bound"
lives
check 'an installation ends' "$bound" "$R keys $(wc -l <"$WORLD/bound" | tr -d ' ') runs"
powers first
check 'after a power cut a device connects, or is installed by the same command' '' "$bad"
lives
powers again
check 'the installation of a device that is installed can be cut at any time' '' "$bad"
finish
