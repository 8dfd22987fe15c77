# shellcheck shell=sh
# `exec`: a shell command in a process group of its own, in the background. Several may run at once; more are refused.
# The process that waits for a command escapes its output and splits it into parts, so the loop only sends lines.

EXEC_MAX=4
EXEC_BYTES=65536
PART_BYTES=6000
# Newest results, retained for repetitions.
RESULTS_KEPT=8

exec_init() {
	EXEC_N=0
	EXEC_RUNNING=
	rm -rf "$RM_RUN"/exec.*
}

# exec_start <id> <seconds> <command>
exec_start() {
	exec_count=0
	for exec_one in $EXEC_RUNNING; do exec_count=$((exec_count + 1)); done
	if [ "$exec_count" -ge "$EXEC_MAX" ]; then
		command_done "$1" failed 75 "$EXEC_MAX commands are already running"
		return
	fi
	if [ -z "$3" ]; then
		command_done "$1" failed 2 'no command given'
		return
	fi
	EXEC_N=$((EXEC_N + 1))
	exec_dir=$RM_RUN/exec.$EXEC_N
	if ! { mkdir "$exec_dir" && mkfifo "$exec_dir/pipe"; }; then
		command_done "$1" failed 1 "no space left in $RM_RUN"
		return
	fi
	command_note "$1" 0 'begun, not finished'
	(
		exec 4>&- 5<&-
		trap - PIPE HUP
		trap exec_kill TERM
		exec_run "$exec_dir" "$3"
		exec_result "$exec_dir" >"$exec_dir/result"
		echo "finished $EXEC_N $1" >&3
	) </dev/null &
	EXEC_RUNNING="$EXEC_RUNNING $!:$EXEC_N:$((NOW + $2))"
}

# exec_run <folder> <command>: leaves output and exit status in the folder.
exec_run() {
	cd / || return
	exec_read "$1" 2>/dev/null 3>&- &
	exec_reader=$!
	if have setsid; then
		setsid /bin/sh -c "$2" >"$1/pipe" 2>&1 3>&- &
	else
		/bin/sh -c "$2" >"$1/pipe" 2>&1 3>&- &
	fi
	exec_child=$!
	wait "$exec_child"
	echo "$?" >"$1/exit"
	# A process that it left running may keep the pipe open forever.
	exec_polls=0
	while [ ! -f "$1/read" ] && [ "$exec_polls" -lt 20 ]; do
		exec_polls=$((exec_polls + 1))
		sleep 0.05 2>/dev/null || {
			sleep 1
			exec_polls=20
		}
	done
	kill "$exec_reader" 2>/dev/null
	wait "$exec_reader"
}

# exec_read <folder>: stores a little more than is sent. The rest is discarded, so that the command can continue and its
# exit status is unaffected.
exec_read() {
	exec 6<"$1/pipe"
	trap 'kill "$exec_cat" 2>/dev/null; exit' TERM
	(
		# Blocks of 512 bytes; beyond them a write fails.
		trap '' XFSZ
		ulimit -f $((EXEC_BYTES / 512 + 1)) || exit
		exec cat
	) <&6 >"$1/output" &
	exec_cat=$!
	wait "$exec_cat"
	cat <&6 >/dev/null &
	exec_cat=$!
	wait "$exec_cat"
	: >"$1/read"
}

# Ends commands that exceeded their time limit.
exec_tick() {
	for exec_one in $EXEC_RUNNING; do
		exec_rest=${exec_one#*:}
		exec_mark=$RM_RUN/exec.${exec_rest%:*}/over
		if [ "$NOW" -lt "${exec_rest#*:}" ] || [ -f "$exec_mark" ]; then continue; fi
		: >"$exec_mark"
		kill "${exec_one%%:*}" 2>/dev/null
	done
}

exec_kill() {
	exec_tree "$exec_child"
	exec_known=$exec_pids
	exec_signal TERM
	sleep 2
	exec_tree "$exec_child"
	exec_pids="$exec_known $exec_pids"
	exec_signal KILL
}

exec_signal() {
	# Without setsid there is no group; one process may have left the tree, another the group.
	have setsid && kill "-$1" "-$exec_child" 2>/dev/null
	for exec_pid in $exec_pids; do kill "-$1" "$exec_pid" 2>/dev/null; done
}

# exec_tree <pid>: exec_pids is the process and its descendants, each after its parent: a shell whose child is killed
# first would go on with its next command.
exec_tree() {
	exec_pids=$(cat /proc/[0-9]*/stat 2>/dev/null | awk -v root="$1" '
	{ pid = $1; sub(/^.*\) /, ""); split($0, f, " "); parent[pid] = f[2] }
	END {
		if (!(root in parent)) exit
		in_tree[root] = 1
		print root
		for (more = 1; more;) {
			more = 0
			for (pid in parent) if ((parent[pid] in in_tree) && !(pid in in_tree)) { in_tree[pid] = more = 1; print pid }
		}
	}')
}

# exec_result <folder>: the file of the result: '<exit> <parts>', then the text of each part.
exec_result() {
	read -r exec_exit <"$1/exit"
	[ -f "$1/over" ] && exec_exit=124
	exec_cut=0
	[ "$(wc -c <"$1/output")" -gt "$EXEC_BYTES" ] && exec_cut=1
	exec_tab=$(printf '\t')
	exec_return=$(printf '\r')
	exec_escape=$(printf '\033')
	# A mark at the end preserves a final newline.
	{
		dd bs="$EXEC_BYTES" count=1 2>/dev/null <"$1/output"
		printf 'E'
	} | tr -d '\000-\010\013\014\016-\032\034-\037\177' |
		sed -e 's/\\/\\\\/g' -e "s/$exec_tab/\\\\t/g" -e "s/$exec_return/\\\\r/g" -e "s/$exec_escape/\\\\e/g" |
		LC_ALL=C awk -v most="$PART_BYTES" -v cut="$exec_cut" -v code="$exec_exit" '
	function put(text) {
		part = part text
		while (length(part) > most) {
			at = most
			# Splits neither a character nor an escape.
			while (at > most - 4 && substr(part, at + 1, 1) >= "\200" && substr(part, at + 1, 1) < "\300") at--
			n = 0
			while (substr(part, at - n, 1) == slash) n++
			if (n % 2) at--
			parts[++count] = substr(part, 1, at)
			part = substr(part, at + 1)
		}
	}
	BEGIN { slash = sprintf("%c", 92) }
	NR > 1 { put(last slash "n") }
	{ last = $0 }
	END {
		put(substr(last, 1, length(last) - 1) (cut ? "\342\200\246" : ""))
		parts[++count] = part
		print code, count
		for (i = 1; i <= count; i++) print parts[i]
	}'
}

# exec_finished '<number> <id>'
exec_finished() {
	finished_n=${1%% *}
	finished_id=${1#* }
	finished_state='done'
	[ -f "$RM_RUN/exec.$finished_n/over" ] && finished_state=failed
	exec_left=
	for exec_one in $EXEC_RUNNING; do
		exec_rest=${exec_one#*:}
		[ "${exec_rest%:*}" = "$finished_n" ] || exec_left="$exec_left $exec_one"
	done
	EXEC_RUNNING=$exec_left
	if [ -s "$RM_RUN/exec.$finished_n/result" ] &&
		mv -f "$RM_RUN/exec.$finished_n/result" "$RM_RUN/result.$finished_id"; then
		command_send "$finished_id" "$finished_state"
		results_sweep
	else
		command_done "$finished_id" failed 1 'the output was lost'
	fi
	rm -rf "$RM_RUN/exec.$finished_n"
}

results_sweep() {
	# Ids contain no special characters.
	# shellcheck disable=SC2012
	ls -t "$RM_RUN"/result.* 2>/dev/null | tail -n "+$((RESULTS_KEPT + 1))" | while IFS= read -r results_old; do
		read -r results_exit _ <"$results_old"
		command_note "${results_old##*/result.}" "$results_exit" 'the output is no longer kept'
		rm -f "$results_old"
	done
}

exec_stop() {
	for exec_one in $EXEC_RUNNING; do kill "${exec_one%%:*}" 2>/dev/null; done
}
