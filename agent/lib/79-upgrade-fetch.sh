# shellcheck shell=sh
# First half of an update: another agent is fetched into memory, checked, and written beside the running one.

# upgrade_prepare <ticket> <sha256> <bytes> <version>: finally prints 'upgraded <id> [<why not>]'.
upgrade_prepare() {
	upgrade_fetch "$1" "$3" && upgrade_check "$2" "$4" && upgrade_place "$RM_RUN/upgrade.part" "$2"
	result_text "$R"
	echo "upgraded $start_id $R" >&3
}

# upgrade_fetch <ticket> <bytes>: 1 with the reason in R.
upgrade_fetch() {
	read_now
	rm -f "$RM_RUN/upgrade.part"
	fetch_file "$RM_RUN/upgrade.part" "$1" "$2" $((NOW + RM_FETCH_WAIT)) || return 1
}

# upgrade_check <sha256> <version>: 1 with the reason in R.
upgrade_check() {
	sum_of "$RM_RUN/upgrade.part"
	if [ "$R" != "$1" ]; then
		R='the downloaded file is not the announced agent'
	elif ! /bin/sh -n "$RM_RUN/upgrade.part" 2>"$RM_RUN/upgrade.err"; then
		ssh_complaint "$RM_RUN/upgrade.err"
		R="the shell of this device cannot read the new agent: $R"
	elif [ "$(patiently /bin/sh "$RM_RUN/upgrade.part" version 2>/dev/null 3>&-)" != "$2" ]; then
		R='the new agent does not report its version on this device'
	else
		R=
		return 0
	fi
	return 1
}

# upgrade_place <file> <sha256>: writes it beside the installed agent, which gets a second name. 1 with the reason in R.
upgrade_place() {
	place_said=$({ cp "$1" "$RM_BIN.new" && chmod 755 "$RM_BIN.new"; } 2>&1 | tail -n 1)
	sum_of "$RM_BIN.new"
	if [ "$R" != "$2" ] || [ ! -x "$RM_BIN.new" ]; then
		rm -f "$RM_BIN.new" 2>/dev/null
		R="the new agent cannot be written to ${RM_BIN%/*}${place_said:+: ${place_said##*: }}"
		return 1
	fi
	sum_of "$RM_BIN"
	place_sum=$R
	rm -f "$RM_BIN.old"
	ln "$RM_BIN" "$RM_BIN.old" 2>/dev/null || cp -p "$RM_BIN" "$RM_BIN.old" 2>/dev/null
	sum_of "$RM_BIN.old"
	if [ "$R" != "$place_sum" ]; then
		rm -f "$RM_BIN.new" "$RM_BIN.old"
		R="not enough space to keep the current agent in ${RM_BIN%/*}"
		return 1
	fi
	sync
	R=
}
