# shellcheck shell=sh
# `upgrade-agent`: replaces this agent by another. The new one is fetched into memory, checked, written beside the
# running one and tried as the service, while this process waits for the server to welcome it. Only then does it replace
# the old one by a single rename: after any interruption, the next start is that of a working agent. This process
# becomes the next service by exec, so the service manager is not involved.

UPGRADE_BYTES=1048576

# upgrade_init: reports the outcome of an update during which the device or its agent was stopped.
upgrade_init() {
	UPGRADE=
	UPGRADE_PID=
	[ -z "${RM_TRIAL:-}" ] || return 0
	rm -f "$RM_RUN"/upgrade.* "$RM_BIN.new" 2>/dev/null
	[ -s "$RM_ETC/upgrade" ] || return 0
	read -r init_id init_version <"$RM_ETC/upgrade"
	if [ "$init_version" = "$RM_VERSION" ]; then
		upgrade_note "$init_id" 0 "$RM_VERSION"
	else
		upgrade_note "$init_id" 1 'the device or its agent was restarted before the new agent had proven itself'
	fi
}

# upgrade_note <id> <exit> <text>: stores the outcome of an update on flash.
upgrade_note() {
	printf '%s\n' "$1 $2 1/1 $3" 2>/dev/null >>"$RM_ETC/notes" || command_note "$1" "$2" "$3"
	rm -f "$RM_ETC/upgrade"
	[ "$2" -eq 0 ] || log "the agent was not updated: $3"
}

is_version() {
	case $1 in
		'' | *[!A-Za-z0-9.+-]*) return 1 ;;
	esac
	[ ${#1} -le 16 ]
}

# upgrade_start <id> '<ticket> <sha256> <bytes> <version>'
upgrade_start() {
	start_id=$1
	# The checks below ensure words without blanks or patterns.
	# shellcheck disable=SC2086
	set -f && set -- $2 && set +f
	if [ $# -ne 4 ] || ! is_ticket "$1" || ! is_sha256 "$2" || ! is_bytes "$3" ||
		[ "$3" -gt "$UPGRADE_BYTES" ] || ! is_version "$4"; then
		command_done "$start_id" failed 2 'expected a ticket, a checksum, a length and a version'
		return
	fi
	if [ "$4" = "$RM_VERSION" ]; then
		command_done "$start_id" 'done' 0 "$RM_VERSION"
		return
	fi
	if [ -n "$UPGRADE$FIRMWARE${RM_TRIAL:-}" ]; then
		command_done "$start_id" failed 75 'another update is in progress'
		return
	fi
	if config_busy; then
		command_done "$start_id" failed 75 'a configuration is being applied or waits for its confirmation'
		return
	fi
	if ! printf '%s\n' "$start_id 0 1/1 begun, not finished" 2>/dev/null >>"$RM_ETC/notes" ||
		! put "$RM_ETC/upgrade" "$start_id $4" 2>/dev/null; then
		command_done "$start_id" failed 1 "the id could not be stored in $RM_ETC: not started"
		return
	fi
	notes_sweep "$RM_ETC/notes"
	log "updating to agent $4, requested by the server as $start_id"
	UPGRADE=$start_id
	UPGRADE_VERSION=$4
	UPGRADE_UNTIL=$((NOW + RM_FETCH_WAIT + 60))
	(
		exec 4>&- 5<&-
		trap 'fetch_end; exit' TERM
		upgrade_prepare "$@"
	) </dev/null &
	UPGRADE_PID=$!
}

# upgrade_ready '<id> [<why not>]'
upgrade_ready() {
	[ "${1%% *}" = "$UPGRADE" ] || return 0
	rm -f "$RM_RUN"/upgrade.*
	if [ -n "${1#* }" ]; then
		upgrade_give_up "${1#* }"
		return
	fi
	log "trying agent $UPGRADE_VERSION"
	run_end
	trap 'upgrade_end_trial; exit 0' TERM INT
	if upgrade_try && mv -f "$RM_BIN.new" "$RM_BIN"; then
		sync
		upgrade_note "$UPGRADE" 0 "$UPGRADE_VERSION"
	else
		rm -f "$RM_BIN.new"
		upgrade_note "$UPGRADE" 1 "${R:-$RM_BIN cannot be replaced}"
	fi
	# A user is waiting for the answer.
	: >"$RM_RUN/fresh"
	exec 3>&- 4>&- 5<&-
	trap - TERM INT USR1 PIPE HUP
	exec "$RM_BIN" run
}

upgrade_give_up() {
	upgrade_note "$UPGRADE" 1 "$1"
	command_say "$UPGRADE" failed "1 1/1 $1"
	UPGRADE=
}

upgrade_tick() {
	if [ -n "${RM_TRIAL:-}" ]; then
		kill -0 "$RM_TRIAL" 2>/dev/null || upgrade_orphaned
	elif [ -n "$UPGRADE" ] && [ "$NOW" -ge "$UPGRADE_UNTIL" ]; then
		exec_tree "$UPGRADE_PID"
		for exec_pid in $exec_pids; do kill -9 "$exec_pid" 2>/dev/null; done
		upgrade_give_up 'the new agent could not be looked at in time'
	fi
}

upgrade_stop() {
	[ -z "$UPGRADE_PID" ] || kill "$UPGRADE_PID" 2>/dev/null
}

# `rm-agent upgrade`, run from the new file: by hand, and for an agent that cannot update itself yet.
agent_upgrade() {
	require_tools
	[ -s "$RM_ETC/device" ] || fail 'this device is not enrolled: use the install command from the console'
	find_service
	if [ "$0" != "$RM_BIN.new" ]; then
		sum_of "$0"
		upgrade_place "$0" "$R" || fail "$R"
		# Not from within the service that is being replaced.
		if [ "$SERVICE" = systemd ]; then
			systemd-run -q --collect "$RM_BIN.new" upgrade || fail 'systemd did not start it'
		elif have setsid; then
			setsid "$RM_BIN.new" upgrade </dev/null >/dev/null 2>&1 &
		else
			"$RM_BIN.new" upgrade </dev/null >/dev/null 2>&1 &
		fi
		echo "rm-agent: $RM_VERSION is on trial; see 'rm-agent log' for the outcome"
		return
	fi
	trap '' HUP PIPE
	# The answer has been delivered.
	sleep 2
	service_stop
	log "trying agent $RM_VERSION"
	trap 'upgrade_end_trial; service_start; exit 0' TERM INT
	if upgrade_try && mv -f "$RM_BIN.new" "$RM_BIN"; then
		sync
	else
		log "the agent was not updated: ${R:-$RM_BIN cannot be replaced}"
		rm -f "$RM_BIN.new"
	fi
	: >"$RM_RUN/fresh"
	service_start
}
