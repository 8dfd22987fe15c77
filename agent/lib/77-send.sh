# shellcheck shell=sh
# `send`: a file of this device for the server: a backup, data for troubleshooting, the log, or any other. Created or
# copied in memory, sent over a connection of its own, resumed after a disconnect. In the background, one at a time.

SEND_BYTES=16777216
# Seconds for all attempts.
RM_SEND_WAIT=${RM_SEND_WAIT:-3000}

send_init() {
	SEND=
	send_within=
	send_folder=$RM_RUN/send
	rm -rf "$send_folder"
}

# send_start <id> '<ticket> <what>', or '<ticket> file <seconds> <path>'
send_start() {
	send_ticket=${2%% *}
	send_what=${2#* }
	case $send_what in
		backup | troubleshoot | eventslog) ;;
		'file '*' '*)
			send_path=${send_what#file }
			send_within=${send_path%% *}
			send_path=${send_path#* }
			send_what='file'
			is_bytes "$send_within" && is_file_path "$send_path" || send_what=
			;;
		*) send_what= ;;
	esac
	if ! is_ticket "$send_ticket" || [ -z "$send_what" ]; then
		command_done "$1" failed 2 'expected a ticket and what to send'
		return
	fi
	send_launch "$1" "$send_ticket" "$send_what"
}

# send_launch <id> <ticket> '<what> [word …]'
send_launch() {
	if [ -n "$SEND" ]; then
		command_done "$1" failed 75 'another file is being sent'
		return
	fi
	command_note "$1" 0 'begun, not finished'
	SEND=$1
	(
		exec 4>&- 5<&-
		rm -rf "$send_folder"
		# These words were checked.
		# shellcheck disable=SC2086
		mkdir "$send_folder" && send_make $3 && send_put "$2"
		send_exit=$?
		send_said=$R
		[ "$send_exit" -ne 0 ] || ! first_line "$send_folder/copies.unread" || send_said="$send_said; not readable: $R"
		result_text "$send_said"
		rm -rf "$send_folder"
		echo "sent $SEND $send_exit $R" >&3
	) </dev/null &
	SEND_PID=$!
	send_within=
}

# send_make <what> [word …]: creates the file; 1 with the reason in R.
send_make() {
	send_file=$send_folder/file
	(
		# Blocks of 512 bytes; beyond them a write fails.
		trap '' XFSZ
		ulimit -f $((SEND_BYTES / 512))
		make_what=$1
		shift
		"send_$make_what" "$send_file" "$@"
	) 2>"$send_folder/err" 3>&-
	send_made=$?
	if [ "$send_made" -ne 0 ] || [ ! -s "$send_file" ]; then
		R=$(tr -d '\r' <"$send_folder/err" | tail -n 1)
		[ "$1" = file ] || R="the file could not be made${R:+: $R}"
		R=${R:-the file is empty}
		return 1
	fi
}

# send_backup <file>: the files that sysupgrade keeps; elsewhere the settings, without the keys of the agent.
send_backup() {
	if have sysupgrade; then
		sysupgrade -b "$1"
		return
	fi
	cd "${RM_ROOT:-/}" || return
	# Not every tar reads names from a file.
	IFS="
"
	set -f
	# shellcheck disable=SC2046 # one argument for each name
	tar -czf "$1" $(find etc -path etc/rm-agent -prune -o \( -type f -o -type l \) -print)
}

# send_troubleshoot <file>
send_troubleshoot() {
	mkdir "$send_folder/troubleshoot" && cd "$send_folder" || return
	for send_line in 'uptime' 'df' 'free' 'ps' 'dmesg' 'ip address' 'ip route' 'ip -6 route' 'iptables-save' 'ubus call system board' \
		'logread' 'mount' 'uci show network' 'opkg list-installed'; do
		have "${send_line%% *}" || continue
		# Constant words.
		# shellcheck disable=SC2086
		patiently $send_line >"troubleshoot/$(printf '%s' "$send_line" | tr ' ' -).txt" 2>&1
	done
	cp "$RM_RUN/log" "troubleshoot/rm-agent.txt" 2>/dev/null
	tar -czf "$1" troubleshoot
}

# send_eventslog <file>: the newest lines.
send_eventslog() {
	{
		if have logread; then
			patiently logread
		elif have journalctl; then
			patiently journalctl --no-pager -n 5000
		else
			cat "$RM_ROOT/var/log/messages" "$RM_ROOT/var/log/syslog" 2>/dev/null
		fi | tail -n 5000
		cat "$RM_RUN/log.1" "$RM_RUN/log" 2>/dev/null
		:
	} >"$1"
}

# send_file <file>: the current content of the file at a path.
send_file() {
	send_from=$RM_ROOT$send_path
	size_of "$send_from"
	if [ ! -e "$send_from" ]; then
		echo 'there is no such file' >&2
	elif [ ! -f "$send_from" ]; then
		echo 'it is not a file' >&2
	elif [ "$R" -gt "$SEND_BYTES" ]; then
		echo "it is larger than $((SEND_BYTES / 1048576)) MB" >&2
	else
		cat "$send_from" >"$1"
		return
	fi
	return 1
}

# send_put <ticket>: 1 with the reason in R.
send_put() {
	sum_of "$send_file"
	send_sum=$R
	send_bytes=$(wc -c <"$send_file")
	read_now
	send_most=${send_within:-$RM_SEND_WAIT}
	send_until=$((NOW + send_most))
	send_offset=0
	send_wait=1
	while :; do
		if [ -n "$send_offset" ]; then
			tail -c "+$((send_offset + 1))" "$send_file" | send_step "put $1 $send_offset"
			send_exit=$?
			send_stored "$send_bytes" && break
		else
			send_step "put $1 ?" </dev/null
			send_exit=$?
			if [ "$send_exit" -eq 0 ] && first_line "$send_folder/said" && is_natural "$R"; then
				send_offset=$R
				[ "$send_offset" -le "$send_bytes" ] || send_offset=0
				continue
			fi
		fi
		send_again || return
		send_offset=
	done
	while :; do
		send_step "put $1 end $send_sum" </dev/null
		send_exit=$?
		send_stored "$send_bytes" && break
		send_again || return
	done
	R="$send_bytes bytes"
}

# send_step <command>: one connection.
send_step() {
	(ssh_exec "$DEVICE" "$1" 15 3>&-) >"$send_folder/said" 2>"$send_folder/err"
}

# send_stored <bytes>: whether the server has that many. The exit status is not enough: dbclient returns 0 if its input
# ends after the server has refused the rest.
send_stored() {
	first_line "$send_folder/said" && [ "$R" = "$1" ]
}

# send_again: waits before the next attempt; 1 with the reason in R if another one is pointless.
send_again() {
	ssh_complaint "$send_folder/err"
	case $send_exit in
		3 | 4) return 1 ;;
	esac
	read_now
	if [ "$NOW" -ge "$send_until" ]; then
		R="the file could not be sent within $send_most s: ${R:-the connection broke}"
		return 1
	fi
	sleep "$send_wait"
	[ "$send_wait" -ge 30 ] || send_wait=$((send_wait * 2))
}

# send_ended '<id> <exit> <text>'
send_ended() {
	[ "${1%% *}" = "$SEND" ] || return 0
	sent_rest=${1#* }
	if [ "${sent_rest%% *}" -eq 0 ]; then
		config_sent
		command_done "$SEND" 'done' 0 "${sent_rest#* }"
	else
		command_done "$SEND" failed 1 "${sent_rest#* }"
	fi
	SEND=
}

send_stop() {
	[ -n "$SEND" ] || return 0
	exec_tree "$SEND_PID"
	for exec_pid in $exec_pids; do kill "$exec_pid" 2>/dev/null; done
}
