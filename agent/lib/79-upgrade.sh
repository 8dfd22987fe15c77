# shellcheck shell=sh
# `upgrade-agent`: another agent in the place of this one. It is fetched into memory, checked, written beside the one
# that runs and tried as the service, while this process waits for the server to welcome it. Only then one rename puts
# it in the old one's place: whatever ends in the middle, the next start is that of an agent that works. This process
# becomes the next service by exec, so that nothing that starts services here has to be asked.

UPGRADE_BYTES=1048576

# upgrade_sweep: ends a trial whose watcher was killed. Before anything asks whether the service runs.
upgrade_sweep() {
	[ -z "${RM_TRIAL:-}" ] && [ -s "$RM_RUN/trial.pid" ] || return 0
	read -r sweep_pid <"$RM_RUN/trial.pid"
	# The number may be another process by now.
	if is_natural "$sweep_pid" && tr '\000' ' ' 2>/dev/null <"/proc/$sweep_pid/cmdline" | grep -q 'rm-agent\.new run'; then
		exec_tree "$sweep_pid"
		exec_child=$sweep_pid
		exec_signal KILL
		rm -f "$RM_RUN/pid"
	fi
	rm -f "$RM_RUN/trial.pid"
}

# upgrade_init: tells what became of an update in the middle of which the device or its agent was stopped.
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

# upgrade_note <id> <exit> <text>: the end of an update, on flash.
upgrade_note() {
	printf '%s\n' "$1 $2 1/1 $3" 2>/dev/null >>"$RM_ETC/notes" || command_note "$1" "$2" "$3"
	rm -f "$RM_ETC/upgrade"
	[ "$2" -eq 0 ] || log "the agent was not updated: $3"
}

is_sha256() {
	case $1 in
		'' | *[!0-9a-f]*) return 1 ;;
	esac
	[ ${#1} -eq 64 ]
}

is_version() {
	case $1 in
		'' | *[!A-Za-z0-9.+-]*) return 1 ;;
	esac
	[ ${#1} -le 16 ]
}

# upgrade_begin <id> '<ticket> <sha256> <bytes> <version>'
upgrade_begin() {
	begin_id=$1
	# Words without blanks or patterns, as the checks below make sure.
	# shellcheck disable=SC2086
	set -f && set -- $2 && set +f
	if [ $# -ne 4 ] || ! is_ticket "$1" || ! is_sha256 "$2" || ! is_natural "$3" || [ ${#3} -gt 7 ] ||
		[ "$3" -gt "$UPGRADE_BYTES" ] || ! is_version "$4"; then
		command_done "$begin_id" failed 2 'wants a ticket, a sum, a length and a version'
		return
	fi
	if [ "$4" = "$RM_VERSION" ]; then
		command_done "$begin_id" 'done' 0 "$RM_VERSION"
		return
	fi
	if [ -n "$UPGRADE${RM_TRIAL:-}" ]; then
		command_done "$begin_id" failed 75 'another update is under way'
		return
	fi
	if ! printf '%s\n' "$begin_id 0 1/1 begun, not finished" 2>/dev/null >>"$RM_ETC/notes" ||
		! put "$RM_ETC/upgrade" "$begin_id $4" 2>/dev/null; then
		command_done "$begin_id" failed 1 "the id could not be kept in $RM_ETC: not begun"
		return
	fi
	notes_sweep "$RM_ETC/notes"
	log "an update to agent $4 was asked for by the server as $begin_id"
	UPGRADE=$begin_id
	UPGRADE_VERSION=$4
	UPGRADE_UNTIL=$((NOW + RM_FETCH_WAIT + 60))
	(
		exec 4>&- 5<&-
		trap 'kill "$get_client" 2>/dev/null; exit' TERM
		upgrade_prepare "$@"
	) </dev/null &
	UPGRADE_PID=$!
}

# upgrade_prepare <ticket> <sha256> <bytes> <version>: says 'upgraded <id> [<why not>]' when it has ended.
upgrade_prepare() {
	get_client=
	upgrade_fetch "$1" "$3" && upgrade_check "$2" "$4" && upgrade_place "$RM_RUN/upgrade.part" "$2"
	result_text "$R"
	echo "upgraded $begin_id $R" >&3
}

# upgrade_fetch <ticket> <bytes>: goes on where a connection broke. 1 with the reason in R.
upgrade_fetch() {
	read_now
	fetch_until=$((NOW + RM_FETCH_WAIT))
	fetch_wait=1
	fetch_have=0
	: >"$RM_RUN/upgrade.part"
	while [ "$fetch_have" -lt "$2" ]; do
		upgrade_get "$1" "$fetch_have" "$2"
		fetch_exit=$?
		fetch_had=$fetch_have
		fetch_have=$(wc -c <"$RM_RUN/upgrade.part")
		[ "$fetch_have" -lt "$2" ] || break
		ssh_complaint "$RM_RUN/upgrade.err"
		case $fetch_exit in 2 | 3) return 1 ;; esac
		read_now
		if [ "$NOW" -ge "$fetch_until" ]; then
			R="the new agent could not be fetched within $RM_FETCH_WAIT s: ${R:-the connection broke}"
			return 1
		fi
		if [ "$fetch_have" -gt "$fetch_had" ]; then fetch_wait=1; else fetch_wait=$((fetch_wait * 2)); fi
		[ "$fetch_wait" -le 30 ] || fetch_wait=30
		sleep "$fetch_wait"
	done
	R=
}

# upgrade_get <ticket> <offset> <bytes>: one connection; ended when nothing comes any more, or too much.
upgrade_get() {
	(ssh_exec "$DEVICE" "get $1 $2" 15 3>&-) >>"$RM_RUN/upgrade.part" 2>"$RM_RUN/upgrade.err" &
	get_client=$!
	get_seen=$2
	get_still=0
	while sleep 1 && kill -0 "$get_client" 2>/dev/null; do
		get_have=$(wc -c <"$RM_RUN/upgrade.part")
		if [ "$get_have" -gt "$get_seen" ]; then get_still=0; else get_still=$((get_still + 1)); fi
		get_seen=$get_have
		if [ "$get_still" -ge "$RM_FETCH_STALL" ] || [ "$get_have" -gt "$3" ]; then
			kill -9 "$get_client" 2>/dev/null
			break
		fi
	done
	wait "$get_client"
}

# sum_of <file>: R
sum_of() {
	R=$(sha256sum "$1" 2>/dev/null | cut -c1-64)
}

# upgrade_check <sha256> <version>: 1 with the reason in R.
upgrade_check() {
	sum_of "$RM_RUN/upgrade.part"
	if [ "$R" != "$1" ]; then
		R='what came is not the agent that was announced'
	elif ! /bin/sh -n "$RM_RUN/upgrade.part" 2>"$RM_RUN/upgrade.err"; then
		ssh_complaint "$RM_RUN/upgrade.err"
		R="the shell of this device cannot read the new agent: $R"
	elif [ "$(patiently /bin/sh "$RM_RUN/upgrade.part" version 2>/dev/null 3>&-)" != "$2" ]; then
		R='the new agent does not say its version on this device'
	else
		R=
		return 0
	fi
	return 1
}

# upgrade_place <file> <sha256>: puts it beside the agent that is installed, of which a second name is kept. 1 with R.
upgrade_place() {
	if ! { cp "$1" "$RM_BIN.new" && chmod 755 "$RM_BIN.new"; } 2>/dev/null || ! { sum_of "$RM_BIN.new" && [ "$R" = "$2" ]; }; then
		rm -f "$RM_BIN.new" 2>/dev/null
		R="the new agent cannot be written to ${RM_BIN%/*}: no room, or read-only"
		return 1
	fi
	sum_of "$RM_BIN"
	place_sum=$R
	rm -f "$RM_BIN.old"
	ln "$RM_BIN" "$RM_BIN.old" 2>/dev/null || cp -p "$RM_BIN" "$RM_BIN.old" 2>/dev/null
	sum_of "$RM_BIN.old"
	if [ "$R" != "$place_sum" ]; then
		rm -f "$RM_BIN.new" "$RM_BIN.old"
		R="there is no room to keep the present agent in ${RM_BIN%/*}"
		return 1
	fi
	sync
	R=
}

# upgrade_ready '<id> [<why not>]'
upgrade_ready() {
	[ "${1%% *}" = "$UPGRADE" ] || return 0
	rm -f "$RM_RUN"/upgrade.*
	if [ -n "${1#* }" ]; then
		upgrade_give_up "${1#* }"
		return
	fi
	log "agent $UPGRADE_VERSION is tried"
	run_end
	trap 'upgrade_end_trial; exit 0' TERM INT
	if upgrade_try && mv -f "$RM_BIN.new" "$RM_BIN"; then
		sync
		upgrade_note "$UPGRADE" 0 "$UPGRADE_VERSION"
	else
		rm -f "$RM_BIN.new"
		upgrade_note "$UPGRADE" 1 "${R:-$RM_BIN cannot be replaced}"
	fi
	# Somebody waits for the answer.
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

# upgrade_try: runs the new agent as the service until it has proven itself; 1 with the reason in R when it has not.
upgrade_try() {
	rm -f "$RM_RUN/state" "$RM_RUN/trial.out"
	mkfifo "$RM_RUN/trial.out" || {
		R="no pipe could be made in $RM_RUN"
		return 1
	}
	# Of all it prints the last line is kept.
	(
		trial_last=
		while IFS= read -r trial_line; do trial_last=$trial_line; done
		printf '%s\n' "$trial_last" >"$RM_RUN/trial.said"
	) <"$RM_RUN/trial.out" 3>&- 4>&- 5<&- &
	trial_reader=$!
	(
		trap - TERM INT USR1 PIPE HUP
		exec env RM_TRIAL="$$" "$RM_BIN.new" run
	) </dev/null >"$RM_RUN/trial.out" 2>&1 3>&- 4>&- 5<&- &
	TRIAL=$!
	put "$RM_RUN/trial.pid" "$TRIAL"
	upgrade_watch
	trial_verdict=$R
	upgrade_end_trial
	# What it left running may hold the pipe.
	kill "$trial_reader" 2>/dev/null
	wait "$trial_reader" 2>/dev/null
	rm -f "$RM_RUN/trial.out" "$RM_RUN/trial.said"
	R=$trial_verdict
	[ -z "$R" ]
}

# upgrade_watch: R, empty when it was online for long enough.
upgrade_watch() {
	read_now
	watch_until=$((NOW + RM_TRIAL_WAIT))
	watch_since=
	while sleep 1; do
		read_now
		if ! kill -0 "$TRIAL" 2>/dev/null; then
			# Its last words are on their way.
			sleep 1
			first_line "$RM_RUN/trial.said"
			result_text "the new agent ended by itself${R:+: $R}"
			return
		fi
		state_load
		if [ "$STATE_link" = online ] && [ "$STATE_pid" = "$TRIAL" ]; then
			watch_since=${watch_since:-$NOW}
			[ $((NOW - watch_since)) -lt "$RM_TRIAL_STANDS" ] || break
		else
			watch_since=
			[ "$NOW" -lt "$watch_until" ] || {
				result_text "the new agent was not welcomed within $RM_TRIAL_WAIT s${STATE_error:+: $STATE_error}"
				return
			}
		fi
	done
	R=
}

# upgrade_end_trial: ends the new agent and all it started.
upgrade_end_trial() {
	exec_child=$TRIAL
	exec_tree "$TRIAL"
	exec_known=$exec_pids
	kill "$TRIAL" 2>/dev/null
	end_polls=0
	while [ "$end_polls" -lt 5 ] && kill -0 "$TRIAL" 2>/dev/null; do
		end_polls=$((end_polls + 1))
		sleep 1
	done
	exec_tree "$TRIAL"
	for exec_pid in $exec_known $exec_pids; do kill -9 "$exec_pid" 2>/dev/null; done
	wait "$TRIAL" 2>/dev/null
	rm -f "$RM_RUN/trial.pid" "$RM_RUN/pid"
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

# The one that watches was killed: nobody would put this agent in its place, so the old one goes on.
upgrade_orphaned() {
	log 'the agent that tries this one was killed'
	run_end
	find_service
	rm -f "$RM_RUN/trial.pid"
	if [ "$SERVICE" != none ]; then
		service_start
		exit 1
	fi
	unset RM_TRIAL
	exec 3>&- 4>&- 5<&-
	trap - TERM INT USR1 PIPE HUP
	exec "$RM_BIN" run
}

upgrade_stop() {
	[ -z "$UPGRADE_PID" ] || kill "$UPGRADE_PID" 2>/dev/null
}

# `rm-agent upgrade`, run from the new file: for an agent that cannot yet update itself, and by hand.
agent_upgrade() {
	require_tools
	[ -s "$RM_ETC/device" ] || fail 'this device is not enrolled: use the line shown by the server'
	find_service
	if [ "$0" != "$RM_BIN.new" ]; then
		sum_of "$0"
		upgrade_place "$0" "$R" || fail "$R"
		# Not from within the service that is to end.
		if [ "$SERVICE" = systemd ]; then
			systemd-run -q --collect "$RM_BIN.new" upgrade || fail 'systemd did not start it'
		elif have setsid; then
			setsid "$RM_BIN.new" upgrade </dev/null >/dev/null 2>&1 &
		else
			"$RM_BIN.new" upgrade </dev/null >/dev/null 2>&1 &
		fi
		echo "rm-agent: $RM_VERSION is tried; 'rm-agent log' says what became of it"
		return
	fi
	trap '' HUP PIPE
	# What asked for it has its answer.
	sleep 2
	service_stop
	log "agent $RM_VERSION is tried"
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
