#!/bin/sh
# A power cut at a call of sync while a configuration is applied, confirmed or taken back. Data written since the last
# call is kept, lost, or leaves an empty file, as on file systems of routers. One in EVERY of the cuts of WAYS is tried;
# e2e/long/agent-config.test.ts tries all of them.
# The agent assigns its variables.
# shellcheck disable=SC2034,SC2154
. ./harness.sh
. ./config-steps.sh
WAYS=${WAYS:-asked}
EVERY=${EVERY:-6}
cuts=$WORLD/cuts

# flash_sync: records the current files, and what the device has reported by then.
flash_sync() {
	[ "$POWER" = on ] || return 0
	CALLS=$((CALLS + 1))
	mkdir -p "$cuts/$CALLS"
	cp -a "$RM_ROOT/etc" "$WORLD/said" "$cuts/$CALLS"
}
# lives <asked|due|confirmed|stays>: a device without a power cut, up to the last call; TAKEN is the first call that
# takes the configuration back.
lives() {
	rm -rf "$cuts"
	POWER=on
	CALLS=0
	TAKEN=99
	ID=a_$1
	WITHIN=100
	[ "$1" != stays ] || WITHIN=0
	device
	config_apply "$ID" "$SUM $WITHIN"
	config_do "$SUM" "$WITHIN"
	config_ended "$ID 0 applied"
	config_reloaded "$ID 0 reloaded"
	LINK=2 LINK_STATE=online
	case $1 in
		asked)
			TAKEN=$((CALLS + 1))
			config_undo u_1 "$ID"
			config_hello
			check 'what is to be taken back is not applied any more' "$ID armed" "$R"
			guard
			;;
		due)
			TAKEN=$((CALLS + 1))
			clock 1100
			guard
			;;
		confirmed) config_confirm c_1 "$ID" ;;
	esac
	config_answer
	flash_sync
	POWER=off
}
# loses <call> <kept|lost|empty>: the data written since the last call.
loses() {
	lost_from=$1
	[ "$2" != lost ] || lost_from=$(($1 - 1))
	rm -rf "${RM_ROOT:?}/etc"
	cp -a "$cuts/$lost_from/etc" "$RM_ROOT"
	[ "$2" != empty ] || (cd "$cuts/$(($1 - 1))" && find etc -type f -exec sha256sum {} +) >"$WORLD/sums"
	[ "$2" != empty ] || (cd "$RM_ROOT" && find etc -type f -exec sha256sum {} +) | while read -r lost_sum lost_file; do
		grep -q "^$lost_sum " "$WORLD/sums" || : >"$RM_ROOT/$lost_file"
	done
	cp "$cuts/$1/said" "$WORLD/promised"
	DEATH=99 FETCH='' STORE='' FIRMWARE='' UPGRADE=''
	boots
}
# recovers <way> <call> <kept|lost|empty>
recovers() {
	loses "$2" "$3"
	at="$1:$2:$3"
	# The record of taking it back is on flash after two calls, or after one if nothing is lost.
	said=$((TAKEN + 2))
	[ "$3" != kept ] || said=$((TAKEN + 1))
	config_hello
	[ "$2" -lt "$said" ] || [ "$R" = "$ID undone" ] || bad="$bad $at-says-$R"
	# The time is over.
	clock 200
	guard
	config_tick
	truth
	case $R in 'undone old old' | 'confirmed new new' | 'none old old') ;; *) bad="$bad $at-$R" ;; esac
	! config_busy || bad="$bad $at-busy"
	! grep -q 'result c_1 done' "$WORLD/promised" || [ "${R%% *}" = confirmed ] || bad="$bad $at-not-confirmed"
	! grep -q 'result u_1 done' "$WORLD/promised" || [ "${R%% *}" = undone ] || bad="$bad $at-not-undone"
}

bad=
N=0
for way in $WAYS; do
	lives "$way"
	# Cuts that several ways have in common are tried once.
	case $way in
		asked) call=2 ;;
		stays) call=5 ;;
		*) call=7 ;;
	esac
	while [ "$call" -le "$CALLS" ]; do
		for loss in kept lost empty; do
			[ $((N % EVERY)) -ne 0 ] || recovers "$way" "$call" "$loss"
			N=$((N + 1))
		done
		call=$((call + 1))
	done
done
check 'whatever the moment, it is applied or taken back, and nothing waits' '' "$bad"
finish
