# shellcheck shell=sh
# Paths, time, random numbers, texts: used by all other parts. Functions return texts in R: a command substitution would
# start a process.

base_init() {
	RM_ROOT=${RM_ROOT:-}
	RM_ETC=${RM_ETC:-$RM_ROOT/etc/rm-agent}
	RM_BIN=${RM_BIN:-$RM_ROOT/usr/sbin/rm-agent}
	RM_PROC=${RM_PROC:-/proc}
	RM_SYS=${RM_SYS:-/sys}
	RM_DMI=${RM_DMI:-$RM_SYS/class/dmi/id}
	if [ -z "${RM_RUN:-}" ]; then
		RM_RUN=$RM_ROOT/tmp/rm-agent
		[ -d "$RM_ROOT/run" ] && [ -w "$RM_ROOT/run" ] && RM_RUN=$RM_ROOT/run/rm-agent
	fi
	# Seconds, except the last three.
	RM_TICK=${RM_TICK:-5}
	RM_WATCHDOG=${RM_WATCHDOG:-30}
	RM_ACK_WAIT=${RM_ACK_WAIT:-120}
	RM_COLLECT_WAIT=${RM_COLLECT_WAIT:-60}
	RM_RETRY_MAX=${RM_RETRY_MAX:-600}
	RM_STABLE=${RM_STABLE:-300}
	RM_FETCH_WAIT=${RM_FETCH_WAIT:-900}
	RM_FETCH_STALL=${RM_FETCH_STALL:-30}
	RM_TRIAL_WAIT=${RM_TRIAL_WAIT:-300}
	RM_TRIAL_STABLE=${RM_TRIAL_STABLE:-60}
	RM_SPOOL_BYTES=${RM_SPOOL_BYTES:-262144}
	RM_LOG_BYTES=${RM_LOG_BYTES:-32768}
	RM_REBOOT=${RM_REBOOT:-reboot}
	RM_SYSUPGRADE=${RM_SYSUPGRADE:-sysupgrade}
	RM_SHADOW=${RM_SHADOW:-$RM_ROOT/etc/shadow}
	RM_WINDOW=4
	undo=$RM_ETC/undo
	NL='
'
}

have() {
	command -v "$1" >/dev/null 2>&1
}

# Seconds since boot: without a battery, the only clock that can be trusted.
read_now() {
	read -r NOW _ <"$RM_PROC/uptime"
	NOW=${NOW%%.*}
}

# rand <max>: R is uniform in 0 … max.
rand() {
	read -r R <"$RM_PROC/sys/kernel/random/uuid"
	R=${R%%-*}
	R=$((0x${R#?} % ($1 + 1)))
}

# first_line <file>: R, empty if there is no line.
first_line() {
	R=
	[ -r "$1" ] || return 1
	# Some files of /sys can be opened but not read, such as the speed of a port that is down.
	{ IFS= read -r R <"$1"; } 2>/dev/null
	[ -n "$R" ]
}

# tree_line <file>: R, a text of the device tree without its final NUL.
tree_line() {
	R=
	[ -r "$1" ] || return 1
	R=$(tr -d '\000' <"$1" 2>/dev/null | sed -n 1p)
}

# put <file> <text>: replaces a file atomically.
put() {
	printf '%s\n' "$2" >"$1.new" && mv -f "$1.new" "$1"
}

# keep <file> [mode]: replaces a file on flash by standard input; after a power cut it is the old or the new one.
keep() {
	cat >"$1.new" && { [ -z "${2:-}" ] || chmod "$2" "$1.new"; } && sync && mv -f "$1.new" "$1"
}

# json_text <text>: R is a JSON string of at most 256 characters.
json_text() {
	R=$1
	case $R in
		*[!A-Za-z0-9\ ._:/,+\(\)@=%-]*) R=$(printf '%s' "$R" | tr -d '\000-\037\177' | cut -c1-256 | sed 's/[\\"]/\\&/g') ;;
	esac
	R="\"$R\""
}

# result_text <text>: R, safe for a result: one line, with doubled backslashes.
result_text() {
	R=$(printf '%s' "$1" | tr -d '\000-\037\177' | cut -c1-200 | sed 's/\\/\\\\/g')
}

is_number() {
	case $1 in
		'' | - | *[!0-9.-]* | *.*.* | ?*-* | .* | *.) return 1 ;;
		0?*) case $1 in 0.*) return 0 ;; *) return 1 ;; esac ;;
		-0?*) case $1 in -0.*) return 0 ;; *) return 1 ;; esac ;;
		-.*) return 1 ;;
	esac
}

is_natural() {
	case $1 in
		'' | *[!0-9]*) return 1 ;;
	esac
}

log() {
	[ -d "$RM_RUN" ] || mkdir -p "$RM_RUN"
	if [ -f "$RM_RUN/log" ] && [ "$(wc -c <"$RM_RUN/log")" -gt "$RM_LOG_BYTES" ]; then
		mv -f "$RM_RUN/log" "$RM_RUN/log.1"
	fi
	printf '%s %s\n' "$(date '+%Y-%m-%d %H:%M:%S')" "$1" >>"$RM_RUN/log" 2>/dev/null
	[ -z "${RM_QUIET:-}" ] && have logger && logger -t rm-agent "$1" 2>/dev/null
	return 0
}

fail() {
	echo "rm-agent: $1" >&2
	exit 1
}
