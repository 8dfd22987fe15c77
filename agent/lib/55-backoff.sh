# shellcheck shell=sh
# Waits between attempts: first uniform in 0 … spread, then doubling with full jitter, never beyond RM_RETRY_MAX.

# retry_bound <failures so far> <spread>: R, the maximum of the next wait.
retry_bound() {
	R=$2
	[ "$R" -ge 1 ] || R=1
	retry_n=0
	while [ "$retry_n" -lt "$1" ] && [ "$R" -lt "$RM_RETRY_MAX" ]; do
		R=$((R * 2))
		retry_n=$((retry_n + 1))
	done
	[ "$R" -le "$RM_RETRY_MAX" ] || R=$RM_RETRY_MAX
}

# retry_wait <failures> <spread> [seconds requested by the server]: R
retry_wait() {
	if [ -n "${3:-}" ]; then
		# Jitter, so that not all devices connect at once.
		rand "$2"
		R=$(($3 + R))
	else
		retry_bound "$1" "$2"
		rand "$R"
	fi
}
