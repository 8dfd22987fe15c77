# shellcheck shell=sh
# Measures the lines of a template, in a separate process; responses are read into a folder in memory.

# template_collect <file> <template> <folder> [test]: reports of a few parameters each, and a line `! <parameter>
# <word>` for each failure. With `test`, a line `<parameter> = <JSON>` or `<parameter> ! <word>` for each parameter.
template_collect() {
	collect_folder=$3
	collect_test=${4:-}
	collect_on=
	REPORT_NAMES=''
	REPORT_VALUES=''
	REPORT_WEIGHT=0
	PICK=''
	READ=''
	FAULT_COUNT=0
	mkdir -p "$collect_folder" || return
	while IFS= read -r plan_line; do
		plan_rest=${plan_line#* }
		case $plan_line in
			'every '*)
				pick_done
				READ=
				collect_on=
				[ "${plan_rest#* }" != "$2" ] || collect_on=1
				continue
				;;
		esac
		[ -n "$collect_on" ] || continue
		case $plan_line in
			'read '*)
				pick_done
				read_path "$plan_rest"
				;;
			'find '*) find_entry "$plan_rest" ;;
			'pick '*)
				pick_done
				PICK=$plan_rest
				PICK_SH=
				;;
			'sh '*) PICK_SH=${plan_rest#* } ;;
		esac
	done <"$1"
	pick_done
	report_part
	rm -rf "$collect_folder"
}

# read_path <path>: the response as lines `path=value`. READ is 'json', 'text', or the reason of a failure.
read_path() {
	FOUND=
	READ_SAID=
	rm -f "$collect_folder/answer" "$collect_folder/flat"
	if [ -n "${MEASURE_UNTIL:-}" ] && read_now && [ "$NOW" -ge "$MEASURE_UNTIL" ]; then
		READ=unreadable
		return
	fi
	of_backend api_get "$1" 2>/dev/null | head -c $((ANSWER_BYTES + 1)) >"$collect_folder/answer"
	size_of "$collect_folder/answer"
	if [ "$R" -gt "$ANSWER_BYTES" ]; then
		READ=too_large
		return
	fi
	if [ "$R" -eq 0 ]; then
		READ=unreadable
		[ "$BACKEND" != linux ] || linux_readable "$1" || READ=refused_path
		return
	fi
	case $(tr -d ' \t\r\n' <"$collect_folder/answer" | head -c 1) in
		'{' | '[')
			READ=json
			json_flat <"$collect_folder/answer" >"$collect_folder/flat"
			;;
		*)
			READ=text
			text_flat <"$collect_folder/answer" >"$collect_folder/flat"
			;;
	esac
}

# find_entry '<name> <list> <field> <value>': adds the index of the entry to FOUND.
find_entry() {
	case $READ in json | text) ;; *) return 0 ;; esac
	find_name=${1%% *}
	find_rest=${1#* }
	find_list=${find_rest%% *}
	find_rest=${find_rest#* }
	if [ "$find_list" = . ]; then find_list=; else find_list=$find_list/; fi
	R=$(
		LIST=$find_list FIELD=${find_rest%% *} VALUE=${find_rest#* } awk '
		BEGIN { list = ENVIRON["LIST"]; end = ENVIRON["FIELD"] "=" ENVIRON["VALUE"] }
		index($0, list) == 1 {
			rest = substr($0, length(list) + 1)
			if (match(rest, /^[0-9]+\//) && substr(rest, RLENGTH + 1) == end) {
				print substr(rest, 1, RLENGTH - 1)
				exit
			}
		}' "$collect_folder/flat"
	)
	FOUND="$FOUND $find_name=$R"
}

# pick_done: completes the last `pick`, with its `sh`.
pick_done() {
	[ -n "$PICK" ] || return 0
	pick_id=${PICK%% *}
	pick_rest=${PICK#* }
	pick_type=${pick_rest%% *}
	pick_rest=${pick_rest#* }
	pick_ref=${pick_rest%% *}
	pick_filter=
	[ "$pick_ref" = "$pick_rest" ] || pick_filter=${pick_rest#* }
	PICK=
	pick_fault=
	case $READ in
		json | text)
			pick_value || pick_fault=missing
			[ -n "$pick_fault" ] || [ -z "$PICK_SH" ] || expression_run || pick_fault=$R
			;;
		*) pick_fault=$READ ;;
	esac
	pick_report
}

# pick_value: R; 1 if the response does not contain the value.
pick_value() {
	case $pick_ref in *'{'*) pick_place || return ;; esac
	case $pick_type:$READ in
		array:json | object:json)
			[ "$pick_ref" != . ] || pick_ref=
			R=$(json_part "$pick_ref" <"$collect_folder/answer")
			;;
		*)
			[ "$pick_ref" != . ] || pick_ref=1
			R=$(REF=$pick_ref= awk 'index($0, ENVIRON["REF"]) == 1 { print substr($0, length(ENVIRON["REF"]) + 1); exit }' "$collect_folder/flat")
			[ "$R" != null ] || R=
			;;
	esac
	[ -z "$pick_filter" ] || R=$(printf '%s\n' "$R" | FILTER=$pick_filter awk 'match($0, ENVIRON["FILTER"]) { print substr($0, RSTART, RLENGTH); exit }')
	[ -n "$R" ]
}

# pick_place: inserts the found indices into pick_ref.
pick_place() {
	place_left=$pick_ref
	pick_ref=
	while :; do
		case $place_left in *'{'*'}'*) ;; *) break ;; esac
		place_name=${place_left#*'{'}
		place_name=${place_name%%'}'*}
		place_at=
		for place_one in $FOUND; do
			[ "${place_one%%=*}" != "$place_name" ] || place_at=${place_one#*=}
		done
		[ -n "$place_at" ] || return
		pick_ref=$pick_ref${place_left%%'{'*}$place_at
		place_left=${place_left#*'}'}
	done
	pick_ref=$pick_ref$place_left
}

# pick_report: adds R to the report, and prints a fault.
pick_report() {
	pick_weight=8
	case $pick_type in number | integer | boolean) pick_weight=1 ;; esac
	if [ -n "$pick_fault" ]; then
		R=null
	elif { [ "$pick_type" = number ] || [ "$pick_type" = integer ]; } && is_number "$R" && [ ${#R} -le 40 ]; then
		:
	else
		json_text "$R"
	fi
	if [ -n "$collect_test" ]; then
		if [ -z "$pick_fault" ]; then printf '%s = %s\n' "$pick_id" "$R"; else printf '%s ! %s\n' "$pick_id" "$pick_fault"; fi
		return
	fi
	[ $((REPORT_WEIGHT + pick_weight)) -le 96 ] || report_part
	REPORT_WEIGHT=$((REPORT_WEIGHT + pick_weight))
	report_put "c.$pick_id"
	[ -n "$pick_fault" ] || return 0
	# A response that cannot be read is reported once.
	case $READ in
		json | text) ;;
		"$READ_SAID") return 0 ;;
		*) READ_SAID=$READ ;;
	esac
	FAULT_COUNT=$((FAULT_COUNT + 1))
	[ "$FAULT_COUNT" -gt "$FAULTS_SAID" ] || printf '! %s\n' "$pick_id $pick_fault"
}

# expression_run: R, the output of the expression, with the value in its variable. In a process group of its own, which
# is ended after its time; 1 with the reason in R.
expression_run() {
	expression_variable=${PICK_SH%% *}
	expression_text=${PICK_SH#* }
	rm -f "$collect_folder/pipe" "$collect_folder/over" "$collect_folder/output"
	mkfifo "$collect_folder/pipe" || {
		R=failed
		return 1
	}
	# Ends when the last process that could write has ended, or has written enough.
	head -c 256 <"$collect_folder/pipe" >"$collect_folder/output" 3>&- &
	expression_reader=$!
	(
		cd / || exit
		trap - PIPE HUP TERM
		# For processes that leave the group; not every shell supports it.
		# shellcheck disable=SC3045
		ulimit -t $((EXPRESSION_SECONDS + 1)) 2>/dev/null
		if have setsid; then
			exec setsid env "$expression_variable=$R" /bin/sh -c "$expression_text"
		fi
		exec env "$expression_variable=$R" /bin/sh -c "$expression_text"
	) >"$collect_folder/pipe" 2>/dev/null </dev/null 3>&- &
	expression_child=$!
	(
		sleep "$EXPRESSION_SECONDS"
		: >"$collect_folder/over"
		# So that it cannot start processes that are not found.
		have setsid && kill -STOP "-$expression_child" 2>/dev/null
		exec_tree "$expression_child"
		have setsid && kill -9 "-$expression_child" 2>/dev/null
		for exec_pid in $exec_pids; do kill -9 "$exec_pid" 2>/dev/null; done
		kill "$expression_reader" 2>/dev/null
	) >/dev/null 2>&1 </dev/null 3>&- &
	expression_guard=$!
	wait "$expression_child"
	expression_exit=$?
	wait "$expression_reader" 2>/dev/null
	kill "$expression_guard" 2>/dev/null
	if [ -e "$collect_folder/over" ]; then
		log "the expression of parameter $pick_id was ended after $EXPRESSION_SECONDS s"
		R=ended
		return 1
	fi
	size_of "$collect_folder/output"
	# Endless output is ended by the pipe, and its value is truncated.
	if [ "$expression_exit" -ne 0 ] && [ "$R" -lt 256 ]; then
		R=failed
		return 1
	fi
	R=$(tr -d '\000' <"$collect_folder/output")
	[ -n "$R" ] || {
		R=missing
		return 1
	}
}

# measure_start <id> <seconds> <lines>: measures once for a waiting user; answered like a command.
measure_start() {
	exec_count=0
	for exec_one in $EXEC_RUNNING; do exec_count=$((exec_count + 1)); done
	if [ "$exec_count" -ge "$EXEC_MAX" ]; then
		command_done "$1" failed 75 "$EXEC_MAX commands are already running"
		return
	fi
	EXEC_N=$((EXEC_N + 1))
	exec_dir=$RM_RUN/exec.$EXEC_N
	if ! { mkdir "$exec_dir" && printf '%s\n' "$3" >"$exec_dir/plans"; } 2>/dev/null; then
		command_done "$1" failed 1 "no space left in $RM_RUN"
		return
	fi
	command_note "$1" 0 'begun, not finished'
	(
		exec 4>&- 5<&-
		# It ends by itself.
		trap '' TERM
		MEASURE_UNTIL=$((NOW + $2 * 2 / 3))
		template_collect "$exec_dir/plans" 0 "$exec_dir/measured" test >"$exec_dir/output" 2>/dev/null
		echo 0 >"$exec_dir/exit"
		exec_result "$exec_dir" >"$exec_dir/result"
		echo "finished $EXEC_N $1" >&3
	) </dev/null &
	EXEC_RUNNING="$EXEC_RUNNING $!:$EXEC_N:$((NOW + $2))"
}
