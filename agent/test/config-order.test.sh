#!/bin/sh
# Apply, answer, kill, boot, deadline, confirm and undo in random orders: a configuration is confirmed or taken back, never
# both, and in the end nothing waits. In one process: a process that is killed is a subshell that ends at a call of sync.
# Variables of the agent.
# shellcheck disable=SC2034,SC2154
. ./harness.sh
fake_proc
SEED=${SEED:-1}
RUNS=${RUNS:-25}
stage=$RM_RUN/stage
network=$RM_ROOT/etc/config/network
system=$RM_ROOT/etc/config/system
mkdir -p "$RM_ROOT/etc/config"
exec 4>"$WORLD/said" 5</dev/null

# What the agent asks of its system. LIVES is how many calls of sync the process survives.
sync() {
	[ "$LIVES" -gt 0 ] || exit 9
	LIVES=$((LIVES - 1))
}
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
				config_lost "$ID"
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
	starts
}

# step <operation> [calls of sync until that process ends]
step() {
	DEATH=${2:-99}
	case $1 in
		work) works alive ;;
		kill)
			works killed
			starts
			;;
		boot)
			works killed
			boots
			;;
		link)
			LINK=$((LINK + 1))
			LINK_STATE=online
			;;
		tick) config_tick ;;
		guard) ! guard_alive || mortal guard ;;
		no-guard) rm -f "$WORLD/guard" ;;
		late) clock $((NOW + 60)) ;;
		confirm) config_confirm "c_$SERIES" "$ID" ;;
		undo) config_undo "u_$SERIES" "$ID" ;;
	esac
}
# truth: what the record says of this change, and what the files are.
truth() {
	record_read
	[ "$record_id" = "$ID" ] || record_state=none
	R="$record_state $(cat "$network") $(cat "$system")"
}

N=0
bad=
BOOT=0
while [ "$N" -lt "$RUNS" ]; do
	N=$((N + 1))
	ID=a_$N
	# Of three, one is applied without return.
	WITHIN=100
	[ $((N % 3)) -ne 0 ] || WITHIN=0
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
	LIVES=99 LINK=1 LINK_STATE=online WORK='' SERIES=0 FETCH='' STORE='' FIRMWARE='' UPGRADE=''
	config_init
	config_apply "$ID" "$SUM $WITHIN"
	ended=
	orders=$(awk -v seed="$SEED$N" 'BEGIN {
		srand(seed)
		n = split("work work work link link tick tick guard no-guard kill boot late confirm confirm undo", o)
		for (i = 0; i < 14; i++) printf "%s:%s ", o[int(rand() * n) + 1], rand() < 0.4 ? int(rand() * 8) : 99
	}')
	# Words of our own. In the end the agent starts again, time passes, and each looks twice.
	for order in $orders kill late late guard tick guard tick kill; do
		SERIES=$((SERIES + 1))
		case $order in
			*:*) step "${order%:*}" "${order#*:}" ;;
			*) step "$order" ;;
		esac
		truth
		case $R in
			'confirmed new new' | 'undone old old') now=${R%% *} ;;
			confirmed* | undone*) now="$R" bad="$bad $N:mixture" ;;
			*) now= ;;
		esac
		[ -z "$ended" ] || [ "$now" = "$ended" ] || bad="$bad $N:$ended-then-${now:-$R}"
		ended=$now
	done
	case $R in
		'confirmed new new' | 'undone old old' | 'none old old') ;;
		*) bad="$bad $N:$R" ;;
	esac
	outcomes="${outcomes:-} ${R%% *}"
	# No copy, nothing prepared, and no answer but what happened.
	left=$(find "$RM_ROOT/etc/config" "$undo" -name '*.rm-new' -o -name before -o -name reserve 2>/dev/null)
	[ -z "$left" ] || bad="$bad $N:left"
	grep -q "result c_[0-9]* done" "$WORLD/said" && [ "${R%% *}" != confirmed ] && bad="$bad $N:said-confirmed"
	grep -q "result u_[0-9]* done" "$WORLD/said" && [ "${R%% *}" != undone ] && bad="$bad $N:said-undone"
	case $bad in *" $N:"*) echo "# SEED=$SEED $N: $orders" ;; esac
done
check 'each is confirmed or taken back, wholly, once, and nothing waits' '' "$bad"
seen=$(printf '%s\n' "$outcomes" | tr ' ' '\n' | sort -u | tr '\n' ' ')
check 'all outcomes occur' ' confirmed none undone ' "$seen"
finish
