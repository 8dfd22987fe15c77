# shellcheck shell=sh
# `rm-agent status`: shows the state and any problem.

state_load() {
	STATE_link=''
	STATE_since=''
	STATE_retry_at=''
	STATE_error=''
	STATE_pid=''
	[ -r "$RM_RUN/state" ] || return 1
	while IFS='=' read -r state_key state_value; do
		case $state_key in
			link) STATE_link=$state_value ;;
			since) STATE_since=$state_value ;;
			retry_at) STATE_retry_at=$state_value ;;
			pid) STATE_pid=$state_value ;;
			error) STATE_error=$state_value ;;
		esac
	done <"$RM_RUN/state"
}

# ago <uptime then>: R
ago() {
	R=$((NOW - ${1:-$NOW}))
	if [ "$R" -lt 120 ]; then
		R="$R s"
	elif [ "$R" -lt 7200 ]; then
		R="$((R / 60)) min"
	else
		R="$((R / 3600)) h"
	fi
}

row() {
	printf '%-13s %s\n' "$1" "$2"
}

agent_status() {
	read_now
	row agent "rm-agent $RM_VERSION"
	if ! identity_load; then
		row identity "none: this device is not enrolled; use the install command from the console"
		return 1
	fi
	missing_tools
	[ -z "$R" ] || row missing "$R; what uses them will fail"
	row identity "serial $SERIAL, MAC $MAC, backend $BACKEND"
	status_server
	status_link
}

status_server() {
	if ! server_load; then
		row server "none set in $RM_ETC/server"
		return
	fi
	row server "$HOST:$PORT"
	if [ -s "$RM_ETC/.ssh/known_hosts" ]; then
		row 'pinned key' "$(sed -n '1s/^[^ ]* //p' "$RM_ETC/.ssh/known_hosts")"
	else
		row 'pinned key' 'none: the server cannot be trusted; use the install command from the console'
	fi
	if ssh_choose && [ -f "$RM_ETC/key.$SSH_KIND" ]; then
		row client "$SSH_BIN ($SSH_KIND)"
	else
		row client 'no installed SSH client can use the key of this device: enrol again'
	fi
}

status_link() {
	if [ ! -s "$RM_ETC/device" ]; then
		row link 'not enrolled; use the install command from the console'
		return
	fi
	read -r DEVICE <"$RM_ETC/device"
	row device "$DEVICE"
	state_load
	if ! run_alive; then
		row link 'the service is not running; start it with your init system or with "rm-agent run"'
	else
		ago "$STATE_since"
		case $STATE_link in
			online) row link "online for $R" ;;
			connecting) row link "connecting for $R" ;;
			*) row link "down for $R" ;;
		esac
	fi
	[ -z "$STATE_error" ] || row 'last error' "$STATE_error"
	if [ "$STATE_link" = down ] && [ "${STATE_retry_at:-0}" -gt "$NOW" ]; then
		row 'next try' "in $((STATE_retry_at - NOW)) s"
	fi
	[ -s "$RM_RUN/boot" ] || return 0
	spool_open
	spool_count
	row spool "$R reports pending, $SPOOL_BYTES of $RM_SPOOL_BYTES bytes"
	row 'last ack' "report $ACKED of $SEQ, boot $BOOT"
}

agent_log() {
	if [ ! -f "$RM_RUN/log" ]; then
		echo 'rm-agent: the log is empty'
		return
	fi
	[ ! -f "$RM_RUN/log.1" ] || cat "$RM_RUN/log.1"
	cat "$RM_RUN/log"
}
