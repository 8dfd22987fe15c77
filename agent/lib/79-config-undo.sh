# shellcheck shell=sh
# Takes a configuration back. /etc/rm-agent/undo has the previous files, their list, and a record of one line: '<id>
# <armed|applied|confirmed|undone> <boot> <boots so far> <seconds> <since> <why>'; 0 seconds mean now. The guard is a
# process group of its own that depends only on this record and the uptime, not on the link or the agent.

# Takes back at this boot, even before the time is over.
UNDO_BOOTS=3
RM_RELOAD_WAIT=${RM_RELOAD_WAIT:-60}

record_read() {
	record_id=
	record_state=
	[ -s "$undo/record" ] || return 1
	read -r record_id record_state record_boot record_boots record_seconds record_since record_why \
		2>/dev/null <"$undo/record"
	is_id "$record_id" && is_natural "$record_boots" && is_natural "$record_seconds" && is_natural "$record_since"
}

# record_open: whether a configuration waits for its confirmation.
record_open() {
	record_read || return 1
	case $record_state in armed | applied) ;; *) return 1 ;; esac
}

# record_put: by a rename, after its content is on flash.
record_put() {
	printf '%s\n' "$record_id $record_state $record_boot $record_boots $record_seconds $record_since $record_why" \
		2>/dev/null >"$undo/record.new" && sync && mv -f "$undo/record.new" "$undo/record" && sync
}

# record_due: 0 seconds are over in every boot, whose uptime may be lower than that of the record.
record_due() {
	read_now
	[ "$record_seconds" -eq 0 ] || [ "$NOW" -ge $((record_since + record_seconds)) ]
}

# record_known: R, the state as the server knows it. A change that is being taken back is no longer applied.
record_known() {
	R=$record_state
	[ "$R" != applied ] || [ "$record_seconds" -gt 0 ] || R=armed
}

# record_result: R, the answer to the command that applied it.
record_result() {
	record_known
	result_state=$R
	record_calls
	case $result_state in
		armed) R='0 1/1 begun, not finished' ;;
		undone) R="1 1/1 undone: $record_why$R" ;;
		*) R="0 1/1 $result_state$R" ;;
	esac
}

# record_calls: R, the outcomes of calls. Part of every answer, since earlier ones may be lost with the link.
record_calls() {
	R=
	[ ! -s "$undo/calls" ] || R=" [$(tr '\n' ' ' <"$undo/calls" | sed 's/ $//')]"
}

# record_end <confirmed|undone>: the copies become unnecessary. The caller must have the lock.
record_end() {
	record_state=$1
	record_put || return
	record_result
	printf '%s\n' "$record_id $R" 2>/dev/null >>"$RM_ETC/notes"
	record_sweep
	log "the configuration $record_id was $record_state${record_why:+: $record_why}"
}

record_sweep() {
	rm -rf "$undo/before" "$undo/list" "$undo/reserve"
}

# ours <pid>: whether it is a process of this agent; the number may belong to another process by now.
ours() {
	is_natural "$1" && runs "$1" && tr '\000' ' ' 2>/dev/null <"/proc/$1/cmdline" | grep -q rm-agent
}

# undo_lock: 1 if another process has the lock. In memory, so that a power cut removes it with its owner.
undo_lock() {
	# The pid of this process, which may be a subshell.
	read -r lock_self _ </proc/self/stat
	if ! mkdir "$RM_RUN/undo.lock" 2>/dev/null; then
		# Without memory it is better to take back twice than never.
		[ -d "$RM_RUN/undo.lock" ] || return 0
		undo_locked && return 1
		sleep 1
		undo_locked && return 1
		rm -rf "$RM_RUN/undo.lock"
		mkdir "$RM_RUN/undo.lock" 2>/dev/null || return 1
	fi
	mkdir "$RM_RUN/undo.lock/$lock_self" 2>/dev/null
	return 0
}

# undo_locked: whether the owner is alive. An owner without a number may be about to write it.
undo_locked() {
	for lock_owner in "$RM_RUN/undo.lock"/*; do
		ours "${lock_owner##*/}" && return
	done
	return 1
}

undo_unlock() {
	rm -rf "$RM_RUN/undo.lock"
}

# undo_now <why>: 1 if it could not be taken back, or another process does it.
undo_now() {
	undo_lock || return
	if ! record_open; then
		undo_unlock
		return 0
	fi
	# A change in progress would overwrite restored files.
	first_line "$RM_RUN/config.pid" && fetch_kill "${R%% *}"
	# Space for the following records.
	rm -f "$undo/reserve"
	[ "$record_seconds" -eq 0 ] || record_why=$1
	# After any interruption from here on, it is started again and gets no more time.
	record_seconds=0
	record_put
	if undo_files; then
		sync
		config_reload
		record_end undone
	else
		log 'the configuration cannot be rolled back: it is tried again'
		false
	fi
	undo_result=$?
	undo_unlock
	return "$undo_result"
}

# undo_files: only renames, so it needs no space. After an interruption some files are already restored.
undo_files() {
	[ -f "$undo/list" ] || return 0
	undo_failed=0
	while IFS=' ' read -r undo_had undo_path; do
		if [ "$undo_had" = / ]; then
			undo_added "$undo_path" || undo_failed=1
			continue
		fi
		rm -f "$RM_ROOT/${undo_path%/*}/.${undo_path##*/}.rm-new"
		if [ "$undo_had" = - ]; then
			rm -f "$RM_ROOT/$undo_path" || undo_failed=1
		elif [ -e "$undo/before/$undo_path" ] || [ -L "$undo/before/$undo_path" ]; then
			mv -f "$undo/before/$undo_path" "$RM_ROOT/$undo_path" || undo_failed=1
		fi
	done <"$undo/list"
	return "$undo_failed"
}

# undo_added <folder>: removes files that were not there before calls were made.
undo_added() {
	for added_path in "$RM_ROOT/$1"/*; do
		[ -f "$added_path" ] || continue
		grep -qxF -e "+ $1/${added_path##*/}" -e "= $1/${added_path##*/}" -e "- $1/${added_path##*/}" "$undo/list" ||
			rm -f "$added_path" || return
	done
}

# undo_sweep: removes prepared files when nothing has been changed.
undo_sweep() {
	[ ! -f "$undo/list" ] || while IFS=' ' read -r _ undo_path; do
		rm -f "$RM_ROOT/${undo_path%/*}/.${undo_path##*/}.rm-new"
	done <"$undo/list"
	rm -rf "$undo"
}

# undo_ask <why>: makes the guard take it back now. 1 if it is already decided.
undo_ask() {
	undo_lock || return
	if record_open && [ "$record_seconds" -gt 0 ]; then
		record_seconds=0
		record_why=$1
		record_put || log 'the configuration cannot be rolled back before its time'
	fi
	undo_unlock
}

# config_reload: makes the system use the files; 1 with the reason in R. Limited in time, since a hook may hang.
config_reload() {
	(
		exec 3>&- 4>&- 5<&-
		if config_uci && have reload_config; then
			reload_config || :
		elif [ -x "$RM_ETC/hooks/reload" ]; then
			exec "$RM_ETC/hooks/reload"
		fi
	) </dev/null >/dev/null 2>&1 &
	reload_pid=$!
	reload_n=0
	while runs "$reload_pid"; do
		if [ "$reload_n" -ge "$RM_RELOAD_WAIT" ]; then
			exec_tree "$reload_pid"
			for exec_pid in $exec_pids; do kill -9 "$exec_pid" 2>/dev/null; done
			R="the reload did not end within $RM_RELOAD_WAIT s"
			return 1
		fi
		reload_n=$((reload_n + 1))
		sleep 1
	done
	wait "$reload_pid"
	reload_exit=$?
	R="the reload ended with code $reload_exit"
	return "$reload_exit"
}

guard_alive() {
	first_line "$RM_RUN/guard" && ours "$R"
}

# guard_launch: 1 if it does not start.
guard_launch() {
	find_service
	rm -f "$RM_RUN/guard"
	# Not a child of this process, which may have to end all of its children.
	(guard_become </dev/null >/dev/null 2>&1 3>&- 4>&- 5<&- &)
	guard_n=0
	until guard_alive; do
		[ "$guard_n" -lt 20 ] || return 1
		guard_n=$((guard_n + 1))
		sleep 1
	done
}

guard_become() {
	# systemd would end it with the service.
	[ "$SERVICE" = systemd ] && have systemd-run && systemd-run -q --collect "$RM_BIN" guard && return
	have setsid && exec setsid "$RM_BIN" guard
	# Without a group of its own it at least ignores the hangup.
	exec "$RM_BIN" guard
}

# `rm-agent guard`, started by the service.
agent_guard() {
	trap '' HUP PIPE
	find_backend
	put "$RM_RUN/guard" $$
	while record_open; do
		if record_due; then undo_now "not confirmed within $record_seconds s"; fi
		sleep 1
	done
	rm -f "$RM_RUN/guard"
}

# undo_first: at the start of the service, before anything else.
undo_first() {
	find_backend
	mkdir -p "$RM_RUN"
	run_alive && return
	if ! record_open; then
		case $record_state in
			# The process that decided it may have been ended before this.
			confirmed | undone) record_sweep ;;
			*) [ -s "$undo/record" ] || undo_sweep ;;
		esac
		return 0
	fi
	# It may still continue, and then has the lock.
	first_line "$RM_RUN/config.pid" && fetch_kill "${R%% *}"
	first_line "$RM_PROC/sys/kernel/random/boot_id"
	if [ "$record_boot" != "$R" ] && [ "$record_state" = applied ] && [ "$record_seconds" -gt 0 ]; then
		record_boot=$R
		record_boots=$((record_boots + 1))
		read_now
		record_since=$NOW
		[ "$record_boots" -lt "$UNDO_BOOTS" ] || {
			undo_now "the device has started $record_boots times without a confirmation"
			return
		}
		record_put || undo_now 'the record of the configuration cannot be written'
	elif [ "$record_state" = armed ]; then
		undo_now 'interrupted while it was applied'
	elif record_due; then
		undo_now "not confirmed within $record_seconds s"
	fi
	record_open || return 0
	guard_alive || guard_launch || log 'the guard of the configuration does not start'
}
