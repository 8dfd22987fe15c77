#!/bin/sh
# How a device enrols. A race between processes is tried TIMES times.
. ./harness.sh
TIMES=${TIMES:-60}
fake_proc
BACKEND=linux SERIAL=L-0a1b2c3d4e5f MAC=00:1E:42:AA:BB:CC
read_now
spool_open
enrol_watch() { :; }
sync() { :; }
secret=SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS
leftovers() {
	R=$(find "$RM_RUN" -name '*x.enrol.*' -o -name 'enrol.*')
}

ssh_exec() {
	IFS= read -r hello
	echo "$hello" >"$WORLD/hello"
	echo 'nonce 00112233445566778899aabbccddeeff'
	IFS= read -r proof
	echo "$proof" >"$WORLD/proof"
	echo 'bound 42'
}
enrol "$secret" k7f2m9qa
check 'a device that proves itself is bound' '0 42' "$? $(cat "$RM_ETC/device")"
case $(cat "$WORLD/hello") in 'hello {'*'"key":"k7f2m9qa"'*) R=yes ;; esac
check 'the hello names the enrolment key' yes "$R"
hmac_sha256 "$secret" "00112233445566778899aabbccddeeff$SERIAL$MAC"
check 'and never the secret' "proof $R" "$(cat "$WORLD/proof")"

ssh_exec() {
	echo 'dbclient: Connection to 192.0.2.1 exited: Connect failed' >&2
	exit 1
}
enrol "$secret"
check 'a client that ends by itself is the reason' '1 dbclient: Connection to 192.0.2.1 exited: Connect failed' "$? $ENROL_ERROR"
leftovers
check 'nothing is left behind' '' "$R"

# A tool that stays in the background would keep the pipes open, and the enrolment would wait for it.
(
	# shellcheck disable=SC2030
	hello_prepare() {
		for fd in 4 7 8 9; do ! (eval ": >&$fd") 2>/dev/null || echo "$fd"; done >"$WORLD/inherited"
	}
	enrol "$secret"
)
check 'the tools that identify the device inherit none of the pipes' '' "$(cat "$WORLD/inherited")"

# A child that ends at the moment the client starts must not end the shell with it.
(
	ssh_exec() {
		IFS= read -r hello
		echo 'bound 42'
	}
	# The last call before the pipes of the client are opened.
	hello_prepare() {
		for child in 1 2 3 4; do (:) & done
	}
	# Without additional processes.
	keep() { IFS= read -r R && echo "$R" >"$1"; }
	# The state of a shell that has ended.
	enrol_client=
	trap 'kill "$enrol_client"' EXIT
	bound=0
	while [ "$bound" -lt "$TIMES" ]; do
		enrol "$secret" || break
		bound=$((bound + 1))
	done
	trap - EXIT
	echo "bound $bound times"
) >"$WORLD/said" 2>&1
check 'a device is bound while a child ends' "bound $TIMES times" "$(cat "$WORLD/said")"
finish
