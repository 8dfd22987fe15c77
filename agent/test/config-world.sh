# shellcheck shell=sh
# The agent assigns its variables.
# shellcheck disable=SC2154
# Loaded by the tests of `config-apply`: the service of stage-world.sh on a device with two packages, with a uci that
# appends the lines of a batch, a reload_config that only records its calls, and a sync that can be delayed. $WORLD/cmd
# is sent on every link, $WORLD/later only on links made with the new settings.
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
# As the real ones do: options that older versions lack print the usage and end with 0, a package has the uncommitted
# changes below its name, and newer versions replace it by the one in the folder for overrides. Lines of a batch are
# appended as they are, without the name of the copy.
cat >"$WORLD/bin/uci" <<'EOS'
#!/bin/sh
if [ "$1" != -c ]; then
	echo 'Usage: uci [<options>] <command> [<arguments>]'
	exit 0
fi
folder=$2 pending=$WORLD/root/tmp/.uci override=$WORLD/root/var/run/uci
shift 2
mkdir -p "$pending"
# file <package>
file() { if [ -e "$override/$1" ]; then echo "$override/$1"; else echo "$folder/$1"; fi; }
case $1 in
	batch)
		quoted=
		while IFS= read -r line; do
			# Within quotes a line is a part of the value.
			[ -n "$quoted" ] || {
				rest=${line#* rm--}
				package=${rest%% *}
				package=${package%%.*}
				line="${line%% *} $rest"
			}
			printf '%s\n' "$line" >>"$pending/rm--$package"
			quotes=$(printf '%s' "$line" | sed "s/\\\\'//g" | tr -cd "'")
			[ $((${#quotes} % 2)) -eq 0 ] || { if [ -n "$quoted" ]; then quoted=; else quoted=1; fi; }
			case $rest in *nosuch*) echo 'uci: Entry not found' >&2 ;; esac
		done
		;;
	commit) [ ! -f "$pending/$2" ] || { cat "$pending/$2" >>"$(file "$2")" && rm "$pending/$2"; } ;;
	export)
		if grep -q '^[^ 	]* world' "$(file "$2")"; then
			echo 'uci: Parse error (invalid command) at line 1, byte 0' >&2
			exit 1
		fi
		echo "package $2" && cat "$(file "$2")" "$pending/$2" 2>/dev/null
		:
		;;
esac
EOS
# Hangs while $WORLD/reload-hangs exists.
cat >"$WORLD/bin/reload_config" <<'EOS'
#!/bin/sh
echo "$(cat "$WORLD/root/etc/config/network" | tr '\n' ';')" >>"$WORLD/reloads"
while [ -f "$WORLD/reload-hangs" ]; do sleep 1; done
EOS
# The call with the number in $WORLD/hold waits until that file is removed.
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
	# Constant words.
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
# staged <line …>: a device with its first settings that has fetched these lines.
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
# end_guard: kills the guard.
end_guard() {
	[ ! -s "$RM_RUN/guard" ] || {
		read -r guard_pid <"$RM_RUN/guard"
		kill -9 "$guard_pid" 2>/dev/null
	}
}
# lost: ends every process that the service has left behind.
lost() {
	for lost_file in config.pid guard; do
		[ -s "$RM_RUN/$lost_file" ] || continue
		read -r lost_pid _ <"$RM_RUN/$lost_file"
		exec_tree "$lost_pid"
		for pid in $exec_pids; do kill -9 "$pid" 2>/dev/null; done
	done
}
crash() {
	# It would notice that its child has ended.
	kill -STOP "$SERVICE_PID" 2>/dev/null
	lost
	exec_tree "$SERVICE_PID"
	for pid in $exec_pids; do kill -9 "$pid" 2>/dev/null; done
	wait "$SERVICE_PID" 2>/dev/null
}
# killed: kills only the agent.
killed() {
	kill -9 "$SERVICE_PID"
	wait "$SERVICE_PID" 2>/dev/null
}
