# shellcheck shell=sh
# The service: one loop over one pipe of events.

run_alive() {
	[ -s "$RM_RUN/pid" ] && read -r R <"$RM_RUN/pid" && is_natural "$R" && [ "$R" != "$$" ] &&
		kill -0 "$R" 2>/dev/null && tr '\000' ' ' <"/proc/$R/cmdline" 2>/dev/null | grep -q rm-agent
}

# run_sweep: a folder that is not in memory may contain locks, processes and times of another boot.
run_sweep() {
	first_line "$RM_PROC/sys/kernel/random/boot_id"
	sweep_boot=$R
	if first_line "$RM_RUN/kernel" && [ "$R" != "$sweep_boot" ]; then rm -rf "$RM_RUN"; fi
}

run_service() {
	run_sweep
	undo_first
	[ -s "$RM_ETC/device" ] || fail 'this device is not enrolled: use the install command from the console'
	server_load || fail "no server is set in $RM_ETC/server"
	ssh_choose || fail 'neither dbclient nor ssh is installed on this device'
	[ -f "$RM_ETC/key.$SSH_KIND" ] || fail "the key in $RM_ETC does not belong to $SSH_KIND: enrol again"
	identity_load || fail "no identity in $RM_ETC/identity: enrol again"
	read -r DEVICE <"$RM_ETC/device"
	mkdir -p "$RM_RUN"
	upgrade_sweep
	run_alive && fail "already running, process $R"
	put "$RM_RUN/pid" $$
	spool_open
	hello_prepare
	report_init
	batch_init
	link_init
	commands_init
	exec_init
	tunnel_init
	password_init
	send_init
	upgrade_init
	read_now
	fetch_init
	store_init
	firmware_init
	config_init
	authorized_init
	rm -f "$RM_RUN/events"
	mkfifo "$RM_RUN/events" || fail "cannot create a pipe in $RM_RUN"
	# Opened for reading and writing, so that it never ends and opening it never blocks.
	exec 3<>"$RM_RUN/events"
	trap '' PIPE HUP
	trap run_stop TERM INT
	trap 'RETRY_AT=0' USR1
	log "rm-agent $RM_VERSION starts: $BACKEND, serial $SERIAL, $SSH_BIN, server $HOST:$PORT"
	missing_tools
	MISSING=$R
	[ -z "$MISSING" ] || log "missing on this device: $MISSING; what uses them will fail"
	read_now
	run_ticker &
	TICKER=$!
	if [ -f "$RM_ETC/fresh" ] || [ -f "$RM_RUN/fresh" ] || [ -n "${RM_TRIAL:-}" ]; then
		# A user waits for a device that was just enrolled; after a power cut thousands may start at once.
		rm -f "$RM_ETC/fresh" "$RM_RUN/fresh"
		link_start
	else
		link_retry
		FAILS=0
	fi
	run_loop
}

run_ticker() {
	exec 4>&- 5<&-
	while sleep "$RM_TICK" && kill -0 "$$" 2>/dev/null; do
		echo tick >&3
	done
}

run_loop() {
	run_errors=0
	while :; do
		if ! IFS= read -r event <&3; then
			# A signal interrupts a read too.
			run_errors=$((run_errors + 1))
			[ "$run_errors" -lt 100 ] || fail 'the event pipe broke'
			continue
		fi
		run_errors=0
		read_now
		run_event "$event"
	done
}

# run_event <line>
run_event() {
	case $1 in
		tick) run_tick ;;
		"retry $RETRY_N") [ "$LINK_STATE" != down ] || link_start ;;
		'collected '*)
			report_collected "${1#collected }"
			link_pump
			;;
		'finished '*) exec_finished "${1#finished }" ;;
		'untunnel '*) tunnel_ended "${1#untunnel }" ;;
		'upgraded '*) upgrade_ready "${1#upgraded }" ;;
		'sent '*) send_ended "${1#sent }" ;;
		'stored '*) store_ended "${1#stored }" ;;
		'fetched '*) fetch_ended "${1#fetched }" ;;
		'checked '*) firmware_checked "${1#checked }" ;;
		'unflashed '*) firmware_failed "${1#unflashed }" ;;
		'applied '*) config_ended "${1#applied }" ;;
		'planned '*) templates_fetched "${1#planned }" ;;
		'lost '*)
			fetch_lost "${1#lost }"
			store_lost "${1#lost }"
			firmware_lost "${1#lost }"
			config_lost "${1#lost }"
			;;
		'reloaded '*) config_reloaded "${1#reloaded }" ;;
		'password '*) password_ended "${1#password }" ;;
		'unbooted '*) command_unbooted "${1#unbooted }" ;;
		"$LINK "*) link_line "${1#* }" ;;
	esac
}

run_tick() {
	if [ ! -s "$RM_RUN/boot" ]; then
		log "$RM_RUN was emptied: the report counter restarts"
		spool_open
		put "$RM_RUN/pid" $$
		[ "$LINK_STATE" = down ] || link_kill 'reconnecting: the report counter restarts'
	fi
	templates_tick
	report_schedule
	link_tick
	link_pump
	exec_tick
	tunnel_tick
	authorized_tick
	upgrade_tick
	password_tick
	fetch_tick
	store_tick
	firmware_tick
	config_tick
}

run_stop() {
	trap '' TERM INT
	log 'rm-agent is stopping'
	upgrade_stop
	run_end
	exit 0
}

run_end() {
	exec_stop
	send_stop
	fetch_stop
	templates_stop
	store_stop
	config_stop
	tunnel_stop
	for run_child in "$TICKER" "$CLIENT" "${COLLECT_PID:-}"; do
		[ -z "$run_child" ] || kill "$run_child" 2>/dev/null
	done
	rm -f "$RM_RUN"/tx.* "$RM_RUN"/rx.* "$RM_RUN/events" "$RM_RUN/pid"
	LINK_STATE=stopped
	LAST_ERROR=
	RETRY_AT=0
	read_now
	state_put
}
