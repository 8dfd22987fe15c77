# shellcheck shell=sh
# Installs and removes the agent: the file itself, and the service for the system's service manager.

find_service() {
	SERVICE=${RM_SERVICE:-}
	[ -n "$SERVICE" ] && return
	if [ -d "$RM_ROOT/run/systemd/system" ] && have systemctl; then
		SERVICE=systemd
	elif [ -f "$RM_ROOT/etc/rc.common" ]; then
		SERVICE=procd
	elif [ -d "$RM_ROOT/etc/init.d" ] && have update-rc.d; then
		SERVICE=sysv
	else
		SERVICE=none
	fi
}

service_install() {
	case $SERVICE in
		systemd)
			mkdir -p "$RM_ROOT/etc/systemd/system"
			systemd_unit | keep "$RM_ROOT/etc/systemd/system/rm-agent.service"
			systemctl daemon-reload && systemctl -q enable rm-agent
			;;
		procd)
			procd_script | keep "$RM_ROOT/etc/init.d/rm-agent" 755
			"$RM_ROOT/etc/init.d/rm-agent" enable
			service_keep
			;;
		sysv)
			sysv_script | keep "$RM_ROOT/etc/init.d/rm-agent" 755
			update-rc.d rm-agent defaults >/dev/null
			;;
		none) echo 'rm-agent: no service manager found: the agent runs now, but has to be started again after a boot' >&2 ;;
	esac
}

# service_files: files that new firmware needs to run the agent, in the form of sysupgrade.
service_files() {
	cat <<'EOF'
#@embed packaging/openwrt/files/rm-agent.keep
EOF
}

# service_keep: lists the files to be kept when firmware is installed. Older agents listed fewer.
service_keep() {
	mkdir -p "$RM_ROOT/lib/upgrade/keep.d" && service_files >"$RM_ROOT/lib/upgrade/keep.d/rm-agent"
}

service_start() {
	case $SERVICE in
		systemd) systemctl restart rm-agent ;;
		procd | sysv) "$RM_ROOT/etc/init.d/rm-agent" restart ;;
		none)
			service_stop
			if have setsid; then
				setsid "$RM_BIN" run </dev/null >/dev/null 2>&1 &
			else
				# In the foreground, `run` ignores SIGHUP.
				"$RM_BIN" run </dev/null >/dev/null 2>&1 &
			fi
			;;
	esac
}

service_stop() {
	case $SERVICE in
		systemd) systemctl -q stop rm-agent 2>/dev/null ;;
		procd | sysv) [ -x "$RM_ROOT/etc/init.d/rm-agent" ] && "$RM_ROOT/etc/init.d/rm-agent" stop ;;
	esac
	stop_n=0
	while run_alive && [ "$stop_n" -lt 10 ]; do
		kill "$R" 2>/dev/null
		sleep 1
		stop_n=$((stop_n + 1))
	done
	return 0
}

service_remove() {
	case $SERVICE in
		systemd)
			systemctl -q disable rm-agent 2>/dev/null
			rm -f "$RM_ROOT/etc/systemd/system/rm-agent.service"
			systemctl daemon-reload
			;;
		procd)
			[ -x "$RM_ROOT/etc/init.d/rm-agent" ] && "$RM_ROOT/etc/init.d/rm-agent" disable
			rm -f "$RM_ROOT/etc/init.d/rm-agent" "$RM_ROOT/lib/upgrade/keep.d/rm-agent"
			;;
		sysv)
			rm -f "$RM_ROOT/etc/init.d/rm-agent"
			update-rc.d rm-agent remove >/dev/null 2>&1
			;;
	esac
	return 0
}

systemd_unit() {
	cat <<'EOF'
#@embed packaging/systemd/rm-agent.service
EOF
}

procd_script() {
	cat <<'EOF'
#@embed packaging/openwrt/files/rm-agent.init
EOF
}

sysv_script() {
	cat <<'EOF'
#@embed packaging/sysv/rm-agent
EOF
}

# Small tools that nothing works without, and those that single commands need.
TOOLS='sha256sum awk sed tr cut head tail wc mkfifo mkdir cat cp mv rm chmod sleep grep dd date sync'
MORE_TOOLS='sort cmp df ls ln env readlink tar find'

# missing_of <tool …>: R, the names of those that are not there.
missing_of() {
	missing=
	for tool; do
		have "$tool" || missing=$missing${missing:+, }$tool
	done
	R=$missing
}

# missing_tools: R, all that is missing. Firmware or a package that is removed may change it at any start.
missing_tools() {
	# Words of a list.
	# shellcheck disable=SC2086
	missing_of $TOOLS $MORE_TOOLS
}

require_tools() {
	[ "$(id -u)" = 0 ] || fail 'run this as root'
	# shellcheck disable=SC2086
	missing_of $TOOLS
	[ -z "$R" ] || fail "missing on this device: $R"
	# shellcheck disable=SC2086
	missing_of $MORE_TOOLS
	[ -z "$R" ] || echo "rm-agent: missing on this device: $R; what uses them will fail" >&2
	[ -r "$RM_PROC/uptime" ] || fail "$RM_PROC/uptime cannot be read"
}

# install <host:port> <enrolment key | --password>
agent_install() {
	[ $# -ge 2 ] || fail 'usage: rm-agent install <host:port> <enrolment key | --password>'
	require_tools
	server_split "$1" || fail "'$1' is not an address like gateway.example.com:15009"
	find_service
	umask 077
	install_room
	mkdir -p "$RM_RUN" || fail "$RM_RUN cannot be created"
	ssh_choose || fail 'an SSH client and its key tool are needed: dbclient and dropbearkey, or ssh and ssh-keygen'
	if [ -n "${RM_HOST_KEY:-}" ]; then
		ssh_pin "$RM_HOST_KEY"
	else
		[ -s "$RM_ETC/.ssh/known_hosts" ] || fail "the server's key is not known on this device: use the install command from the console"
	fi
	service_stop
	if [ "$0" != "$RM_BIN" ]; then
		keep "$RM_BIN" 755 <"$0" || fail "$RM_BIN cannot be written"
	fi
	echo "$HOST $PORT" | keep "$RM_ETC/server"
	INSTALL_HAD_KEY=
	[ ! -s "$RM_ETC/key.$SSH_KIND" ] || INSTALL_HAD_KEY=1
	ssh_make_key
	identity_make
	spool_open
	enrol_with "$2" || install_failed
	service_install
	sync
	echo "rm-agent: enrolled as device $ENROLLED (serial $SERIAL, MAC $MAC)"
	service_start
	wait_online
}

# install_room: fails before anything is written, and leaves no folder, if flash is full or read-only.
install_room() {
	install_made=
	[ -d "$RM_ETC" ] || install_made=1
	install_bytes=0
	[ "$0" = "$RM_BIN" ] || install_bytes=$(wc -c <"$0")
	room_made "$RM_ETC" && room_made "${RM_BIN%/*}" && room_in "$RM_ETC" 16 &&
		room_in "${RM_BIN%/*}" $((install_bytes / 1024 + 32)) && return
	[ -z "$install_made" ] || rmdir "$RM_ETC" 2>/dev/null
	fail "nothing was installed: $R"
}

# room_made <folder>: 1 with the reason in R if it cannot be created.
room_made() {
	room_said=$(LC_ALL=C mkdir -p "$1" 2>&1) && return
	room_reason "$1"
	return 1
}

# room_in <folder> <KB>: 1 with the reason in R if they cannot be written. Random bytes: flash compresses others.
room_in() {
	room_said=$(LC_ALL=C dd if=/dev/urandom of="$1/rm-agent.room" bs=1024 count="$2" 2>&1)
	room_exit=$?
	rm -f "$1/rm-agent.room" 2>/dev/null
	[ "$room_exit" -ne 0 ] || return 0
	room_reason "$1" "$2"
	return 1
}

# room_reason <folder> [KB]: R
room_reason() {
	case $room_said in
		*'Read-only file system'*) R="$1 is read-only" ;;
		*'No space left'*) R="no space left in $1${2:+, $2 KB are needed}" ;;
		*) R="$1 cannot be written" ;;
	esac
}

# install_failed: an existing enrolment stays valid, and so does a key that the server may know from this or an earlier
# attempt. Otherwise nothing is left behind.
install_failed() {
	if [ -s "$RM_ETC/device" ]; then
		service_start
	elif enrol_undecided; then
		if [ "$ENROL_CODE" = 206 ]; then R=' once it is approved'; else R=': the server may know this device already'; fi
		fail "not enrolled yet: $ENROL_ERROR. Run the install command again$R"
	elif [ -z "$INSTALL_HAD_KEY" ]; then
		remove_files
	fi
	fail "not enrolled: $ENROL_ERROR"
}

wait_online() {
	wait_n=0
	while [ "$wait_n" -lt 15 ]; do
		state_load
		if [ "$STATE_link" = online ]; then
			echo "rm-agent: online at $HOST:$PORT"
			return
		fi
		sleep 1
		wait_n=$((wait_n + 1))
	done
	echo 'rm-agent: enrolled, but not online yet; see "rm-agent status" for the reason' >&2
}

remove_files() {
	rm -rf "$RM_ETC" "$RM_RUN"
	rm -f "$RM_BIN"
}

agent_uninstall() {
	[ "$(id -u)" = 0 ] || fail 'run this as root'
	find_service
	service_stop
	service_remove
	read_now
	identity_load
	authorized_init
	undo_now 'the agent was removed'
	remove_files
	echo 'rm-agent: removed'
}
