# shellcheck shell=sh
# Unacknowledged reports, in memory: one line each, `<seq> <uptime when measured> <set> <values>`. The counter is stored
# beside them: both can only be lost together, and then a new boot id shows it to the server.

spool_open() {
	mkdir -p "$RM_RUN" && chmod 700 "$RM_RUN"
	first_line "$RM_PROC/sys/kernel/random/boot_id"
	spool_kernel=$R
	first_line "$RM_RUN/kernel"
	if [ "$R" != "$spool_kernel" ] || [ ! -s "$RM_RUN/boot" ] || [ ! -s "$RM_RUN/seq" ] || [ ! -f "$RM_RUN/spool" ]; then
		spool_start "$spool_kernel"
	fi
	# The agent may have been ended, or memory may have run out, in the middle of a line.
	spool_whole spool
	spool_whole sets
	read -r BOOT <"$RM_RUN/boot"
	read -r SEQ <"$RM_RUN/seq"
	ACKED=0
	[ -s "$RM_RUN/acked" ] && read -r ACKED <"$RM_RUN/acked"
	is_natural "$ACKED" || ACKED=0
	SPOOL_BYTES=$(wc -c <"$RM_RUN/spool")
	SENT=$ACKED
	DROPPED=0
	exec 5<"$RM_RUN/spool"
}

spool_start() {
	rm -f "$RM_RUN/spool" "$RM_RUN/acked" "$RM_RUN/sets" "$RM_RUN/notes" "$RM_RUN/cpu" "$RM_RUN/users" "$RM_RUN"/slot.* "$RM_RUN"/sims.* "$RM_RUN"/result.*
	: >"$RM_RUN/spool"
	: >"$RM_RUN/sets"
	spool_seq 0
	put "$RM_RUN/kernel" "$1"
	read -r R <"$RM_PROC/sys/kernel/random/uuid"
	put "$RM_RUN/boot" "$(printf '%s' "$R" | tr -d - | cut -c1-12)"
}

# spool_seq <number>: overwrites in place: there may be no memory for another file, and an empty counter restarts.
spool_seq() {
	printf '%10d\n' "$1" 2>/dev/null 1<>"$RM_RUN/seq"
}

# spool_append <file> <line>: writes the whole line, or nothing and returns 1.
spool_append() {
	printf '%s\n' "$2" 2>/dev/null >>"$RM_RUN/$1" && return
	spool_whole "$1"
	return 1
}

# spool_whole <file>: removes an incomplete last line.
spool_whole() {
	[ -n "$(tail -c 1 "$RM_RUN/$1" 2>/dev/null)" ] || return 0
	dd of="$RM_RUN/$1" bs=1 count=0 seek=$(($(wc -c <"$RM_RUN/$1") - $(tail -n 1 "$RM_RUN/$1" | wc -c))) </dev/null 2>/dev/null
}

# spool_store: the number before the line, so that no number is used twice after any interruption.
spool_store() {
	spool_seq $((SEQ + 1)) && spool_append spool "$spool_line"
}

# spool_add <uptime when measured> <set> <values>
spool_add() {
	spool_line="$((SEQ + 1)) $1 $2 $3"
	if ! spool_store; then
		spool_shrink
		if ! spool_store; then
			DROPPED=$((DROPPED + 1))
			log 'a report was lost: no space for the spool'
			return 1
		fi
	fi
	SEQ=$((SEQ + 1))
	SPOOL_BYTES=$((SPOOL_BYTES + ${#spool_line} + 1))
	[ "$SPOOL_BYTES" -le "$RM_SPOOL_BYTES" ] || spool_shrink
}

# Drops the older half.
spool_shrink() {
	spool_lines=$(wc -l <"$RM_RUN/spool")
	spool_drop=$(((spool_lines + 1) / 2))
	[ "$spool_drop" -gt 0 ] || return 0
	spool_lost=$(sed -n "1,${spool_drop}p" "$RM_RUN/spool" | awk -v acked="$ACKED" '$1 > acked { n++ } END { print n + 0 }')
	if ! tail -n "+$((spool_drop + 1))" "$RM_RUN/spool" 2>/dev/null >"$RM_RUN/spool.new"; then
		rm -f "$RM_RUN/spool.new"
		return
	fi
	mv -f "$RM_RUN/spool.new" "$RM_RUN/spool"
	SPOOL_BYTES=$(wc -c <"$RM_RUN/spool")
	DROPPED=$((DROPPED + spool_lost))
	[ "$spool_lost" -eq 0 ] || log "the spool is full: the $spool_lost oldest reports were dropped"
	exec 5<"$RM_RUN/spool"
}

spool_rewind() {
	SENT=$ACKED
	exec 5<"$RM_RUN/spool"
}

# spool_next: the next report to send in NEXT_SEQ, NEXT_AT, NEXT_SET, NEXT_VALUES; 1 if there is none.
spool_next() {
	while IFS=' ' read -r NEXT_SEQ NEXT_AT NEXT_SET NEXT_VALUES <&5; do
		[ "$NEXT_SEQ" -gt "$SENT" ] || continue
		SENT=$NEXT_SEQ
		return 0
	done
	return 1
}

# spool_ack <seq>
spool_ack() {
	[ "$1" -gt "$ACKED" ] || return 0
	ACKED=$1
	echo "$ACKED" >"$RM_RUN/acked"
	[ "$ACKED" -ge "$SEQ" ] && [ "$SPOOL_BYTES" -gt 0 ] || return 0
	: >"$RM_RUN/spool"
	SPOOL_BYTES=0
	exec 5<"$RM_RUN/spool"
}

spool_count() {
	R=$(awk -v acked="$ACKED" '$1 > acked { n++ } END { print n + 0 }' "$RM_RUN/spool")
}

# set_number <names>: R, the number of the list in this boot; 1 if there are too many lists, or no space for another.
set_number() {
	R=0
	while IFS= read -r set_names; do
		R=$((R + 1))
		[ "$set_names" = "$1" ] && return 0
	done <"$RM_RUN/sets"
	if [ "$R" -ge 90 ]; then
		# Numbers may only restart when no report uses them.
		[ "$SPOOL_BYTES" -eq 0 ] || return 1
		: >"$RM_RUN/sets"
		SETS_RENEWED=1
		R=0
	fi
	spool_append sets "$1" || return
	R=$((R + 1))
}

# set_names <number>: R
set_names() {
	R=$(sed -n "$1p" "$RM_RUN/sets")
}
