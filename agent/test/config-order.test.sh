#!/bin/sh
# Apply, answer, kill, boot, deadline, confirm and undo in random orders: a configuration is confirmed or taken back, never
# both, and in the end nothing waits.
# Variables of the agent.
# shellcheck disable=SC2034,SC2154
. ./harness.sh
. ./config-steps.sh
SEED=${SEED:-1}
RUNS=${RUNS:-12}

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
N=0
bad=
while [ "$N" -lt "$RUNS" ]; do
	N=$((N + 1))
	ID=a_$N
	# Of three, one is applied without return.
	WITHIN=100
	[ $((N % 3)) -ne 0 ] || WITHIN=0
	SERIES=0
	device
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
