# shellcheck shell=sh
# Enrolment: a new key signs in as `enroll`, sends hello, proves that it knows a secret, and is bound to a device id.

# enrol <secret> [public part of the enrolment key]: binds this device or fails with the server's reason. If the answer
# to a proof is lost, or the server was busy (202), the proof is repeated with the same key, which may already be bound:
# four times, after 1, 2, 4 and 8 seconds.
enrol() {
	# From the proof on, only this key gives the device access.
	sync
	# Before the pipes are opened: a tool that runs meanwhile must not keep one open.
	hello_prepare
	ENROLLED=
	ENROL_PROVED=
	enrol_wait=1
	while ! enrol_once "$@"; do
		[ -n "$ENROL_PROVED" ] && [ "${ENROL_CODE:-202}" = 202 ] && [ "$enrol_wait" -le 8 ] || return 1
		sleep "$enrol_wait"
		enrol_wait=$((enrol_wait * 2))
	done
	echo "$ENROLLED" | keep "$RM_ETC/device" || fail "$RM_ETC/device cannot be written"
	: >"$RM_ETC/fresh"
}

# enrol_once <secret> [public part of the enrolment key]: one connection; 1 with the reason in ENROL_ERROR.
enrol_once() {
	enrol_err=$RM_RUN/enrol.err.$$
	ssh_pipes "enrol.$$" || fail "cannot create a pipe in $RM_RUN"
	trap '' PIPE
	ENROL_ERROR=
	ENROL_CODE=
	(
		exec 4>&- 5<&- 8<&- 0<&7 1>&9 2>"$enrol_err" 7<&- 9>&-
		ssh_exec enroll link 30
	) &
	enrol_client=$!
	exec 7<&- 9>&-
	enrol_watch "$enrol_client" 4>&- 5<&- 8<&- &
	hello_line "${2:-}"
	printf '%s\n' "$R" 2>/dev/null >&4
	while [ -z "$ENROLLED$ENROL_CODE" ] && IFS= read -r enrol_line <&8; do
		case $enrol_line in
			'nonce '*)
				hmac_sha256 "$1" "${enrol_line#nonce }$SERIAL$MAC"
				ENROL_PROVED=1
				printf '%s\n' "proof $R" 2>/dev/null >&4
				;;
			'bound '*) ENROLLED=${enrol_line#bound } ;;
			'refused '*) enrol_refused "${enrol_line#refused }" ;;
		esac
	done
	exec 4>&- 8<&-
	kill "$enrol_client" 2>/dev/null
	wait 2>/dev/null
	ssh_complaint "$enrol_err"
	rm -f "$enrol_err"
	trap - PIPE
	ENROL_ERROR=${ENROL_ERROR:-${R:-the server closed the connection without an answer}}
	[ -n "$ENROLLED" ]
}

# enrol_refused '<code> <seconds> <reason>'
enrol_refused() {
	enrol_rest=${1#* }
	ENROL_CODE=${1%% *}
	ENROL_ERROR="$(printf '%b' "${enrol_rest#* }") (code $ENROL_CODE, try again in ${enrol_rest%% *} s)"
}

# enrol_undecided: whether the server may have bound the key, or may still bind it: its answer was lost, it is busy
# (202), there were too many attempts (203), or it waits for approval (206).
enrol_undecided() {
	case $ENROL_CODE in
		'' | 202 | 203 | 206) [ -n "$ENROL_PROVED" ] ;;
		*) false ;;
	esac
}

enrol_watch() {
	enrol_n=0
	while [ "$enrol_n" -lt "$RM_WATCHDOG" ] && kill -0 "$1" 2>/dev/null; do
		sleep 1
		enrol_n=$((enrol_n + 1))
	done
	kill "$1" 2>/dev/null
}

ask_password() {
	[ -t 0 ] && printf 'Password of the add-device form: ' >&2 && stty -echo 2>/dev/null
	IFS= read -r R
	[ -t 0 ] && stty echo 2>/dev/null && echo >&2
	[ -n "$R" ] || fail 'no password given'
}

# enrol_with <enrolment key | --password>
enrol_with() {
	case $1 in
		--password)
			ask_password
			enrol "$R"
			;;
		?*.?*) enrol "${1#*.}" "${1%%.*}" ;;
		*) fail 'the enrolment key is malformed: use the install command from the console' ;;
	esac
}
