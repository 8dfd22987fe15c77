# shellcheck shell=sh
# Content of the server, fetched over a connection of its own, going on where one broke. `fetch` keeps it in a folder in
# memory for what comes next; it continues by itself when the agent was restarted. In the background, one at a time.

# Exit codes of the contract.
FETCH_TICKET=3 FETCH_MEMORY=4 FETCH_CONTENT=5 FETCH_TIME=6 FETCH_BUSY=75
# Memory in KB that has to be left.
RM_STAGE_RESERVE=${RM_STAGE_RESERVE:-4096}
# Seconds for all attempts, and until something that is not used is removed.
RM_STAGE_WAIT=${RM_STAGE_WAIT:-7200}
RM_STAGE_KEEP=${RM_STAGE_KEEP:-86400}

# fetch_init: continues what a killed agent had started.
fetch_init() {
	FETCH=
	FETCH_PID=
	FETCH_LOST=
	stage=$RM_RUN/stage
	FETCH_IDLE=$NOW
	if [ -s "$stage/pid" ]; then
		read -r fetch_left <"$stage/pid"
		fetch_kill "$fetch_left"
	fi
	[ -s "$stage/job" ] || return 0
	read -r FETCH fetch_job <"$stage/job"
	fetch_launch
}

# fetch_kill <pid>: a process of this agent with all it has started; the number may be another process by now.
fetch_kill() {
	is_natural "$1" && tr '\000' ' ' 2>/dev/null <"/proc/$1/cmdline" | grep -q rm-agent || return 0
	exec_tree "$1"
	for exec_pid in $exec_pids; do kill -9 "$exec_pid" 2>/dev/null; done
	return 0
}

# is_bytes <text>: a length that is safe to calculate with.
is_bytes() {
	case $1 in
		'' | 0* | *[!0-9]*) return 1 ;;
	esac
	[ ${#1} -le 9 ]
}

# size_of <file>: R, in bytes. Not by wc, which reads the file in busybox.
size_of() {
	# The words of one line.
	# shellcheck disable=SC2012,SC2046
	set -- $(ls -ln "$1" 2>/dev/null)
	R=${5:-0}
}

# sum_of <file>: R
sum_of() {
	R=$(sha256sum "$1" 2>/dev/null | cut -c1-64)
}

is_sha256() {
	case $1 in
		'' | *[!0-9a-f]*) return 1 ;;
	esac
	[ ${#1} -eq 64 ]
}

# fetch_start <id> '<ticket> <sha256> <bytes> [seconds]'
fetch_start() {
	start_id=$1
	# Words without blanks or patterns, as the checks below ensure.
	# shellcheck disable=SC2086
	set -f && set -- $2 && set +f
	case $# in
		3) set -- "$@" "$RM_STAGE_WAIT" 300 ;;
		4) set -- "$@" 5 ;;
		*) set -- ;;
	esac
	if [ $# -eq 0 ] || ! is_ticket "$1" || ! is_sha256 "$2" || ! is_bytes "$3" || ! is_bytes "$4"; then
		command_done "$start_id" failed 2 'expected a ticket, a checksum and a length'
		return
	fi
	if [ -n "$FETCH" ]; then
		command_done "$start_id" failed "$FETCH_BUSY" 'another file is being fetched'
		return
	fi
	if [ -n "$FIRMWARE" ]; then
		command_done "$start_id" failed "$FETCH_BUSY" 'a firmware is being installed'
		return
	fi
	if [ -n "$CONFIG" ]; then
		command_done "$start_id" failed "$FETCH_BUSY" 'a configuration is being applied'
		return
	fi
	if [ -n "$STORE" ]; then
		command_done "$start_id" failed "$FETCH_BUSY" 'a file is being stored'
		return
	fi
	first_line "$stage/sum"
	[ "$R" = "$2" ] || rm -rf "$stage"
	# The last one ends a connection that goes on without an end.
	fetch_job="$1 $2 $3 $((NOW + $4)) $((NOW + $4 + $5))"
	if ! { mkdir -p "$stage" && put "$stage/sum" "$2" && put "$stage/job" "$start_id $fetch_job"; } 2>/dev/null; then
		command_done "$start_id" failed "$FETCH_MEMORY" "no space left in $RM_RUN"
		return
	fi
	command_note "$start_id" 0 'begun, not finished'
	FETCH=$start_id
	fetch_launch
}

# fetch_launch: fetches in the background what fetch_job says.
fetch_launch() {
	FETCH_LOST=
	FETCH_UNTIL=${fetch_job##* }
	(
		exec 4>&- 5<&-
		trap 'fetch_end; exit' TERM
		# Words as they were checked.
		# shellcheck disable=SC2086
		fetch_whole $fetch_job
		fetch_exit=$?
		result_text "$R"
		printf '%s\n' "fetched $FETCH $fetch_exit $R" >&3
	) </dev/null &
	FETCH_PID=$!
	put "$stage/pid" "$FETCH_PID" 2>/dev/null
}

# fetch_whole <ticket> <sha256> <bytes> <until>: R, with the exit code of the contract.
fetch_whole() {
	first_line "$stage/whole"
	# The same command again: this agent was restarted before its answer got out.
	if [ "$R" != "$1 $2" ]; then
		rm -f "$stage/whole"
		fetch_room "$3" && fetch_file "$stage/file" "$1" "$3" "$4" || return
		size_of "$stage/file"
		fetch_have=$R
		sum_of "$stage/file"
		if [ "$R" != "$2" ] || [ "$fetch_have" -ne "$3" ]; then
			rm -f "$stage/file" "$stage/sum"
			R='the server sent other content than announced'
			return "$FETCH_CONTENT"
		fi
		put "$stage/whole" "$1 $2" 2>/dev/null
	fi
	R="$3 bytes"
}

# fetch_room <bytes>: whether there is memory for the rest of the file; both what is free and what the folder may take.
fetch_room() {
	size_of "$stage/file"
	[ "$R" -lt "$1" ] || return 0
	room_needed=$((($1 - R + 1023) / 1024 + RM_STAGE_RESERVE))
	room_free=$(awk '
		$1 == "MemAvailable:" { available = $2 }
		$1 == "MemFree:" || $1 == "Buffers:" || $1 == "Cached:" { free += $2 }
		END { print available == "" ? free : available }' "$RM_PROC/meminfo" 2>/dev/null)
	room_folder=$(df -kP "$stage" 2>/dev/null | awk 'NR == 2 { print $4 }')
	is_natural "$room_free" || room_free=$room_needed
	is_natural "$room_folder" || room_folder=$room_needed
	[ "$room_folder" -ge "$room_free" ] || room_free=$room_folder
	[ "$room_free" -lt "$room_needed" ] || return 0
	R="needs $room_needed KB of memory, $room_free KB are available"
	return "$FETCH_MEMORY"
}

# fetch_file <file> <ticket> <bytes> <until>: continues the file, until the server has confirmed that it is whole. R, with
# the exit code of the contract.
fetch_file() {
	fetch_wait=1
	size_of "$1"
	fetch_have=$R
	while [ "$fetch_have" -le "$3" ]; do
		fetch_get "$1" "$2" "$fetch_have" "$3"
		fetch_exit=$?
		fetch_had=$fetch_have
		size_of "$1"
		fetch_have=$R
		# More is not what was announced.
		[ "$fetch_have" -lt "$3" ] || [ "$fetch_exit" -ne 0 ] || break
		ssh_complaint "$1.err"
		case $fetch_exit in
			3) return "$FETCH_TICKET" ;;
			2)
				# With another ticket the server cannot know what came with an earlier one.
				[ "$fetch_had" -gt 0 ] || return "$FETCH_TICKET"
				rm -f "$1"
				fetch_have=0
				continue
				;;
		esac
		if [ -n "$fetch_full" ]; then
			# Others need some of it, too.
			rm -f "$1"
			R="no space left in $RM_RUN"
			return "$FETCH_MEMORY"
		fi
		read_now
		if [ "$NOW" -ge "$4" ]; then
			R="not fetched in time: ${R:-the connection broke}"
			return "$FETCH_TIME"
		fi
		if [ "$fetch_have" -gt "$fetch_had" ]; then fetch_wait=1; else fetch_wait=$((fetch_wait * 2)); fi
		[ "$fetch_wait" -le 30 ] || fetch_wait=30
		sleep "$fetch_wait"
	done
	rm -f "$1.err"
	R=
}

# fetch_get <file> <ticket> <offset> <bytes>: one connection; ended if nothing arrives any more, or too much. Through a
# pipe: dbclient removes O_APPEND from its output and would overwrite the start of the file, and what came before the
# client is ended is not lost.
fetch_get() {
	rm -f "$1.pipe"
	fetch_full=
	mkfifo "$1.pipe" || return 75
	# Both ways first, see ssh_pipes.
	# shellcheck disable=SC2094
	exec 6<>"$1.pipe" 7<"$1.pipe" 8>"$1.pipe" 6>&-
	rm -f "$1.pipe"
	cat <&7 >>"$1" 2>/dev/null 3>&- 7<&- 8>&- &
	get_cat=$!
	(
		exec 3>&- 7<&-
		ssh_exec "$DEVICE" "get $2 $3" 15
	) >&8 2>"$1.err" 8>&- &
	get_client=$!
	exec 7<&- 8>&-
	get_seen=$3
	get_still=0
	while sleep 1 && kill -0 "$get_client" 2>/dev/null; do
		size_of "$1"
		if [ "$R" -gt "$get_seen" ]; then get_still=0; else get_still=$((get_still + 1)); fi
		get_seen=$R
		if [ "$get_still" -ge "$RM_FETCH_STALL" ] || [ "$R" -gt "$4" ]; then
			kill -9 "$get_client" 2>/dev/null
			break
		fi
	done
	wait "$get_client"
	get_exit=$?
	get_client=
	# Without room the file gets no more of it.
	wait "$get_cat" || fetch_full=1
	return "$get_exit"
}

# fetch_end: ends the connection of this process.
fetch_end() {
	[ -z "${get_client:-}" ] || kill "$get_client" 2>/dev/null
}

# fetch_ended '<id> <exit> <text>'
fetch_ended() {
	[ "${1%% *}" = "$FETCH" ] || return 0
	ended_rest=${1#* }
	ended_exit=${ended_rest%% *}
	if [ "$ended_exit" -eq 0 ]; then
		command_done "$FETCH" 'done' 0 "${ended_rest#* }"
	else
		log "nothing was fetched: ${ended_rest#* }"
		command_done "$FETCH" failed "$ended_exit" "${ended_rest#* }"
	fi
	rm -f "$stage/job" "$stage/pid"
	FETCH=
	FETCH_PID=
	FETCH_IDLE=$NOW
}

fetch_tick() {
	if [ -z "$FETCH" ]; then
		# What is not used any more should not take memory.
		[ -z "$FIRMWARE$CONFIG$STORE" ] && [ $((NOW - FETCH_IDLE)) -ge "$RM_STAGE_KEEP" ] && [ -d "$stage" ] && rm -rf "$stage"
		return 0
	fi
	if [ "$NOW" -ge "$FETCH_UNTIL" ]; then
		fetch_stop
		fetch_ended "$FETCH $FETCH_TIME not fetched in time"
	elif [ -z "$FETCH_LOST" ] && ! runs "$FETCH_PID"; then
		# What it said last comes before this.
		FETCH_LOST=1
		echo "lost $FETCH $FETCH_PID" >&3
	fi
}

# fetch_lost '<id> <process>': a process that was ended is started again.
fetch_lost() {
	[ "$1" != "$FETCH $FETCH_PID" ] || fetch_launch
}

# runs <pid>: whether the process exists and has not ended.
runs() {
	first_line "/proc/$1/stat" 2>/dev/null || return 1
	case $R in *') Z '*) return 1 ;; esac
}

fetch_stop() {
	[ -z "$FETCH_PID" ] || fetch_kill "$FETCH_PID"
}
