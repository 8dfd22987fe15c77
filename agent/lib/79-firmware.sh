# shellcheck shell=sh
# `firmware`: installs what `fetch` has put into memory, by sysupgrade or a hook. It is checked first, in the background.
# Then the id is recorded on flash, so that it is never installed twice, and the installation ends with a restart.

# Exit codes of the contract.
FIRMWARE_MISSING=5 FIRMWARE_REFUSED=7 FIRMWARE_BUSY=75
# Seconds.
RM_CHECK_WAIT=${RM_CHECK_WAIT:-180}
RM_FLASH_WAIT=${RM_FLASH_WAIT:-900}
RM_FLASH_DELAY=${RM_FLASH_DELAY:-1}

# firmware_able: whether this device has what it takes.
firmware_able() {
	have "${RM_SYSUPGRADE%% *}" || [ -x "$RM_ETC/hooks/firmware" ]
}

# firmware_init: an installation survives the agent, a check does not.
firmware_init() {
	FIRMWARE=
	FIRMWARE_PID=
	FIRMWARE_LOST=
	FIRMWARE_CHECKED=1
	FIRMWARE_LOST=
	FIRMWARE_UNTIL=$((NOW + RM_FLASH_WAIT + 60))
	[ -s "$stage/firmware" ] || return 0
	read -r FIRMWARE FIRMWARE_PID init_step <"$stage/firmware"
	if [ "$init_step" = install ]; then
		runs "$FIRMWARE_PID" && tr '\000' ' ' <"/proc/$FIRMWARE_PID/cmdline" 2>/dev/null | grep -q rm-agent && return
	else
		fetch_kill "$FIRMWARE_PID"
	fi
	firmware_failed "$FIRMWARE the agent was ended before the firmware was installed"
}

# is_release <text>: a version of firmware, or '-'.
is_release() {
	case $1 in
		'' | *[!A-Za-z0-9._+~-]*) return 1 ;;
	esac
	[ ${#1} -le 64 ]
}

# firmware_start <id> '<sha256> <keep|reset> <version>'
firmware_start() {
	start_id=$1
	# Words without blanks or patterns, as the checks below ensure.
	# shellcheck disable=SC2086
	set -f && set -- $2 && set +f
	case ${2:-} in keep | reset) ;; *) set -- ;; esac
	if [ $# -ne 3 ] || ! is_sha256 "$1" || ! is_release "$3"; then
		command_done "$start_id" failed 2 "expected a checksum, 'keep' or 'reset', and a version"
		return
	fi
	if ! firmware_able; then
		command_done "$start_id" failed 127 unsupported
		return
	fi
	if [ -n "$FETCH$STORE$FIRMWARE$UPGRADE${RM_TRIAL:-}" ]; then
		command_done "$start_id" failed "$FIRMWARE_BUSY" 'another file is being fetched or installed'
		return
	fi
	if config_busy; then
		command_done "$start_id" failed "$FIRMWARE_BUSY" 'a configuration is being applied or waits for its confirmation'
		return
	fi
	first_line "$stage/whole"
	if [ "${R#* }" != "$1" ]; then
		command_done "$start_id" failed "$FIRMWARE_MISSING" 'the firmware has not been fetched'
		return
	fi
	command_note "$start_id" 0 'begun, not finished'
	FIRMWARE=$start_id
	FIRMWARE_SETTINGS=$2
	FIRMWARE_VERSION=$3
	FIRMWARE_CHECKED=
	FIRMWARE_LOST=
	FIRMWARE_UNTIL=$((NOW + RM_CHECK_WAIT))
	(
		exec 4>&- 5<&-
		firmware_check "$1" 3>&-
		check_exit=$?
		result_text "$R"
		printf '%s\n' "checked $FIRMWARE $check_exit $R" >&3
	) </dev/null &
	FIRMWARE_PID=$!
	put "$stage/firmware" "$FIRMWARE $FIRMWARE_PID check"
}

# firmware_check <sha256>: R is why not, with the exit code of the contract.
firmware_check() {
	sum_of "$stage/file"
	if [ "$R" != "$1" ]; then
		R='the firmware has changed since it was fetched'
		return "$FIRMWARE_MISSING"
	fi
	# Two words if it is replaced, as by a test.
	# shellcheck disable=SC2086
	if ! have "${RM_SYSUPGRADE%% *}"; then
		"$RM_ETC/hooks/firmware" check "$stage/file" "$FIRMWARE_SETTINGS" "$FIRMWARE_VERSION"
	elif [ "$FIRMWARE_SETTINGS" = reset ]; then
		# Settings that would not fit are no reason then.
		$RM_SYSUPGRADE -T -n "$stage/file"
	else
		$RM_SYSUPGRADE -T "$stage/file"
	fi >"$stage/said" 2>&1 || {
		firmware_said
		R=${R:-the check failed}
		return "$FIRMWARE_REFUSED"
	}
	R=
}

# firmware_said: R, the last line of the tool; one that only repeats that it failed says nothing.
firmware_said() {
	R=$(tr -d '\r' <"$stage/said" | grep -v '^[[:space:]]*$' | tail -n 2)
	case $R in
		*"$NL"'Image check failed.') R=${R%"$NL"*} ;;
		*) R=${R##*"$NL"} ;;
	esac
}

# firmware_checked '<id> <exit> [<why not>]'
firmware_checked() {
	[ "${1%% *}" = "$FIRMWARE" ] || return 0
	checked_rest=${1#* }
	if [ "${checked_rest%% *}" -ne 0 ]; then
		log "the firmware was refused: ${checked_rest#* }"
		command_done "$FIRMWARE" failed "${checked_rest%% *}" "${checked_rest#* }"
		firmware_end
		return
	fi
	first_line "$RM_PROC/sys/kernel/random/boot_id"
	if ! printf '%s\n' "$FIRMWARE $R" 2>/dev/null >>"$RM_ETC/notes"; then
		command_done "$FIRMWARE" failed 1 "the id could not be stored in $RM_ETC: not started"
		firmware_end
		return
	fi
	notes_sweep "$RM_ETC/notes"
	sync
	log "installing firmware $FIRMWARE_VERSION, requested by the server as $FIRMWARE"
	# The spool does not survive it.
	batch_flush
	link_pump
	FIRMWARE_CHECKED=1
	FIRMWARE_LOST=
	FIRMWARE_UNTIL=$((NOW + RM_FLASH_WAIT + 60))
	(
		exec 4>&- 5<&-
		# Lets the pending lines get out.
		sleep "$RM_FLASH_DELAY"
		firmware_install 3>&-
		result_text "$R"
		printf '%s\n' "unflashed $FIRMWARE $R" >&3
	) </dev/null &
	FIRMWARE_PID=$!
	put "$stage/firmware" "$FIRMWARE $FIRMWARE_PID install"
}

# firmware_install: does not return if all goes well; R is what went wrong.
firmware_install() {
	firmware_tool >"$stage/said" 2>&1
	install_exit=$?
	# It returns before the restart on some systems, and is ended by it on others.
	if [ "$install_exit" -eq 0 ] || [ "$install_exit" -gt 128 ]; then
		sleep "$RM_FLASH_WAIT"
		R="the device did not restart within $RM_FLASH_WAIT s"
	else
		firmware_said
		R=${R:-the installation failed with code $install_exit}
	fi
}

# firmware_tool: without the agent in what is kept, the device would be lost.
firmware_tool() {
	# Two words if it is replaced, as by a test.
	# shellcheck disable=SC2086
	if ! have "${RM_SYSUPGRADE%% *}"; then
		"$RM_ETC/hooks/firmware" "$stage/file" "$FIRMWARE_SETTINGS" "$FIRMWARE_VERSION"
	elif ! service_keep || ! firmware_archive; then
		echo 'the files of the agent cannot be kept'
		return 1
	elif [ "$FIRMWARE_SETTINGS" = keep ]; then
		$RM_SYSUPGRADE "$stage/file"
	else
		$RM_SYSUPGRADE -n -f "$stage/agent.tar.gz" "$stage/file"
	fi
}

# firmware_archive: what a reset leaves of the settings; with the notes, which have the id of the command by now.
firmware_archive() {
	[ "$FIRMWARE_SETTINGS" = reset ] || return 0
	archive_files=$(service_files | while IFS= read -r archive_file; do
		[ ! -e "$RM_ROOT$archive_file" ] || printf '%s\n' "${archive_file#/}"
	done)
	# Words of our own.
	# shellcheck disable=SC2086
	tar -czf "$stage/agent.tar.gz" -C "${RM_ROOT:-/}" $archive_files &&
		tar -tzf "$stage/agent.tar.gz" | grep -qx 'etc/rm-agent/device'
}

# firmware_failed '<id> <why>': it may be requested again under another id.
firmware_failed() {
	[ "${1%% *}" = "$FIRMWARE" ] || return 0
	log "the firmware was not installed: ${1#* }"
	# Without it the next boot would count as the end of the installation.
	printf '%s\n' "$FIRMWARE 1 1/1 ${1#* }" 2>/dev/null >>"$RM_ETC/notes" && sync
	command_done "$FIRMWARE" failed 1 "${1#* }"
	firmware_end
}

# firmware_end: the file takes memory, and another attempt fetches it again.
firmware_end() {
	FIRMWARE=
	FIRMWARE_PID=
	rm -rf "$stage"
}

firmware_tick() {
	[ -n "$FIRMWARE" ] && [ -z "$FIRMWARE_LOST" ] || return 0
	if [ "$NOW" -ge "$FIRMWARE_UNTIL" ]; then
		fetch_kill "$FIRMWARE_PID"
	elif runs "$FIRMWARE_PID"; then
		return
	fi
	# What it said last comes before this.
	FIRMWARE_LOST=1
	echo "lost $FIRMWARE $FIRMWARE_PID" >&3
}

# firmware_lost '<id> <process>'
firmware_lost() {
	[ "$1" = "$FIRMWARE $FIRMWARE_PID" ] || return 0
	if [ -n "$FIRMWARE_CHECKED" ]; then
		firmware_failed "$FIRMWARE the installation ended without a restart"
	else
		firmware_checked "$FIRMWARE $FIRMWARE_REFUSED the check did not end in time"
	fi
}
