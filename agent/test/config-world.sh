# shellcheck shell=sh
# Variables of the agent.
# shellcheck disable=SC2154
# Loaded by the tests of `config-apply`: the service of stage-world.sh on a device with two packages, with a uci that
# appends the lines of a batch, a reload_config that only records its calls, and a sync that can be held.
# $WORLD/cmd is sent on every link, $WORLD/later only on those made with the new settings.
cat >"$WORLD/bin/dbclient" <<'EOS'
#!/bin/sh
for last; do :; done
case $last in
	link)
		IFS= read -r hello
		echo "$hello" >>"$WORLD/hellos"
		echo 'welcome keepalive=300 spread=0 dynamic=0 static=0 io=0 gps=0 wireless=0'
		[ ! -f "$WORLD/cmd" ] || cat "$WORLD/cmd"
		case $hello in *'"apply":"'*' applied"'*) [ ! -f "$WORLD/later" ] || cat "$WORLD/later" ;; esac
		while IFS= read -r line; do printf '%s\n' "$line" >>"$WORLD/lines"; done
		;;
	'put '*' end '*) wc -c <"$WORLD/received" ;;
	'put '*)
		cat >"$WORLD/received"
		wc -c <"$WORLD/received"
		;;
esac
EOS
cat >"$WORLD/bin/uci" <<'EOS'
#!/bin/sh
[ "$1 $3" = '-c -t' ] || exit 9
folder=$2 changes=$4
shift 4
case $1 in
	batch)
		while read -r verb rest; do
			package=${rest%% *}
			echo "$verb $rest" >>"$changes/${package%%.*}"
			case $rest in *nosuch*) echo 'uci: Entry not found' >&2 ;; esac
		done
		;;
	commit) [ ! -f "$changes/$2" ] || { cat "$changes/$2" >>"$folder/$2" && rm "$changes/$2"; } ;;
	export) echo "package $2" && cat "$folder/$2" ;;
esac
EOS
# $WORLD/reload-hangs holds it.
cat >"$WORLD/bin/reload_config" <<'EOS'
#!/bin/sh
echo "$(cat "$WORLD/root/etc/config/network" | tr '\n' ';')" >>"$WORLD/reloads"
while [ -f "$WORLD/reload-hangs" ]; do sleep 1; done
EOS
# The call whose number is in $WORLD/hold waits until that file is gone.
cat >"$WORLD/bin/sync" <<'EOS'
#!/bin/sh
echo x >>"$WORLD/syncs"
[ "$(wc -l <"$WORLD/syncs")" = "$(cat "$WORLD/hold" 2>/dev/null)" ] || exit 0
: >"$WORLD/held"
while [ -f "$WORLD/hold" ]; do sleep 0.2 2>/dev/null || sleep 1; done
EOS
chmod +x "$WORLD/bin"/*
export RM_BACKEND=openwrt RM_RELOAD_WAIT=60
BACKEND=openwrt
mkdir -p "$RM_ROOT/etc/config"
OLD="config interface lan;"
NEW="config interface lan;set network.lan.ipaddr='10.0.0.1';"
# names <folder …>
names() {
	# Words of our own.
	# shellcheck disable=SC2012
	ls -A "$@" | tr '\n' ' '
}
now_has() { [ "$(tr '\n' ';' <"$RM_ROOT/etc/config/network")" = "$1" ]; }
state_is() { record_read && [ "$record_state" = "$1" ]; }
# settings: R, the settings of the device and the state of its record.
settings() {
	R=other
	now_has "$OLD" && R=old
	now_has "$NEW" && R=new
	record_read
	R="$R ${record_state:-none}"
}
# staged <line …>: a device with its first settings, and these lines as what was fetched.
staged() {
	power "${BOOT_N:-1}"
	rm -rf "$undo" "$RM_ETC/notes" "$WORLD/reloads" "$WORLD/syncs" "$WORLD/hold" "$WORLD/held" "$WORLD/later" "$WORLD/hellos"
	rm -f "$RM_ROOT"/etc/config/* "$RM_ROOT"/etc/config/.*.rm-new
	echo 'config interface lan' >"$RM_ROOT/etc/config/network"
	chmod 640 "$RM_ROOT/etc/config/network"
	echo 'config system' >"$RM_ROOT/etc/config/system"
	mkdir -p "$stage"
	printf '%s\n' "$@" >"$stage/file"
	sum_of "$stage/file"
	SUM=$R
	echo "$ticket $SUM" >"$stage/whole"
}
change() { staged 'touches network' "set network.lan.ipaddr='10.0.0.1'"; }
# end_guard: kills it.
end_guard() {
	[ ! -s "$RM_RUN/guard" ] || {
		read -r guard_pid <"$RM_RUN/guard"
		kill -9 "$guard_pid" 2>/dev/null
	}
}
# lost: every process that the service has left behind is gone.
lost() {
	for lost_file in config.pid guard; do
		[ -s "$RM_RUN/$lost_file" ] || continue
		read -r lost_pid _ <"$RM_RUN/$lost_file"
		exec_tree "$lost_pid"
		for pid in $exec_pids; do kill -9 "$pid" 2>/dev/null; done
	done
}
crash() {
	# It would notice that what it has started is gone.
	kill -STOP "$SERVICE_PID" 2>/dev/null
	lost
	exec_tree "$SERVICE_PID"
	for pid in $exec_pids; do kill -9 "$pid" 2>/dev/null; done
	wait "$SERVICE_PID" 2>/dev/null
}
# killed: the agent alone.
killed() {
	kill -9 "$SERVICE_PID"
	wait "$SERVICE_PID" 2>/dev/null
}
