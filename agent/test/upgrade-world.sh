# shellcheck shell=sh
# Loaded by the tests of updates: real services in a folder, with a client that acts as the server.
[ "$(id -u)" = 0 ] || {
	echo '1..0 # skipped: requires root'
	[ -z "${CI:-}" ]
	exit
}
mkdir -p "$WORLD/bin" "$RM_ROOT/usr/sbin"
PATH=$WORLD/bin:$PATH
# $WORLD/cmd is sent on every link, $WORLD/offer is the content to fetch, the other files are faults.
cat >"$WORLD/bin/dbclient" <<'EOF'
#!/bin/sh
for last; do :; done
case $last in
	link)
		IFS= read -r hello
		echo "$hello" >>"$WORLD/hellos"
		case $hello in
			*'"v":2,'*)
				[ ! -f "$WORLD/older" ] || {
					echo 'refused 200 600 The\0040agent\0040speaks\0040protocol\00402'
					exec sleep 60
				}
				;;
		esac
		case $hello in *'"trial":true'*) [ ! -f "$WORLD/silent" ] || exec sleep 60 ;; esac
		echo 'welcome keepalive=60 spread=0 dynamic=60 static=0 io=0 gps=0 wireless=0'
		[ ! -f "$WORLD/cmd" ] || cat "$WORLD/cmd"
		while IFS= read -r line; do echo "$line" >>"$WORLD/lines"; done
		;;
	'get '*)
		offset=${last##* }
		echo "$offset" >>"$WORLD/gets"
		if [ -f "$WORLD/breaks" ]; then
			rm "$WORLD/breaks"
			head -c 30000 "$WORLD/offer"
			exit 255
		elif [ -f "$WORLD/stalls" ]; then
			rm "$WORLD/stalls"
			exec sleep 60
		elif [ -f "$WORLD/spent" ]; then
			echo 'The ticket is not valid: it has expired' >&2
			exit 3
		fi
		tail -c "+$((offset + 1))" "$WORLD/offer"
		;;
esac
EOF
printf '#!/bin/sh\n' >"$WORLD/bin/logger"
chmod +x "$WORLD/bin"/*
export WORLD RM_ROOT RM_SERVICE=none RM_TICK=1 RM_TRIAL_WAIT=60 RM_TRIAL_STABLE=2 RM_FETCH_STALL=5 RM_RETRY_MAX=1
mkdir -p "$RM_ETC/.ssh"
: >"$RM_ETC/key.dropbear"
echo '192.0.2.1 15009' >"$RM_ETC/server"
echo 42 >"$RM_ETC/device"
put "$RM_ETC/identity" "serial=1108123456${NL}mac=00:1E:42:AA:BB:CC"
# agent_of <version>: the agent in the form that the shell under test runs.
agent_of() {
	# A #! line may contain two words as well.
	case $SHELL_UNDER_TEST in
		*' '*) agent_shell="$(command -v "${SHELL_UNDER_TEST%% *}") ${SHELL_UNDER_TEST#* }" ;;
		*) agent_shell=$(command -v "$SHELL_UNDER_TEST") ;;
	esac
	"$AGENT/build.sh" | sed -e "1s|.*|#!$agent_shell|" -e "s/^RM_VERSION=.*/RM_VERSION=$1/"
}
agent_of 1.1.0 >"$WORLD/old"
agent_of 1.2.0 >"$WORLD/new"
# broken <lines>: prints its version, and runs these lines otherwise.
broken() {
	{
		sed -n 1p "$WORLD/new"
		# The new agent expands it.
		# shellcheck disable=SC2016
		printf '%s\n' '[ "$1" != version ] || { echo 1.2.0; exit; }' "$1"
	} >"$WORLD/offer"
}
# until_line <pattern>: R, the first matching line of the agent; empty if there is none, even on a slow machine.
until_line() {
	until_n=0
	while [ "$until_n" -lt 500 ]; do
		R=$(grep -m 1 -e "$1" "$WORLD/lines" 2>/dev/null) && return
		sleep 0.2 2>/dev/null || sleep 1
		until_n=$((until_n + 1))
	done
	R=
}
# begin [sum]: a device with the old agent, which is asked to update itself to the offer.
begin() {
	sum_of "$WORLD/offer"
	N=$((${N:-0} + 1))
	echo "cmd u_$N upgrade-agent 60 00112233445566778899aabbccddeeff ${1:-$R} $(wc -c <"$WORLD/offer") 1.2.0" >"$WORLD/cmd"
	rm -rf "$RM_BIN.old" "$RM_BIN.new"
	rm -f "$WORLD/lines" "$WORLD/hellos" "$WORLD/gets" "$RM_ETC/notes" "$RM_ETC/upgrade"
	cp "$WORLD/old" "$RM_BIN"
	chmod 755 "$RM_BIN"
	"$RM_BIN" run </dev/null >/dev/null 2>&1 &
	SERVICE_PID=$!
}
end() {
	kill "$SERVICE_PID" 2>/dev/null
	wait "$SERVICE_PID" 2>/dev/null
}
trap 'end; rm -rf "$WORLD"' EXIT
remains() {
	R=$(ls -d "$RM_BIN.new" "$RM_RUN"/upgrade.* "$RM_RUN"/trial.* "$RM_ETC/upgrade" 2>/dev/null)
}
# stays <title> <reason> [sum]: an update that is abandoned; the old agent continues and reports the reason.
stays() {
	begin "${3:-}"
	until_line "result u_$N failed\|result u_$N already 1"
	case $R in *" 1 1/1 $2"*) stays_got=yes ;; *) stays_got=$R ;; esac
	check "$1: the reason is reported" yes "$stays_got"
	check "$1: the old agent goes on" "1.1.0 $SERVICE_PID" "$("$RM_BIN" version) $(cat "$RM_RUN/pid")"
	remains
	check "$1: nothing is left beside it" '' "$R"
	end
}
