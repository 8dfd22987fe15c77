# shellcheck shell=sh
# Enrolment: a new key signs in as `enroll`, sends hello, proves that it knows a secret, and is bound to a device id.

# enrol <secret> [public part of the enrolment key]: binds this device or fails with the server's reason.
enrol() {
	enrol_err=$RM_RUN/enrol.err.$$
	# Before the pipes are opened: a tool started meanwhile must not keep one open.
	hello_prepare
	ssh_pipes "enrol.$$" || fail "cannot create a pipe in $RM_RUN"
	trap '' PIPE
	ENROLLED=
	ENROL_ERROR=
	ENROL_PENDING=
	(
		exec 4>&- 5<&- 8<&- 0<&7 1>&9 2>"$enrol_err" 7<&- 9>&-
		ssh_exec enroll link 30
	) &
	enrol_client=$!
	exec 7<&- 9>&-
	enrol_watch "$enrol_client" 4>&- 5<&- 8<&- &
	hello_line "${2:-}"
	printf '%s\n' "$R" 2>/dev/null >&4
	while [ -z "$ENROLLED$ENROL_ERROR" ] && IFS= read -r enrol_line <&8; do
		case $enrol_line in
			'nonce '*)
				hmac_sha256 "$1" "${enrol_line#nonce }$SERIAL$MAC"
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
	if [ -z "$ENROLLED" ]; then
		ENROL_ERROR=${ENROL_ERROR:-${R:-the server closed the connection without an answer}}
		return 1
	fi
	put "$RM_ETC/device" "$ENROLLED"
	: >"$RM_ETC/fresh"
}

# enrol_refused '<code> <seconds> <reason>'
enrol_refused() {
	enrol_rest=${1#* }
	[ "${1%% *}" != 206 ] || ENROL_PENDING=1
	ENROL_ERROR="$(printf '%b' "${enrol_rest#* }") (code ${1%% *}, try again in ${enrol_rest%% *} s)"
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
