# shellcheck shell=sh
# Second half: the new agent runs as the service, with RM_TRIAL, while the old one waits for the server to welcome it.

# upgrade_sweep: ends a trial whose supervisor was killed. Must run before any check whether the service runs.
upgrade_sweep() {
	[ -z "${RM_TRIAL:-}" ] && [ -s "$RM_RUN/trial.pid" ] || return 0
	read -r sweep_pid <"$RM_RUN/trial.pid"
	# The number may belong to another process by now.
	if is_natural "$sweep_pid" && tr '\000' ' ' 2>/dev/null <"/proc/$sweep_pid/cmdline" | grep -q 'rm-agent\.new run'; then
		exec_tree "$sweep_pid"
		exec_child=$sweep_pid
		exec_signal KILL
		rm -f "$RM_RUN/pid"
	fi
	rm -f "$RM_RUN/trial.pid"
}

# upgrade_try: runs the new agent as the service until it has proven itself; 1 with the reason in R if it has not.
upgrade_try() {
	rm -f "$RM_RUN/state" "$RM_RUN/trial.out"
	mkfifo "$RM_RUN/trial.out" || {
		R="cannot create a pipe in $RM_RUN"
		return 1
	}
	# Only the last line of its output is kept.
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
	trial_result=$R
	upgrade_end_trial
	# A process that it left running may keep the pipe open.
	kill "$trial_reader" 2>/dev/null
	wait "$trial_reader" 2>/dev/null
	rm -f "$RM_RUN/trial.out" "$RM_RUN/trial.said"
	R=$trial_result
	[ -z "$R" ]
}

# upgrade_watch: R, empty if it was online for long enough.
upgrade_watch() {
	read_now
	watch_until=$((NOW + RM_TRIAL_WAIT))
	watch_since=
	while sleep 1; do
		read_now
		if ! kill -0 "$TRIAL" 2>/dev/null; then
			# Its last message may still arrive.
			sleep 1
			first_line "$RM_RUN/trial.said"
			result_text "the new agent ended by itself${R:+: $R}"
			return
		fi
		state_load
		if [ "$STATE_link" = online ] && [ "$STATE_pid" = "$TRIAL" ]; then
			watch_since=${watch_since:-$NOW}
			[ $((NOW - watch_since)) -lt "$RM_TRIAL_STABLE" ] || break
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

# The supervisor was killed: no process would install this agent, so the old one continues.
upgrade_orphaned() {
	log 'the agent that supervises this trial was killed'
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
