# shellcheck shell=sh
# Commands of the server. Each id is recorded before the start, so that a repetition is answered and never executed: in
# memory, or on flash if a reboot ends the command. No part of a line is evaluated, except the command of `exec`.

commands_init() {
	NOTES_UNKEPT=
}

# command_line '<id> <verb> <seconds> [argument]'
command_line() {
	command_id=${1%% *}
	command_rest=${1#* }
	command_verb=${command_rest%% *}
	command_rest=${command_rest#* }
	command_seconds=${command_rest%% *}
	case $command_rest in
		*' '*) command_arg=$(printf '%b' "${command_rest#* }") ;;
		*) command_arg= ;;
	esac
	is_id "$command_id" || {
		log 'a command without a valid id was ignored'
		return 0
	}
	command_repeat "$command_id" && return
	if ! is_natural "$command_seconds" || [ "$command_seconds" -eq 0 ]; then
		command_done "$command_id" failed 124 'expired before it could start'
		return
	fi
	case $command_verb in
		refresh) command_refresh "$command_id" ;;
		reboot) command_reboot "$command_id" ;;
		exec) exec_start "$command_id" "$command_seconds" "$command_arg" ;;
		api-call) api_start "$command_id" "$command_seconds" "$command_arg" ;;
		measure) measure_start "$command_id" "$command_seconds" "$command_arg" ;;
		tunnel) tunnel_start "$command_id" "$command_arg" ;;
		authorize) authorize_start "$command_id" "$command_arg" ;;
		upgrade-agent) upgrade_start "$command_id" "$command_arg" ;;
		send) send_start "$command_id" "$command_arg" ;;
		store) store_start "$command_id" "$command_arg" ;;
		fetch) fetch_start "$command_id" "$command_arg" ;;
		firmware) firmware_start "$command_id" "$command_arg" ;;
		config-read) config_read "$command_id" "$command_arg" ;;
		config-apply) config_apply "$command_id" "$command_arg" ;;
		config-confirm) config_confirm "$command_id" "$command_arg" ;;
		config-undo) config_undo "$command_id" "$command_arg" ;;
		password) password_start "$command_id" "$command_arg" ;;
		deauthorize) authorize_end "$command_id" "$command_arg" ;;
		*) command_done "$command_id" failed 127 unsupported ;;
	esac
}

# is_id <text>: ids become file names.
is_id() {
	case $1 in
		'' | *[!A-Za-z0-9_-]*) return 1 ;;
	esac
	[ ${#1} -le 40 ]
}

# command_repeat <id>: answers with the stored result; 1 if the id is new.
command_repeat() {
	if [ -f "$RM_RUN/result.$1" ]; then
		command_send "$1" already
	elif command_known "$1"; then
		command_say "$1" already "$R"
	else
		return 1
	fi
}

# command_known <id>: R, the rest of the stored result, without its state.
command_known() {
	if record_read && [ "$record_id" = "$1" ]; then
		record_result
		return
	fi
	R=
	if [ -f "$RM_RUN/notes" ]; then
		while IFS=' ' read -r note_id note_rest; do
			[ "$note_id" = "$1" ] && R=$note_rest
		done <"$RM_RUN/notes"
	fi
	[ -z "$NOTES_UNKEPT" ] || while IFS=' ' read -r note_id note_rest; do
		[ "$note_id" = "$1" ] && R=$note_rest
	done <<EOF
$NOTES_UNKEPT
EOF
	[ -z "$R" ] || return 0
	[ -f "$RM_ETC/notes" ] || return 1
	first_line "$RM_PROC/sys/kernel/random/boot_id"
	note_boot=$R
	R=
	while IFS=' ' read -r note_id note_rest; do
		[ "$note_id" = "$1" ] || continue
		case $note_rest in
			*' '*) R=$note_rest ;;
			"$note_boot") R='0 1/1 begun, not finished' ;;
			*) R='0 1/1 rebooted' ;;
		esac
	done <"$RM_ETC/notes"
	[ -n "$R" ]
}

# command_note <id> <exit> <text>: in a variable if the disk is full, because a command may free space again.
command_note() {
	if printf '%s\n' "$1 $2 1/1 $3" 2>/dev/null >>"$RM_RUN/notes"; then
		notes_sweep "$RM_RUN/notes"
	else
		[ ${#NOTES_UNKEPT} -lt 8000 ] || NOTES_UNKEPT=
		NOTES_UNKEPT="$NOTES_UNKEPT$1 $2 1/1 $3$NL"
	fi
}

# notes_sweep <file>: keeps the newest fifty.
notes_sweep() {
	[ "$(wc -l <"$1")" -gt 100 ] || return 0
	tail -n 50 "$1" >"$1.new" && mv -f "$1.new" "$1"
}

# command_done <id> <state> <exit> <text of one line>
command_done() {
	command_note "$1" "$3" "$4"
	command_say "$1" "$2" "$3 1/1 $4"
}

# command_say <id> <state> <exit part/parts text>
command_say() {
	[ "$LINK_STATE" = online ] && link_send "result $1 $2 $3"
	return 0
}

# command_send <id> <state>: the parts in the file of the result, whose first line is '<exit> <parts>'.
command_send() {
	[ "$LINK_STATE" = online ] || return 0
	{
		read -r send_exit send_parts
		send_part=0
		while IFS= read -r send_text; do
			send_part=$((send_part + 1))
			link_send "result $1 $2 $send_exit $send_part/$send_parts $send_text" || break
		done
	} <"$RM_RUN/result.$1"
	return 0
}

command_refresh() {
	command_note "$1" 0 'begun, not finished'
	# An earlier refresh in progress measures the same.
	[ -z "$REFRESH" ] || command_done "$REFRESH" 'done' 0 refreshed
	REFRESH=$1
	for report_group in $REPORT_GROUPS; do
		interval_of "$report_group"
		[ "$R" -eq 0 ] || report_queue "$report_group"
	done
	templates_due all
	report_start
	[ -z "$COLLECTING" ] || return 0
	command_done "$REFRESH" 'done' 0 'nothing to measure'
	REFRESH=
}

# The server recognises completion by the boot id of the next hello.
command_reboot() {
	first_line "$RM_PROC/sys/kernel/random/boot_id"
	if ! printf '%s\n' "$1 $R" 2>/dev/null >>"$RM_ETC/notes"; then
		command_done "$1" failed 1 "the id could not be stored in $RM_ETC: not started"
		return
	fi
	notes_sweep "$RM_ETC/notes"
	sync
	log "rebooting, requested by the server as $1"
	# The spool is lost in the reboot.
	batch_flush
	link_pump
	(
		exec 4>&- 5<&-
		# Lets pending lines be sent.
		sleep 1
		# Two words if a test replaces it.
		# shellcheck disable=SC2086
		reboot_said=$($RM_REBOOT 2>&1 3>&-) || {
			result_text "$(printf '%s' "$reboot_said" | tail -n 1)"
			printf '%s\n' "unbooted $1 $R" >&3
		}
	) &
}

# command_unbooted '<id> <output of the reboot command>': it may be requested again under another id.
command_unbooted() {
	log "the reboot failed: ${1#* }"
	command_done "${1%% *}" failed 1 "the reboot failed: ${1#* }"
}
