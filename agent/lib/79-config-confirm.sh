# shellcheck shell=sh
# `config-confirm` and `config-undo`: the server's decision about an applied configuration, and the answers.

# config_asked <id> <apply id>: whether that configuration is open; answers otherwise.
config_asked() {
	if ! is_id "$2"; then
		command_done "$1" failed 2 'expected the id of a configuration'
	elif ! record_read || [ "$record_id" != "$2" ]; then
		command_done "$1" failed "$CONFIG_MISSING" 'no such configuration was applied'
	elif [ -n "$CONFIG_ASKED" ]; then
		command_done "$1" failed "$CONFIG_BUSY" 'it is being confirmed or rolled back'
	else
		return 0
	fi
	return 1
}

# config_confirm <id> <apply id>
config_confirm() {
	config_asked "$1" "$2" || return 0
	if record_open; then
		if [ -n "$CONFIG" ] || [ "$LINK" -le "$CONFIG_LINK" ]; then
			command_done "$1" failed "$CONFIG_BUSY" 'not over a connection made after the change'
			return
		fi
		command_note "$1" 0 'begun, not finished'
		CONFIG_ASKED="$1 confirmed"
		# The guard has the lock if it takes the change back.
		undo_lock || return 0
		if record_open && [ "$record_state" = applied ] && [ "$record_seconds" -gt 0 ] && ! record_end confirmed; then
			CONFIG_ASKED=
			command_done "$1" failed "$CONFIG_STORAGE" "no space left in $RM_ETC, or it cannot be written"
		fi
		undo_unlock
	else
		CONFIG_ASKED="$1 confirmed"
	fi
	config_answer
}

# config_undo <id> <apply id>
config_undo() {
	config_asked "$1" "$2" || return 0
	command_note "$1" 0 'begun, not finished'
	CONFIG_ASKED="$1 undone"
	undo_ask 'as the server asked'
	config_answer
}

# config_answer: reports the outcome to the command that requested it, once it is decided.
config_answer() {
	! record_open || return 0
	if [ -n "$CONFIG_OPEN" ]; then
		record_result
		command_note "$CONFIG_OPEN" "${R%% *}" "${R#* 1/1 }"
		if [ "$record_state" = undone ]; then
			command_say "$CONFIG_OPEN" failed "$R"
			# The next link reports it too, after the answers were sent.
			CONFIG_RELINK=1
		fi
		CONFIG_OPEN=
	fi
	[ -n "$CONFIG_ASKED" ] || return 0
	answer_id=${CONFIG_ASKED% *}
	record_result
	if [ "$record_state" = "${CONFIG_ASKED#* }" ]; then
		answer='done 0'
	else
		answer="failed $CONFIG_SETTLED"
	fi
	CONFIG_ASKED=
	printf '%s\n' "$answer_id ${answer#* } 1/1 ${R#* 1/1 }" 2>/dev/null >>"$RM_ETC/notes" && notes_sweep "$RM_ETC/notes"
	command_done "$answer_id" "${answer% *}" "${answer#* }" "${R#* 1/1 }"
}
