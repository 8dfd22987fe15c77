# shellcheck shell=sh
# Batches: on a metered connection reports wait in the spool and are sent together, many in one line, because every
# packet costs. In a line the first report of each set is complete, and later ones contain the differences from the
# previous one. Each line can be read alone: losing one falsifies no other.

BATCH_ROWS=100
BATCH_BYTES=8000

batch_init() {
	BATCH_DUE=0
	BATCH_ASKED=
	BATCH_TO=0
}

# batch_ask: requests that the spool is sent as soon as the current measurement is complete.
batch_ask() {
	BATCH_ASKED=${BATCH_ASKED:-$NOW}
}

# batch_flush: allows the whole spool to be sent.
batch_flush() {
	BATCH_ASKED=
	BATCH_TO=$SEQ
	BATCH_DUE=$((NOW + BATCH))
}

# Waits for the current measurement, which would be late in the next batch; but a modem that hangs delays nothing for
# long.
batch_schedule() {
	if [ "$SPOOL_BYTES" -gt $((RM_SPOOL_BYTES / 2)) ]; then
		batch_flush
		return
	fi
	if [ "$NOW" -ge "$BATCH_DUE" ] || [ "$BATCH_DUE" -gt $((NOW + BATCH)) ]; then batch_ask; fi
	[ -n "$BATCH_ASKED" ] || return 0
	[ -z "$COLLECTING$COLLECT_QUEUE" ] || [ $((NOW - BATCH_ASKED)) -ge "$RM_COLLECT_WAIT" ] || return 0
	batch_flush
}

batch_pump() {
	batch_schedule
	[ "$SENT" -lt "$BATCH_TO" ] && [ "$IN_FLIGHT" -lt "$RM_WINDOW" ] || return 0
	batch_lines=$(batch_write)
	[ -n "$batch_lines" ] || BATCH_TO=$SENT
	[ "$IN_FLIGHT" -gt 0 ] || FLIGHT_SINCE=$NOW
	while IFS=' ' read -r batch_last batch_sets batch_line; do
		[ -n "$batch_last" ] || break
		# Numbers separated by commas.
		# shellcheck disable=SC2086
		for batch_set in $(IFS=, && echo $batch_sets); do link_set "$batch_set"; done
		SENT=$batch_last
		FLIGHT="$FLIGHT $batch_last"
		IN_FLIGHT=$((IN_FLIGHT + 1))
		link_send "$batch_line" || return 0
	done <<EOF
$batch_lines
EOF
}

# batch_write: prints `<last number> <sets> <line>` for as many lines as the window allows.
batch_write() {
	LC_ALL=C awk -v sent="$SENT" -v to="$BATCH_TO" -v now="$NOW" -v boot="$BOOT" -v room="$((RM_WINDOW - IN_FLIGHT))" \
		-v rows="$BATCH_ROWS" -v bytes="$BATCH_BYTES" '
	function cut(text, into, n) {
		n = 0
		while (match(text, /^("([^"\\]|\\.)*"|[^,"]+)/)) {
			into[++n] = substr(text, 1, RLENGTH)
			text = substr(text, RLENGTH + 2)
		}
		return n
	}
	# Integers are sent as increases if that is shorter.
	function pair(i, was, is, grown) {
		if (was ~ /^-?[0-9]+$/ && is ~ /^-?[0-9]+$/ && length(was) <= 15 && length(is) <= 15) {
			grown = sprintf("%.0f", is - was)
			if (length(grown) + 1 < length(is)) return "," (-i) "," grown
		}
		return "," (i - 1) "," is
	}
	function differences(set, n, text, i) {
		text = ""
		for (i = 1; i <= n; i++) if (value[i] != before[set, i]) text = text pair(i, before[set, i], value[i])
		return text
	}
	function finish() {
		if (count == 0) return
		print last, sets, "batch " boot " " first " " last " [" body "]"
		lines++
		count = 0
		sets = ""
		split("", said)
	}
	$1 + 0 > sent + 0 && $1 + 0 <= to + 0 {
		set = $3
		age = now - $2
		if (age < 0) age = 0
		values = substr($0, index($0, "[") + 1)
		values = substr(values, 1, length(values) - 1)
		n = cut(values, value)
		whole = "[" set "," age "," values "]"
		row = (set in said) ? "[" set "," age differences(set, n) "]" : whole
		if (count > 0 && ($1 != last + 1 || count >= rows || length(body) + length(row) > bytes)) {
			finish()
			if (lines >= room) exit
			row = whole
		}
		if (count == 0) first = $1
		body = count == 0 ? row : body "," row
		if (!(set in said)) sets = sets (sets == "" ? "" : ",") set
		said[set] = 1
		for (i = 1; i <= n; i++) before[set, i] = value[i]
		last = $1
		count++
	}
	END { if (lines < room) finish() }
	' "$RM_RUN/spool"
}
