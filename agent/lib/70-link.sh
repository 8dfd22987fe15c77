# shellcheck shell=sh
# The control link: one SSH client between two pipes. All events (lines from the server, ticks of the clock,
# measurements) reach the main loop through one pipe (fd 3), in whole lines that start with their source. fd 4 leads to
# the server, fd 5 to the spool.

link_init() {
	LINK=0
	LINK_STATE=down
	FAILS=0
	RETRY_AT=0
	RETRY_N=0
	ASKED_WAIT=
	LAST_ERROR=
	CLIENT=
	RELAY=
	DROPPED_SAID=0
	CLIENT_SILENCE=$SILENCE
	rm -f "$RM_RUN"/tx.* "$RM_RUN"/rx.* "$RM_RUN"/collect.*
}

# state_put: the state for `rm-agent status`.
state_put() {
	put "$RM_RUN/state" "link=$LINK_STATE${NL}since=$NOW${NL}retry_at=$RETRY_AT${NL}pid=$$${NL}error=$LAST_ERROR"
}

link_start() {
	LINK=$((LINK + 1))
	LINK_STATE=connecting
	LINK_SINCE=$NOW
	KILLED_AT=
	FLIGHT=
	IN_FLIGHT=0
	SETS_SAID=' '
	if ! ssh_pipes "$LINK"; then
		LAST_ERROR='cannot create a pipe'
		LINK_STATE=down
		link_retry
		return
	fi
	CLIENT_SILENCE=$SILENCE
	(
		exec 3>&- 4>&- 5<&- 8<&- 0<&7 1>&9 2>"$RM_RUN/ssh.err" 7<&- 9>&-
		ssh_exec "$DEVICE" link "$((CLIENT_SILENCE + CLIENT_SILENCE / 10 + 1))"
	) &
	CLIENT=$!
	(
		exec 4>&- 5<&- 7<&- 9>&-
		link_relay <&8 >&3
		echo "$LINK - down" >&3
	) &
	RELAY=$!
	exec 7<&- 8<&- 9>&-
	hello_line
	link_send "$R"
	state_put
}

# link_relay: turns lines of standard input into events. printf writes long lines in pieces, with some C libraries from
# 1,024 bytes on, and other events would get in between; dd writes one piece.
link_relay() {
	while IFS= read -r line; do
		if [ ${#line} -lt 240 ]; then
			printf '%s\n' "$LINK $line"
		else
			printf '%s\n' "$LINK $line" | dd obs=8192 2>/dev/null
		fi
	done
}

# link_send <line>: 1 if the client has ended, for which there is a separate event.
link_send() {
	LAST_SENT=$NOW
	printf '%s\n' "$1" 2>/dev/null >&4
}

# link_kill <why>
link_kill() {
	LAST_ERROR=$1
	log "$1"
	KILLED_AT=$NOW
	kill "$CLIENT" 2>/dev/null
	return 0
}

link_down() {
	exec 4>&-
	# It has closed its output, but may not exit.
	kill "$CLIENT" 2>/dev/null
	(
		exec 3>&- 5<&-
		sleep 5
		kill -9 "$CLIENT" 2>/dev/null
	) &
	link_killer=$!
	wait "$CLIENT" "$RELAY" 2>/dev/null
	kill "$link_killer" 2>/dev/null
	CLIENT=
	if [ -z "$LAST_ERROR" ]; then
		ssh_complaint "$RM_RUN/ssh.err"
		LAST_ERROR=${R:-the connection was closed}
		log "link down: $LAST_ERROR"
	fi
	[ "$LINK_STATE" = online ] && [ $((NOW - ONLINE_SINCE)) -ge "$RM_STABLE" ] && FAILS=0
	LINK_STATE=down
	spool_rewind
	link_retry
}

link_retry() {
	retry_wait "$FAILS" "$SPREAD" "$ASKED_WAIT"
	# The guard does not wait for long.
	[ -n "$ASKED_WAIT" ] || [ "$R" -le "$CONFIG_RETRY" ] || ! record_open || R=$CONFIG_RETRY
	FAILS=$((FAILS + 1))
	ASKED_WAIT=
	RETRY_AT=$((NOW + R))
	state_put
	# A wait shorter than a tick needs a timer of its own.
	[ "$R" -le "$RM_TICK" ] || return 0
	RETRY_N=$((RETRY_N + 1))
	(
		exec 4>&- 5<&-
		sleep "$R"
		echo "retry $RETRY_N" >&3
	) &
}

# link_line <words of one line from the server>
link_line() {
	link_verb=${1%% *}
	link_rest=${1#* }
	case $link_verb in
		-) link_down ;;
		ack) link_ack "$link_rest" ;;
		welcome) link_welcome "$link_rest" ;;
		settings) link_changed "$link_rest" ;;
		refused) link_refused "$link_rest" ;;
		cmd) command_line "$link_rest" ;;
		ping) link_send pong ;;
		unsupported) log "the server does not support the line '$link_rest'" ;;
		bye) log 'the server is shutting down' ;;
	esac
}

link_welcome() {
	[ "$LINK_STATE" = connecting ] || return 0
	LINK_STATE=online
	ONLINE_SINCE=$NOW
	LAST_ERROR=
	RETRY_AT=0
	FLIGHT_SINCE=$NOW
	log "online as device $DEVICE at $HOST:$PORT"
	state_put
	link_settings "$1"
	batch_ask
	report_schedule
	link_pump
}

# link_changed <key=value …>: the settings of welcome have changed.
link_changed() {
	[ "$LINK_STATE" = online ] || return 0
	link_settings "$1"
	report_schedule
	link_pump
}

link_settings() {
	put "$RM_RUN/settings" "$1"
	# An older server supports neither batches, nor checksums of configurations, nor templates.
	BATCH=0
	EVERY_CONFIG=0
	CONFIG_KNOWN=
	PLANS_SUM=
	PLANS_TICKET=
	PLANS_SIZE=
	settings_read "$1"
	config_known
	templates_settle
	# Maximum normal silence of the server: it only acknowledges reports.
	link_silence=$KEEPALIVE
	[ "$BATCH" -le "$link_silence" ] || link_silence=$BATCH
	# The client gets its interval when it starts, even for the first time after a boot.
	[ "$link_silence" = "$SILENCE" ] || put "$RM_ETC/keepalive" "$link_silence"
	SILENCE=$link_silence
	[ "$SILENCE" -le "$CLIENT_SILENCE" ] || link_kill 'restarting the client with a longer keep-alive interval'
}

link_refused() {
	link_code=${1%% *}
	link_rest=${1#* }
	if [ "$link_code" = 200 ] && [ "$LINK_STATE" = connecting ] && [ "$HELLO_V" = "$PROTOCOL" ]; then
		# An older server may only support the previous version.
		HELLO_V=$((PROTOCOL - 1))
	else
		HELLO_V=$PROTOCOL
		is_natural "${link_rest%% *}" && ASKED_WAIT=${link_rest%% *}
	fi
	link_kill "refused $link_code: $(printf '%b' "${link_rest#* }")"
}

link_ack() {
	[ "${1%% *}" = "$BOOT" ] && is_natural "${1#* }" || return 0
	link_acked=${1#* }
	link_left=
	IN_FLIGHT=0
	for link_seq in $FLIGHT; do
		[ "$link_seq" -gt "$link_acked" ] || continue
		link_left="$link_left $link_seq"
		IN_FLIGHT=$((IN_FLIGHT + 1))
	done
	FLIGHT=$link_left
	FLIGHT_SINCE=$NOW
	spool_ack "$link_acked"
	link_pump
}

link_pump() {
	[ "$LINK_STATE" = online ] && [ -z "$KILLED_AT" ] || return 0
	if [ "$DROPPED" -gt "$DROPPED_SAID" ]; then
		link_send "event {\"type\":\"spool_dropped\",\"age_s\":0,\"text\":\"$((DROPPED - DROPPED_SAID)) reports\"}" && DROPPED_SAID=$DROPPED
	fi
	if [ -n "${MISSING:-}" ]; then
		link_send "event {\"type\":\"tools_missing\",\"age_s\":0,\"text\":\"$MISSING\"}" && MISSING=
	fi
	if [ "$BATCH" -gt 0 ]; then
		batch_pump
		return
	fi
	while [ "$IN_FLIGHT" -lt "$RM_WINDOW" ] && spool_next; do
		link_set "$NEXT_SET"
		link_age=$((NOW - NEXT_AT))
		[ "$link_age" -ge 0 ] || link_age=0
		[ "$IN_FLIGHT" -gt 0 ] || FLIGHT_SINCE=$NOW
		FLIGHT="$FLIGHT $NEXT_SEQ"
		IN_FLIGHT=$((IN_FLIGHT + 1))
		link_send "report $BOOT $NEXT_SEQ $link_age $NEXT_SET $NEXT_VALUES" || return 0
	done
}

# link_set <number>: sends the names of the list the first time a link uses it.
link_set() {
	case $SETS_SAID in
		*" $1 "*) return ;;
	esac
	set_names "$1"
	link_send "set $1 $R"
	SETS_SAID="$SETS_SAID$1 "
}

link_tick() {
	case $LINK_STATE in
		down) [ "$NOW" -lt "$RETRY_AT" ] || link_start ;;
		connecting)
			[ -n "$KILLED_AT" ] || [ $((NOW - LINK_SINCE)) -lt "$RM_WATCHDOG" ] ||
				link_kill "no welcome from $HOST:$PORT within $RM_WATCHDOG s"
			;;
		online)
			if [ -z "$KILLED_AT" ] && [ "$IN_FLIGHT" -gt 0 ] && [ $((NOW - FLIGHT_SINCE)) -ge "$RM_ACK_WAIT" ]; then
				link_kill "no acknowledgement within $RM_ACK_WAIT s"
			elif [ $((NOW - LAST_SENT)) -ge $((KEEPALIVE - RM_TICK)) ]; then
				link_send pong
			fi
			;;
	esac
	if [ -n "$KILLED_AT" ] && [ -n "$CLIENT" ] && [ $((NOW - KILLED_AT)) -ge 5 ]; then
		kill -9 "$CLIENT" 2>/dev/null
	fi
}
