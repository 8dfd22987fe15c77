# shellcheck shell=sh
# Commands of the server. Each id is noted before it begins, so that a repetition is answered and never run twice.

# command_line '<id> <verb> <seconds> [argument]'
command_line() {
	command_id=${1%% *}
	command_rest=${1#* }
	command_verb=${command_rest%% *}
	command_rest=${command_rest#* }
	command_seconds=${command_rest%% *}
	if command_known "$command_id"; then
		link_send "result $command_id already $R"
	elif ! is_natural "$command_seconds" || [ "$command_seconds" -eq 0 ]; then
		command_done "$command_id" failed 124 'its time was over'
	else
		case $command_verb in
			refresh) command_refresh "$command_id" ;;
			*) command_done "$command_id" failed 127 unsupported ;;
		esac
	fi
}

# command_known <id>: R is the rest of the kept result, without its state.
command_known() {
	R=
	[ -f "$RM_RUN/notes" ] || return 1
	while IFS=' ' read -r note_id note_rest; do
		[ "$note_id" = "$1" ] && R=$note_rest
	done <"$RM_RUN/notes"
	[ -n "$R" ]
}

# command_note <id> <exit> <text>
command_note() {
	printf '%s\n' "$1 $2 1/1 $3" >>"$RM_RUN/notes"
	# The newest fifty are kept.
	if [ "$(wc -l <"$RM_RUN/notes")" -gt 100 ]; then
		tail -n 50 "$RM_RUN/notes" >"$RM_RUN/notes.new" && mv -f "$RM_RUN/notes.new" "$RM_RUN/notes"
	fi
}

# command_done <id> <state> <exit> <text>
command_done() {
	command_note "$1" "$3" "$4"
	[ "$LINK_STATE" = online ] && link_send "result $1 $2 $3 1/1 $4"
	return 0
}

command_refresh() {
	command_note "$1" 0 'begun, not finished'
	# An earlier refresh that still runs measures the same.
	[ -z "$REFRESH" ] || command_done "$REFRESH" 'done' 0 refreshed
	REFRESH=$1
	for report_group in $REPORT_GROUPS; do
		interval_of "$report_group"
		[ "$R" -eq 0 ] || report_queue "$report_group"
	done
	report_begin
	[ -z "$COLLECTING" ] || return 0
	command_done "$REFRESH" 'done' 0 'nothing is measured'
	REFRESH=
}
