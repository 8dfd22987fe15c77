# shellcheck shell=sh
# `config-apply`: applies the fetched configuration, and takes it back unless the server confirms it over a connection
# made with the new settings (79-config-confirm.sh, 79-config-undo.sh). The work is done in the background, the server's
# decision is not.

# Exit codes of the contract.
CONFIG_STORAGE=4 CONFIG_MISSING=5 CONFIG_REFUSED=7 CONFIG_SETTLED=8 CONFIG_BUSY=75
# Maximum seconds between attempts to connect while the server's decision is awaited.
CONFIG_RETRY=10

# config_init: only the record of a change survives the agent; undo_first has taken back an interrupted one.
config_init() {
	config=$RM_RUN/config
	CONFIG=
	CONFIG_PID=
	CONFIG_LOST=
	CONFIG_RELOAD=
	CONFIG_OPEN=
	CONFIG_ASKED=
	CONFIG_RELINK=
	# The last link that does not prove the new settings.
	CONFIG_LINK=0
	config_left=
	if [ -s "$RM_RUN/config.pid" ]; then
		read -r init_pid config_left <"$RM_RUN/config.pid"
		fetch_kill "$init_pid"
		rm -f "$RM_RUN/config.pid"
	fi
	rm -rf "$config"
	if record_open; then
		CONFIG_OPEN=$record_id
		# It may have been done before the agent was ended; twice does no harm.
		CONFIG_RELOAD=$config_left
	elif [ -n "$config_left" ] && [ "$record_id" != "$config_left" ]; then
		command_note "$config_left" 1 'the agent was ended before anything was changed'
	elif [ "$record_state" = confirmed ]; then
		# A change without return.
		CONFIG_RELOAD=$config_left
	fi
}

# config_busy: whether other installations and changes have to wait.
config_busy() {
	[ -n "$CONFIG" ] || record_open
}

# config_hello: R, for the hello of the next link.
config_hello() {
	R=
	record_read || return 0
	record_known
	if [ "$R" = confirmed ]; then R=; else R="$record_id $R"; fi
}

# config_apply <id> '<sha256> <seconds>'
config_apply() {
	if ! is_sha256 "${2%% *}" || { [ "${2#* }" != 0 ] && ! is_bytes "${2#* }"; } || [ "${2#* }" -gt 3600 ]; then
		command_done "$1" failed 2 'expected a checksum and 0 to 3600 seconds'
		return
	fi
	if ! config_able; then
		command_done "$1" failed 127 unsupported
		return
	fi
	if config_busy; then
		command_done "$1" failed "$CONFIG_BUSY" 'another configuration is being applied or waits for its confirmation'
		return
	fi
	# rpcd puts these files back unless the user of the device's own pages confirms a change in time.
	if config_uci && [ -n "$(ls -A "$RM_ROOT/var/run/rpcd/snapshot-files" 2>/dev/null)" ]; then
		command_done "$1" failed "$CONFIG_BUSY" 'a change made on the device itself waits for its confirmation'
		return
	fi
	if [ -n "$FETCH$STORE$FIRMWARE$UPGRADE${RM_TRIAL:-}" ]; then
		command_done "$1" failed "$CONFIG_BUSY" 'another file is being fetched or installed'
		return
	fi
	first_line "$stage/whole"
	if [ "${R#* }" != "${2%% *}" ]; then
		command_done "$1" failed "$CONFIG_MISSING" 'the configuration has not been fetched'
		return
	fi
	command_note "$1" 0 'begun, not finished'
	config_work "$1" apply "$2"
}

# config_work <id> <apply|reload> ['<sha256> <seconds>']: in the background.
config_work() {
	CONFIG=$1
	CONFIG_LOST=
	CONFIG_UNTIL=$((NOW + RM_CHECK_WAIT + RM_RELOAD_WAIT))
	(
		exec 4>&- 5<&-
		if [ "$2" = apply ]; then
			config_do "${3% *}" "${3#* }"
			work_exit=$?
			result_text "$R"
			printf '%s\n' "applied $CONFIG $work_exit $R" >&3
			[ "$work_exit" -eq 0 ] || exit
			# Lets the answer be sent.
			sleep 1
		fi
		config_reload
		work_exit=$?
		printf '%s\n' "reloaded $CONFIG $work_exit $R" >&3
	) </dev/null &
	CONFIG_PID=$!
	put "$RM_RUN/config.pid" "$CONFIG_PID $CONFIG" 2>/dev/null
}

# config_do <sha256> <seconds>: R is the reason of a failure, with the exit code of the contract; then nothing has been
# changed, or it is taken back.
config_do() {
	config_make "$1" || return
	config_keep || return "$CONFIG_STORAGE"
	first_line "$RM_PROC/sys/kernel/random/boot_id"
	record_boot=$R
	record_id=$CONFIG record_state=armed record_boots=1 record_seconds=$2 record_why=
	# Permanent once applied. Until then it is taken back like any other, and 0 would mean now.
	[ "$2" -gt 0 ] || record_seconds=3600
	read_now
	record_since=$NOW
	if ! record_put; then
		undo_sweep
		R="no space left in $RM_ETC, or it cannot be written"
		return "$CONFIG_STORAGE"
	fi
	if ! guard_launch; then
		undo_sweep
		R='the guard does not start'
		return 1
	fi
	if ! config_change; then
		undo_ask 'it could not be changed'
		R='the files could not be changed: they are rolled back'
		return 1
	fi
	if ! config_calls; then
		undo_ask "$R"
		R="$R: it is rolled back"
		return 1
	fi
	config_applied "$2" && return
	R='the change could not be recorded: it is rolled back'
	return 1
}

# config_applied <seconds>: the time starts now, or the change is permanent. 1 if it is being taken back.
config_applied() {
	undo_lock || return
	if ! record_open || [ "$record_seconds" -eq 0 ]; then
		false
	elif [ "$1" -eq 0 ]; then
		record_end confirmed
	else
		record_state=applied
		read_now
		record_since=$NOW
		record_put
	fi
	applied_result=$?
	undo_unlock
	R=applied
	return "$applied_result"
}

# config_ended '<id> <exit> <text>'
config_ended() {
	[ "${1%% *}" = "$CONFIG" ] || return 0
	ended_rest=${1#* }
	rm -rf "$stage" "$config"
	if [ "${ended_rest%% *}" -eq 0 ]; then
		CONFIG_OPEN=$CONFIG
		log "the configuration $CONFIG was applied"
		record_calls
		command_say "$CONFIG" 'done' "0 1/1 applied$R"
		return
	fi
	log "the configuration was not applied: ${ended_rest#* }"
	if record_read && [ "$record_id" = "$CONFIG" ]; then
		# The answer follows when it has been taken back.
		undo_ask "${ended_rest#* }"
		CONFIG_OPEN=$CONFIG
	else
		command_done "$CONFIG" failed "${ended_rest%% *}" "${ended_rest#* }"
	fi
	config_free
}

# config_reloaded '<id> <exit> <text>': only a connection made from now on proves that the device can be reached.
config_reloaded() {
	[ "${1%% *}" = "$CONFIG" ] || return 0
	ended_rest=${1#* }
	config_free
	if [ "${ended_rest%% *}" -ne 0 ] && record_open; then
		undo_ask "${ended_rest#* }"
		return
	fi
	config_relink
}

config_free() {
	CONFIG=
	CONFIG_PID=
	rm -f "$RM_RUN/config.pid"
}

config_relink() {
	CONFIG_RELINK=
	CONFIG_LINK=$LINK
	FAILS=0
	if [ "$LINK_STATE" = down ]; then
		RETRY_AT=$NOW
	else
		link_kill 'connecting again: the configuration was changed'
	fi
}

config_tick() {
	if [ -n "$CONFIG_RELOAD" ]; then
		config_work "$CONFIG_RELOAD" reload
		CONFIG_RELOAD=
	fi
	[ -z "$CONFIG_RELINK" ] || config_relink
	config_watch
	# While a change is being applied, the guard may not have started yet.
	if [ -z "$CONFIG" ] && record_open; then
		if [ "$record_state" = armed ]; then
			undo_now 'interrupted while it was applied'
		elif ! guard_alive; then
			if record_due; then
				undo_now "not confirmed within $record_seconds s"
			else
				guard_launch || log 'the guard of the configuration does not start'
			fi
		fi
	fi
	config_answer
}

# config_watch: the background process has ended without a message, or does not end.
config_watch() {
	[ -n "$CONFIG" ] || return 0
	[ "$NOW" -lt "$CONFIG_UNTIL" ] || fetch_kill "$CONFIG_PID"
	[ -z "$CONFIG_LOST" ] && ! runs "$CONFIG_PID" || return 0
	# Its last message arrives before this event.
	CONFIG_LOST=1
	echo "lost $CONFIG $CONFIG_PID" >&3
}

# config_lost '<id> <process>'
config_lost() {
	[ "$1" = "$CONFIG $CONFIG_PID" ] || return 0
	if record_open && [ "$record_state" = applied ] && [ "$record_id" = "$CONFIG" ]; then
		config_reloaded "$CONFIG 1 the reload was interrupted"
	else
		config_ended "$CONFIG 1 interrupted while it was applied"
	fi
}

config_stop() {
	[ -z "$CONFIG_PID" ] || fetch_kill "$CONFIG_PID"
}
