# shellcheck shell=sh
# Variables of the agent.
# shellcheck disable=SC2034,SC2154
# Loaded by the tests that apply configurations in one process: a process that is killed is a subshell that ends at a call
# of sync, a power cut takes all of them with everything in memory, and starts the clock again.
fake_proc
stage=$RM_RUN/stage
network=$RM_ROOT/etc/config/network
system=$RM_ROOT/etc/config/system
mkdir -p "$RM_ROOT/etc/config"
exec 4>"$WORLD/said" 5</dev/null

# What the agent asks of its system. LIVES is how many calls of sync the process survives.
sync() {
	[ "$LIVES" -gt 0 ] || exit 9
	LIVES=$((LIVES - 1))
	flash_sync
}
flash_sync() { :; }
sleep() { :; }
run_alive() { false; }
config_able() { true; }
config_reload() { R=reloaded; }
config_make() {
	rm -rf "$config"
	mkdir -p "$config/new/etc/config"
	echo new >"$config/new/etc/config/network"
	echo new >"$config/new/etc/config/system"
	printf '%s\n' etc/config/network etc/config/system >"$config/list"
}
guard_launch() { : >"$WORLD/guard"; }
guard_alive() { [ -f "$WORLD/guard" ]; }
link_kill() { LINK_STATE=down; }

# mortal <command …>: in a process that may be killed on its way; 9 if it was.
mortal() {
	(
		LIVES=$DEATH
		"$@"
	)
}
# guard: what it does each second until nothing is open.
guard() {
	if record_open; then
		record_due && undo_now "not confirmed within $record_seconds s"
	else
		rm -f "$WORLD/guard"
	fi
}
config_work() {
	CONFIG=$1
	WORK=$2
}
# The process of the change is not one of its own here.
config_watch() { :; }
# works <killed|alive>: the change, of which an agent that is killed with it does not hear.
works() {
	work=$WORK
	WORK=
	case $work in
		apply)
			mortal config_do "$SUM" "$WITHIN"
			work_exit=$?
			[ "$1" = alive ] || return 0
			if [ "$work_exit" -eq 0 ]; then
				config_ended "$ID 0 applied"
				WORK=reload
			else
				config_lost "$ID $CONFIG_PID"
			fi
			;;
		reload) [ "$1" = killed ] || config_reloaded "$ID 0 reloaded" ;;
	esac
}
starts() {
	mortal undo_first
	[ "$?" -ne 9 ] || {
		DEATH=99
		mortal undo_first
	}
	WORK=
	config_init
	LINK=0 LINK_STATE=down
}
boots() {
	rm -rf "$RM_RUN" "$WORLD/guard"
	mkdir -p "$RM_RUN"
	BOOT=$((BOOT + 1))
	echo "11111111-2222-3333-4444-$(printf '%012d' "$BOOT")" >"$RM_PROC/sys/kernel/random/boot_id"
	clock 5
	starts
}

# truth: what the record says of this change, and what the files are.
truth() {
	record_read
	[ "$record_id" = "$ID" ] || record_state=none
	# Nothing is started for it: it is asked after each step.
	truth_network='' truth_system=''
	[ ! -f "$network" ] || IFS= read -r truth_network <"$network"
	[ ! -f "$system" ] || IFS= read -r truth_system <"$system"
	R="$record_state $truth_network $truth_system"
}
BOOT=0
# device: with its first settings, and others that were fetched.
device() {
	rm -rf "$RM_RUN" "$undo" "$RM_ETC/notes" "$WORLD/guard"
	mkdir -p "$RM_RUN" "$stage"
	echo old >"$network"
	echo old >"$system"
	echo file >"$stage/file"
	sum_of "$stage/file"
	SUM=$R
	echo "ticket $SUM" >"$stage/whole"
	: >"$WORLD/said"
	clock 1000
	LIVES=99 LINK=1 LINK_STATE=online WORK='' FETCH='' STORE='' FIRMWARE='' UPGRADE=''
	config_init
}
