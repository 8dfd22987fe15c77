# shellcheck shell=sh
# Calls of the device's own API in a configuration. They are made between the change of the files and the record
# `applied`, so that any interruption is taken back; since their effects are unknown, all of /etc/config is.

# make_lines: the fetched content with one line for each call and each command of uci: in the text of a value a line break
# is the byte 2, and control characters that uci refuses are the byte 1.
make_lines() {
	tr '\000-\010\013\014\016-\037' '\001' <"$stage/file" | LC_ALL=C awk '
	!quoted && /^api / { print; next }
	{
		rest = $0
		if (quoted) {
			printf "\002%s", $0
			at = index(rest, "\047")
			if (!at) next
			rest = substr(rest, at + 1)
		} else printf "%s", $0
		# Texts in quotes, and quotes between them that are escaped.
		gsub(/\047[^\047]*\047|\\./, "", rest)
		quoted = index(rest, "\047")
		if (!quoted) print ""
	}
	END { if (quoted) print "" }'
}

# make_calls: splits the fetched content into lines of uci and calls; R is the reason of a failure.
make_calls() {
	if ! make_lines >"$config/lines"; then
		R="no space left in $RM_RUN"
		return 1
	fi
	# A call without its word is treated as a line of uci, which refuses it.
	LC_ALL=C sed -n 's/^api //p' "$config/lines" >"$config/calls"
	LC_ALL=C sed '/^api /d' "$config/lines" >"$config/uci"
	[ -s "$config/calls" ] || return 0
	if ! api_able; then
		R='this device has no API of its own that can be called'
		return 1
	fi
	R=$(LC_ALL=C grep -nvxE "(POST|PUT|PATCH|DELETE) $API_PATH (-|\{.*\})" "$config/calls" | sed -n '1s/:.*//p')
	[ -z "$R" ] || {
		R="call $R: not a call that may be made"
		return 1
	}
}

# keep_all: copies all other files in /etc/config, and records that there are no more.
keep_all() {
	mkdir -p "$undo/before/etc/config" || return
	for keep_path in "$RM_ROOT"/etc/config/*; do
		keep_name=etc/config/${keep_path##*/}
		# Both kinds are already in the list of changes.
		if [ ! -f "$keep_path" ] || grep -qxF "+ $keep_name" "$undo/list"; then continue; fi
		echo "= $keep_name" >>"$undo/list" && cp -pP "$keep_path" "$undo/before/$keep_name" || return
	done
	echo '/ etc/config' >>"$undo/list"
}

# config_calls: makes the calls up to the first that fails, which is then in R. $undo/calls has the code and
# milliseconds of each.
config_calls() {
	[ -s "$config/calls" ] || return 0
	if ! api_login; then
		R='the device gives no session of its API'
		return 1
	fi
	calls_n=0
	calls_count=$(wc -l <"$config/calls" | tr -d ' ')
	calls_failed=
	while IFS= read -r calls_line; do
		calls_n=$((calls_n + 1))
		uptime_hundredths
		calls_from=$R
		api_call "$calls_line" "$config" </dev/null
		uptime_hundredths
		echo "$API_CODE/$(((R - calls_from) * 10))" >>"$undo/calls" || calls_failed='it could not be noted'
		case $API_CODE in
			2??) ;;
			000) calls_failed='no answer' ;;
			*) calls_failed="answered $API_CODE$(calls_why <"$config/answer")" ;;
		esac
		if [ -n "$calls_failed" ]; then break; fi
	done <"$config/calls"
	api_logout "$config"
	[ -n "$calls_failed" ] || return 0
	R="call $calls_n of $calls_count: $calls_failed"
	return 1
}

# calls_why: the number and the field of the first error; never its text, which may repeat a secret.
calls_why() {
	json_flat 2>/dev/null | LC_ALL=C awk -F= '
	$1 == "errors/0/code" && $2 ~ /^[0-9]+$/ { code = $2 }
	$1 == "errors/0/source" && $2 ~ /^[A-Za-z0-9_.-]+$/ && length($2) <= 64 { source = $2 }
	END { if (code != "") printf ", error %s", code; if (source != "") printf " in %s", source }'
}

# uptime_hundredths: R, hundredths of seconds.
uptime_hundredths() {
	first_line "$RM_PROC/uptime"
	R=${R%% *}
	R=${R%.*}${R#*.}
}
