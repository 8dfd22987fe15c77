# shellcheck shell=sh
# Measuring. Each group becomes one report, collected in a separate process, because a modem tool may hang.

# Of the current measurement: safe names of instances, each with its own.
INSTANCES='
'
REPORT_WEIGHT=0
REPORT_GROUPS='dynamic static mobile io gps wireless hotspot ddns l2tp config'

# num <name> <value>, text <name> <value>: add to the report; a missing value is null.
num() {
	is_number "$2" && R=$2 || R=null
	report_room 1
	report_put "$1"
}

text() {
	if [ -n "$2" ]; then json_text "$2"; else R=null; fi
	report_room 2
	report_put "$1"
}

# report_room <weight>: starts another report before one is too long for the server. By the names and kinds of values
# if possible: each list of names is announced once, so it must not change with the values.
report_room() {
	if [ $((REPORT_WEIGHT + $1)) -gt 190 ] || [ $((${#REPORT_NAMES} + ${#REPORT_VALUES} + ${#R})) -gt 7600 ]; then
		room_value=$R
		report_part
		R=$room_value
	fi
	REPORT_WEIGHT=$((REPORT_WEIGHT + $1))
}

report_put() {
	REPORT_NAMES=$REPORT_NAMES${REPORT_NAMES:+,}$1
	REPORT_VALUES=$REPORT_VALUES${REPORT_VALUES:+,}$R
}

# instance <name>: R, safe after the dot of a parameter name. Names that would become the same get a number at the end:
# the server refuses a report with one name twice.
instance() {
	R=$1
	case $R in *[!A-Za-z0-9_-]*) R=$(printf '%s' "$R" | tr -c 'A-Za-z0-9_-' '_') ;; esac
	[ ${#R} -le 32 ] || R=$(printf '%.32s' "$R")
	R=${R:-_}
	instance_base=$R
	instance_n=1
	while :; do
		case $INSTANCES in
			*"$NL$R=$1$NL"*) return ;;
			*"$NL$R="*) ;;
			*) break ;;
		esac
		instance_n=$((instance_n + 1))
		R=$(printf '%.28s' "$instance_base")_$instance_n
	done
	INSTANCES=$INSTANCES$R=$1$NL
}

# collect <group>: writes uptime, names and values; nothing if the device has no such values.
collect() {
	case $1 in
		t[0-9]*)
			template_collect "$plans" "${1#t}" "$RM_RUN/measured.$COLLECT_N"
			return
			;;
	esac
	REPORT_NAMES=
	REPORT_VALUES=
	REPORT_WEIGHT=0
	INSTANCES=$NL
	of_backend "$1"
	report_part
}

# report_part: prints the values so far as one report.
report_part() {
	[ -n "$REPORT_NAMES" ] || return 0
	read_now
	printf '%s\n%s\n[%s]\n' "$NOW" "$REPORT_NAMES" "$REPORT_VALUES"
	REPORT_NAMES=
	REPORT_VALUES=
	REPORT_WEIGHT=0
}

# interval_of <group>: R in seconds, 0 = off.
interval_of() {
	case $1 in
		dynamic | mobile) R=${RM_EVERY_DYNAMIC:-$EVERY_DYNAMIC} ;;
		static) R=$EVERY_STATIC ;;
		io) R=$EVERY_IO ;;
		gps) R=$EVERY_GPS ;;
		wireless) R=$EVERY_WIRELESS ;;
		hotspot) R=$EVERY_HOTSPOT ;;
		ddns) R=$EVERY_DDNS ;;
		l2tp) R=$EVERY_L2TP ;;
		config) R=$EVERY_CONFIG ;;
	esac
}

report_init() {
	EVERY_DYNAMIC=300 EVERY_STATIC=1296000 EVERY_IO=0 EVERY_GPS=0 EVERY_WIRELESS=0 EVERY_CONFIG=0
	EVERY_HOTSPOT=0 EVERY_DDNS=0 EVERY_L2TP=0
	CONFIG_KNOWN=
	KEEPALIVE=300 SPREAD=30 BATCH=0 SILENCE=300
	first_line "$RM_ETC/keepalive"
	! is_natural "$R" || SILENCE=$R
	# The settings of the last welcome apply while the server is unavailable.
	templates_init
	[ -r "$RM_RUN/settings" ] && settings_read "$(cat "$RM_RUN/settings")"
	# A ticket from before this start is invalid.
	PLANS_TICKET=
	config_sum_init
	COLLECT_QUEUE=
	COLLECTING=
	REFRESH=
	SETS_RENEWED=
	for report_group in $REPORT_GROUPS; do eval "DUE_$report_group=0"; done
}

# settings_read <key=value …>: the settings in welcome or settings.
settings_read() {
	for setting in $1; do
		setting_value=${setting#*=}
		case $setting in
			sum=*) CONFIG_KNOWN=$setting_value ;;
			templates=*) PLANS_SUM=$setting_value ;;
			template_ticket=*) PLANS_TICKET=$setting_value ;;
		esac
		is_natural "$setting_value" || continue
		case $setting in
			keepalive=*) [ "$setting_value" -gt 0 ] && KEEPALIVE=${RM_KEEPALIVE:-$setting_value} ;;
			batch=*) BATCH=$setting_value && [ "$BATCH" -eq 0 ] || BATCH=${RM_EVERY_BATCH:-$BATCH} ;;
			template_bytes=*) PLANS_SIZE=$setting_value ;;
			spread=*) SPREAD=$setting_value ;;
			dynamic=*) EVERY_DYNAMIC=$setting_value ;;
			static=*) EVERY_STATIC=$setting_value ;;
			io=*) EVERY_IO=$setting_value ;;
			gps=*) EVERY_GPS=$setting_value ;;
			wireless=*) EVERY_WIRELESS=$setting_value ;;
			hotspot=*) EVERY_HOTSPOT=$setting_value ;;
			ddns=*) EVERY_DDNS=$setting_value ;;
			l2tp=*) EVERY_L2TP=$setting_value ;;
			config=*) EVERY_CONFIG=$setting_value && [ "$EVERY_CONFIG" -eq 0 ] || EVERY_CONFIG=${RM_EVERY_CONFIG:-$EVERY_CONFIG} ;;
		esac
	done
}

report_schedule() {
	for report_group in $REPORT_GROUPS; do
		interval_of "$report_group"
		[ "$R" -gt 0 ] || continue
		eval "report_due=\$DUE_$report_group"
		# The interval may have become shorter.
		[ "$report_due" -le $((NOW + R)) ] || report_due=$((NOW + R))
		if [ "$NOW" -lt "$report_due" ]; then
			eval "DUE_$report_group=$report_due"
			continue
		fi
		# Keeps its rhythm unless it is late.
		report_due=$((report_due + R))
		[ "$report_due" -gt "$NOW" ] || report_due=$((NOW + R))
		eval "DUE_$report_group=$report_due"
		report_queue "$report_group"
	done
	templates_due
	report_start
}

report_queue() {
	case " $COLLECT_QUEUE " in
		*" $1 "*) ;;
		*) COLLECT_QUEUE="$COLLECT_QUEUE $1" ;;
	esac
}

report_start() {
	if [ -n "$COLLECTING" ]; then
		[ $((NOW - COLLECT_SINCE)) -gt "$RM_COLLECT_WAIT" ] || return 0
		log "measuring $COLLECTING timed out"
		kill "$COLLECT_PID" 2>/dev/null
		COLLECTING=
	fi
	for COLLECTING in $COLLECT_QUEUE; do break; done
	[ -n "$COLLECTING" ] || return 0
	COLLECT_QUEUE=${COLLECT_QUEUE#*"$COLLECTING"}
	COLLECT_SINCE=$NOW
	COLLECT_N=$((${COLLECT_N:-0} + 1))
	(
		exec 4>&- 5<&-
		collect "$COLLECTING" >"$RM_RUN/collect.$COLLECT_N" 2>/dev/null </dev/null
		echo "collected $COLLECT_N" >&3
	) &
	COLLECT_PID=$!
}

report_add() {
	if [ $((${#collected_names} + ${#collected_values})) -gt 8000 ]; then
		log "the $COLLECTING report is too long and was skipped"
	elif set_number "$collected_names"; then
		! spool_add "$collected_at" "$R" "$collected_values" || [ "$COLLECTING" != config ] || config_spooled "$collected_values"
		# The server knows the old numbers: only a new link can announce new ones.
		if [ -n "$SETS_RENEWED" ]; then
			SETS_RENEWED=
			[ "$LINK_STATE" = down ] || link_kill 'reconnecting: the parameter lists are renumbered'
		fi
	else
		log 'a report was skipped: too many different parameter lists, or no space for another'
	fi
}

# report_collected <number>
report_collected() {
	if [ "$1" = "$COLLECT_N" ] && [ -n "$COLLECTING" ]; then
		while IFS= read -r collected_at; do
			case $collected_at in
				'! '*)
					template_fault "${collected_at#! }"
					continue
					;;
			esac
			IFS= read -r collected_names
			IFS= read -r collected_values
			! is_natural "$collected_at" || report_add
		done <"$RM_RUN/collect.$1"
		COLLECTING=
	fi
	rm -f "$RM_RUN/collect.$1"
	report_start
	if [ -n "$REFRESH" ] && [ -z "$COLLECTING" ]; then
		batch_ask
		command_done "$REFRESH" 'done' 0 refreshed
		REFRESH=
	fi
}
