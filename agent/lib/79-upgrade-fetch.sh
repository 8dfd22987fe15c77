# shellcheck shell=sh
# The first half of an update: another agent is fetched into memory, checked, and written beside the running one.

# upgrade_prepare <ticket> <sha256> <bytes> <version>: prints 'upgraded <id> [<why not>]' when it has ended.
upgrade_prepare() {
	get_client=
	upgrade_fetch "$1" "$3" && upgrade_check "$2" "$4" && upgrade_place "$RM_RUN/upgrade.part" "$2"
	result_text "$R"
	echo "upgraded $start_id $R" >&3
}

# upgrade_fetch <ticket> <bytes>: resumes after a disconnect. 1 with the reason in R.
upgrade_fetch() {
	read_now
	fetch_until=$((NOW + RM_FETCH_WAIT))
	fetch_wait=1
	fetch_have=0
	: >"$RM_RUN/upgrade.part"
	while [ "$fetch_have" -lt "$2" ]; do
		upgrade_get "$1" "$fetch_have" "$2"
		fetch_exit=$?
		fetch_had=$fetch_have
		fetch_have=$(wc -c <"$RM_RUN/upgrade.part")
		[ "$fetch_have" -lt "$2" ] || break
		ssh_complaint "$RM_RUN/upgrade.err"
		case $fetch_exit in 2 | 3) return 1 ;; esac
		read_now
		if [ "$NOW" -ge "$fetch_until" ]; then
			R="the new agent could not be fetched within $RM_FETCH_WAIT s: ${R:-the connection broke}"
			return 1
		fi
		if [ "$fetch_have" -gt "$fetch_had" ]; then fetch_wait=1; else fetch_wait=$((fetch_wait * 2)); fi
		[ "$fetch_wait" -le 30 ] || fetch_wait=30
		sleep "$fetch_wait"
	done
	R=
}

# upgrade_get <ticket> <offset> <bytes>: one connection; ended if nothing arrives any more, or too much. Into a file of
# its own: dbclient removes O_APPEND from its output and would overwrite the start of it.
upgrade_get() {
	(ssh_exec "$DEVICE" "get $1 $2" 15 3>&-) >"$RM_RUN/upgrade.more" 2>"$RM_RUN/upgrade.err" &
	get_client=$!
	get_seen=$2
	get_still=0
	while sleep 1 && kill -0 "$get_client" 2>/dev/null; do
		get_have=$(($2 + $(wc -c <"$RM_RUN/upgrade.more")))
		if [ "$get_have" -gt "$get_seen" ]; then get_still=0; else get_still=$((get_still + 1)); fi
		get_seen=$get_have
		if [ "$get_still" -ge "$RM_FETCH_STALL" ] || [ "$get_have" -gt "$3" ]; then
			kill -9 "$get_client" 2>/dev/null
			break
		fi
	done
	wait "$get_client"
	get_exit=$?
	cat "$RM_RUN/upgrade.more" >>"$RM_RUN/upgrade.part"
	rm -f "$RM_RUN/upgrade.more"
	return "$get_exit"
}

# sum_of <file>: R
sum_of() {
	R=$(sha256sum "$1" 2>/dev/null | cut -c1-64)
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

# upgrade_place <file> <sha256>: writes it beside the installed agent, which gets a second name. 1 with R.
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
