# shellcheck shell=sh
# The local API of RutOS: single calls (`api-call`), and those of a configuration. A session is created without a
# password, as root may, ends after the calls, and expires after a minute of inactivity. Its token is on no command line
# and in no log: lua and curl read it from standard input.

RM_API=${RM_API:-http://127.0.0.1/api}
# Seconds per call.
RM_API_WAIT=${RM_API_WAIT:-30}
API_PATH='/api(/[A-Za-z0-9_.~:@%+,-]+)+(\?[A-Za-z0-9_.~:@%+,&=-]*)?'

# api_able: whether this device has such an API, and the tools to call it.
api_able() {
	[ "$BACKEND" = rutos ] && have curl && have lua
}

# is_api_call '<method> <path> <JSON or ->'
is_api_call() {
	case $1 in *"$NL"*) return 1 ;; esac
	printf '%s\n' "$1" | LC_ALL=C grep -qxE "(GET|POST|PUT|PATCH|DELETE) $API_PATH (-|\{.*\})"
}

# api_login: API_TOKEN; 1 if there is no session.
api_login() {
	API_TOKEN=$(
		lua - 2>/dev/null 3>&- <<'LUA'
local bus = require('ubus').connect()
local made = bus:call('session', 'create', { timeout = 60 })
bus:call('session', 'grant', {
	ubus_rpc_session = made.ubus_rpc_session,
	scope = 'access-group',
	objects = { { 'superadmin', 'read' }, { 'superadmin', 'write' } },
})
print(made.ubus_rpc_session)
LUA
	)
	case $API_TOKEN in '' | *[!A-Za-z0-9]*) return 1 ;; esac
}

# api_call '<method> <path> <JSON or ->' <folder>: API_CODE, 000 without a response; the response in <folder>/answer.
api_call() {
	call_rest=${1#* }
	api_curl "$1" "$2"
	# Retries over HTTPS if the device only redirects to it.
	case $API_CODE:$RM_API in
		30[1278]:http://*)
			RM_API=https://${RM_API#http://}
			api_curl "$1" "$2"
			;;
	esac
}

api_curl() {
	call_body=${call_rest#* }
	call_path=${call_rest%% *}
	: >"$2/answer"
	[ "$call_body" = - ] || printf '%s' "$call_body" >"$2/body"
	API_CODE=$(
		# Blocks of 512 bytes: the maximum of a stored response.
		trap '' XFSZ
		ulimit -f 256
		{
			printf 'request = "%s"\nurl = "%s"\nheader = "Authorization: Bearer %s"\n' \
				"${1%% *}" "$RM_API${call_path#/api}" "$API_TOKEN"
			[ "$call_body" = - ] || printf 'header = "Content-Type: application/json"\ndata-binary = "@%s"\n' "$2/body"
		} | curl -q -s -k -g --noproxy '*' -m "$RM_API_WAIT" -o "$2/answer" -w '%{http_code}' -K - 2>/dev/null 3>&-
	)
	rm -f "$2/body"
	case $API_CODE in [1-9][0-9][0-9]) ;; *) API_CODE=000 ;; esac
}

# api_logout <folder>
api_logout() {
	api_call 'POST /api/logout -' "$1"
	API_TOKEN=
}

# api_start <id> <seconds> '<method> <path> <JSON or ->': executed like commands of `exec`, with their limits.
api_start() {
	if ! is_api_call "$3"; then
		command_done "$1" failed 2 'expected a method, a path of the API, and JSON or -'
		return
	fi
	if ! api_able; then
		command_done "$1" failed 127 unsupported
		return
	fi
	if ! (umask 077 && mkdir -p "$RM_RUN/api.$1" && printf '%s\n' "$3" >"$RM_RUN/api.$1/call"); then
		rm -rf "$RM_RUN/api.$1"
		command_done "$1" failed 1 "no space left in $RM_RUN"
		return
	fi
	exec_start "$1" "$2" "exec '$RM_BIN' api $1"
}

# `rm-agent api <id>`, started by the service: prints the code of the response, and the response.
agent_api() {
	is_id "$1" || exit 2
	find_backend
	api_folder=$RM_RUN/api.$1
	trap 'rm -rf "$api_folder"' EXIT
	IFS= read -r api_line 2>/dev/null <"$api_folder/call" || exit 1
	rm -f "$api_folder/call"
	if ! api_login; then
		echo 'the device gives no session of its API'
		exit 1
	fi
	api_call "$api_line" "$api_folder"
	api_answered=$API_CODE
	mv "$api_folder/answer" "$api_folder/first"
	api_logout "$api_folder"
	if [ "$api_answered" = 000 ]; then
		echo 'the API of the device does not answer'
		exit 1
	fi
	echo "$api_answered"
	cat "$api_folder/first"
}
