# shellcheck shell=sh
# `store`: what `fetch` has put into memory becomes a file of this device, in one step. It may be repeated: a file that is
# there already is not written again, so an id is only noted when it is done.

# Exit codes of the contract.
STORE_PATH=3 STORE_STORAGE=4 STORE_MISSING=5 STORE_BUSY=75
# Name of the new file beside the one it replaces.
STORE_NEW=.rm-agent.new

# store_init: one that a killed agent had started is asked for again.
store_init() {
	STORE=
	STORE_PID=
	STORE_LOST=
	[ -s "$RM_RUN/store.pid" ] || return 0
	read -r init_pid <"$RM_RUN/store.pid"
	fetch_kill "$init_pid"
	rm -f "$RM_RUN/store.pid"
}

# is_file_path <text>: a whole path to a file, in one line and without steps up.
is_file_path() {
	case $1/ in *//* | */../* | */./*) return 1 ;; esac
	case $1 in
		*[[:cntrl:]]*) return 1 ;;
		/*) return 0 ;;
	esac
	return 1
}

# store_start <id> '<sha256> <path>'
store_start() {
	store_sum=${2%% *}
	store_path=${2#* }
	if ! is_sha256 "$store_sum" || ! is_file_path "$store_path"; then
		command_done "$1" failed 2 'expected a checksum and the path of a file'
		return
	fi
	if [ "$STORE" = "$1" ]; then
		command_say "$1" already '0 1/1 begun, not finished'
		return
	fi
	if [ -n "$STORE$FETCH$FIRMWARE$CONFIG" ]; then
		command_done "$1" failed "$STORE_BUSY" 'another file is being fetched or stored'
		return
	fi
	STORE=$1
	STORE_LOST=
	(
		exec 4>&- 5<&-
		store_file "$store_sum" "$RM_ROOT$store_path"
		store_exit=$?
		result_text "$R"
		printf '%s\n' "stored $STORE $store_exit $R" >&3
	) </dev/null &
	STORE_PID=$!
	put "$RM_RUN/store.pid" "$STORE_PID" 2>/dev/null
}

# store_file <sha256> <path>: R, with the exit code of the contract.
store_file() {
	store_to=$2
	# A link stays one; what it leads to is replaced.
	[ ! -L "$2" ] || store_to=$(readlink -f "$2" 2>/dev/null) || store_to=
	store_folder=${store_to%/*}
	R=
	if [ -z "$store_to" ]; then
		R='the link leads nowhere'
	elif [ -d "$store_to" ]; then
		R='it is a folder'
	elif [ -e "$store_to" ] && [ ! -f "$store_to" ]; then
		R='it is not a file'
	elif [ ! -d "${store_folder:-/}" ]; then
		R='there is no such folder'
	fi
	[ -z "$R" ] || return "$STORE_PATH"
	sum_of "$store_to"
	if [ "$R" = "$1" ]; then
		size_of "$store_to"
	else
		sum_of "$stage/file"
		if [ "$R" != "$1" ]; then
			R='the file has not been fetched'
			return "$STORE_MISSING"
		fi
		if ! store_write "$store_to" "$store_folder/$STORE_NEW" 2>"$RM_RUN/store.err"; then
			R=$(tail -n 1 "$RM_RUN/store.err")
			rm -f "$store_folder/$STORE_NEW"
			return "$STORE_STORAGE"
		fi
		size_of "$store_to"
	fi
	rm -rf "$stage"
	R="$R bytes"
}

# store_write <path> <new file>: writes the new file with the mode of the old one, then lets it take its place.
store_write() {
	rm -f "$2" || return
	if [ -f "$1" ]; then
		cp -p "$1" "$2" || return
	else
		(umask 022 && : >"$2") || return
	fi
	cat "$stage/file" >"$2" || return
	sum_of "$2"
	if [ "$R" != "$store_sum" ]; then
		echo 'no space left' >&2
		return 1
	fi
	sync
	mv -f "$2" "$1" && sync
}

# store_ended '<id> <exit> <text>'
store_ended() {
	[ "${1%% *}" = "$STORE" ] || return 0
	ended_rest=${1#* }
	if [ "${ended_rest%% *}" -eq 0 ]; then
		command_done "$STORE" 'done' 0 "${ended_rest#* }"
	else
		log "nothing was stored: ${ended_rest#* }"
		command_done "$STORE" failed "${ended_rest%% *}" "${ended_rest#* }"
	fi
	rm -f "$RM_RUN/store.pid"
	STORE=
	STORE_PID=
	FETCH_IDLE=$NOW
}

# store_tick: its process has ended; what that said last comes before this.
store_tick() {
	[ -n "$STORE" ] && [ -z "$STORE_LOST" ] && ! runs "$STORE_PID" || return 0
	STORE_LOST=1
	echo "lost $STORE $STORE_PID" >&3
}

# store_lost '<id> <process>': asked for again if its process was ended.
store_lost() {
	[ "$1" != "$STORE $STORE_PID" ] || store_ended "$STORE $STORE_STORAGE the process was ended"
}

store_stop() {
	[ -z "$STORE_PID" ] || fetch_kill "$STORE_PID"
}
