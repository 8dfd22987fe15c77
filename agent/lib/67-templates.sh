# shellcheck shell=sh
# Measures templates of the server, besides the device's own groups: lines of a file in memory, whose checksum is in the
# settings (packages/contract/src/link/template-lines.ts). It is fetched if the checksum differs, and after a kill or
# reboot, since `hello` contains the current one. Each template is a group of reports, measured in the background.

# Maximum bytes of a response, seconds of an expression, faults logged per measurement, bytes of the file.
ANSWER_BYTES=65536
EXPRESSION_SECONDS=2
FAULTS_SAID=10
PLAN_BYTES=262144

templates_init() {
	plans=$RM_RUN/templates
	# The template settings; then the checksum of the current file.
	PLANS_SUM=
	PLANS_TICKET=
	PLANS_SIZE=
	PLANS_HERE=
	PLANS_PID=
	PLANS_N=0
	PLANS_AT=0
	PLANS_WAIT=30
	TEMPLATES=
	FAULTS=' '
	FAULTS_SINCE=0
	rm -rf "$RM_RUN"/measured.* "$plans.part" "$plans.part."*
	templates_load
}

# templates_load: TEMPLATES, a list of `<template>:<seconds>:<due>`.
templates_load() {
	PLANS_HERE=
	templates_before=$TEMPLATES
	TEMPLATES=
	[ -s "$plans" ] || return 0
	sum_of "$plans"
	PLANS_HERE=$R
	while read -r plan_word plan_every plan_id; do
		[ "$plan_word" = every ] || continue
		is_natural "$plan_every" || continue
		is_natural "$plan_id" || continue
		plan_every=${RM_EVERY_TEMPLATE:-$plan_every}
		plan_due=0
		for plan_one in $templates_before; do
			case $plan_one in "$plan_id:$plan_every:"*) plan_due=${plan_one##*:} ;; esac
		done
		TEMPLATES="$TEMPLATES $plan_id:$plan_every:$plan_due"
	done <"$plans"
}

templates_settle() {
	if [ -z "$PLANS_SUM" ]; then
		templates_stop
		[ ! -e "$plans" ] || rm -f "$plans"
		templates_load
		return 0
	fi
	[ "$PLANS_SUM" != "$PLANS_HERE" ] && [ -n "$PLANS_TICKET" ] || return 0
	# Stops fetching another file.
	templates_stop
	PLANS_WAIT=30
	templates_fetch
}

templates_stop() {
	[ -n "$PLANS_PID" ] || return 0
	fetch_kill "$PLANS_PID"
	PLANS_PID=
	# Ignores the last message of the old process.
	PLANS_N=$((PLANS_N + 1))
}

# templates_fetch: in the background; sends the event 'planned <number> <exit> <text>'.
templates_fetch() {
	is_ticket "$PLANS_TICKET" && is_sha256 "$PLANS_SUM" && is_bytes "$PLANS_SIZE" &&
		[ "$PLANS_SIZE" -le "$PLAN_BYTES" ] || return 0
	PLANS_N=$((PLANS_N + 1))
	(
		exec 4>&- 5<&-
		trap 'fetch_end; exit' TERM
		rm -f "$plans.part"
		read_now
		fetch_file "$plans.part" "$PLANS_TICKET" "$PLANS_SIZE" $((NOW + RM_FETCH_WAIT))
		plans_exit=$?
		if [ "$plans_exit" -eq 0 ]; then
			sum_of "$plans.part"
			if [ "$R" = "$PLANS_SUM" ]; then
				mv -f "$plans.part" "$plans" || plans_exit=1
			else
				plans_exit=$FETCH_CONTENT
			fi
		fi
		rm -f "$plans.part"
		echo "planned $PLANS_N $plans_exit" >&3
	) </dev/null &
	PLANS_PID=$!
}

# templates_fetched '<number> <exit>'
templates_fetched() {
	[ "${1%% *}" = "$PLANS_N" ] || return 0
	PLANS_PID=
	case ${1#* } in
		0)
			templates_load
			PLANS_TICKET=
			log "measuring for $(plans_count) templates"
			report_schedule
			;;
		"$FETCH_TICKET")
			# The next settings contain another one.
			PLANS_TICKET=
			log 'what to measure for templates could not be fetched: the ticket has expired'
			;;
		*)
			PLANS_AT=$((NOW + PLANS_WAIT))
			PLANS_WAIT=$((PLANS_WAIT * 2))
			[ "$PLANS_WAIT" -le 600 ] || PLANS_WAIT=600
			log 'what to measure for templates could not be fetched: trying again'
			;;
	esac
}

plans_count() {
	# Words of a list.
	# shellcheck disable=SC2086
	set -- $TEMPLATES
	echo $#
}

templates_tick() {
	[ -z "$PLANS_PID" ] && [ -n "$PLANS_TICKET" ] && [ "$PLANS_SUM" != "$PLANS_HERE" ] && [ "$NOW" -ge "$PLANS_AT" ] &&
		[ "$LINK_STATE" = online ] || return 0
	templates_fetch
}

# templates_due: queues the templates that are due; with an argument all of them.
templates_due() {
	due_list=
	for due_one in $TEMPLATES; do
		due_id=${due_one%%:*}
		due_every=${due_one#*:}
		due_at=${due_every#*:}
		due_every=${due_every%:*}
		if [ -n "${1:-}" ]; then
			report_queue "t$due_id"
		elif [ "$NOW" -ge "$due_at" ]; then
			report_queue "t$due_id"
			# Keeps its rhythm unless it is late.
			due_at=$((due_at + due_every))
			[ "$due_at" -gt "$NOW" ] || due_at=$((NOW + due_every))
		fi
		due_list="$due_list $due_id:$due_every:$due_at"
	done
	TEMPLATES=$due_list
}

# template_fault '<parameter> <word>': reports a fault to the server; on a metered connection each at most once an hour.
template_fault() {
	if [ $((NOW - FAULTS_SINCE)) -ge 3600 ]; then
		FAULTS=' '
		FAULTS_SINCE=$NOW
	fi
	if [ "$BATCH" -gt 0 ]; then
		case $FAULTS in *" $1 "*) return 0 ;; esac
		FAULTS="$FAULTS$1 "
	fi
	[ "$LINK_STATE" = online ] || return 0
	link_send "event {\"type\":\"template_fault\",\"age_s\":0,\"text\":\"$1\"}"
}
