# shellcheck shell=sh
# Loaded by each test file: the agent's functions in an isolated world, and `check`.

AGENT=$(cd .. && pwd)
CONTRACT=$(cd ../../packages/contract/src/link/fixtures && pwd)
WORLD=$(mktemp -d /tmp/rm-agent-test.XXXXXX)
trap 'rm -rf "$WORLD"' EXIT
CHECKS=0
FAILED=0

export RM_QUIET=1
RM_ROOT=$WORLD/root
RM_VERSION=1.0.0
mkdir -p "$RM_ROOT/run" "$RM_ROOT/etc/rm-agent"
for part in "$AGENT"/lib/*.sh "$AGENT"/backends/*.sh; do
	# shellcheck disable=SC1090
	. "$part"
done
base_init

# check <title> <expected> <actual>
check() {
	CHECKS=$((CHECKS + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $CHECKS - $1"
		return
	fi
	FAILED=1
	echo "not ok $CHECKS - $1"
	printf '%s\n' "$2" | sed 's/^/# expected: /'
	printf '%s\n' "$3" | sed 's/^/# got:    /'
}

# check_between <title> <low> <high> <actual>
check_between() {
	if [ "$4" -ge "$2" ] && [ "$4" -le "$3" ]; then
		check "$1" yes yes
	else
		check "$1" "$2 … $3" "$4"
	fi
}

finish() {
	echo "1..$CHECKS"
	exit "$FAILED"
}

# An isolated device: /proc with a clock that does not move, empty /sys.
fake_proc() {
	RM_PROC=$WORLD/proc
	RM_SYS=$WORLD/sys
	RM_DMI=$RM_SYS/class/dmi/id
	mkdir -p "$RM_PROC/sys/kernel/random" "$RM_PROC/net" "$RM_SYS/class/net" "$RM_SYS/class/thermal/thermal_zone0"
	echo "${1:-1000}.55 4000.00" >"$RM_PROC/uptime"
	echo 0b6f3a52-1d2c-4f5e-8a9b-0c1d2e3f4a5b >"$RM_PROC/sys/kernel/random/uuid"
	echo 11111111-2222-3333-4444-555555555555 >"$RM_PROC/sys/kernel/random/boot_id"
	echo gate-7 >"$RM_PROC/sys/kernel/hostname"
	echo 6.1.0-test >"$RM_PROC/sys/kernel/osrelease"
}

# The busybox of OpenWrt is built without keys, and ignores them without an error.
sort() {
	for sort_word; do
		case $sort_word in -*[!nru]*) echo "sort: no option $sort_word on OpenWrt" >&2 && return 1 ;; esac
	done
	command sort "$@"
}

# With busybox ash the tools are those of busybox too, as on a device.
busybox_tools() {
	case ${SHELL_UNDER_TEST:-} in busybox*) ;; *) return ;; esac
	mkdir -p "$WORLD/tools"
	for tool in awk sed sort tr cut grep; do ln -s "$(command -v busybox)" "$WORLD/tools/$tool"; done
	PATH=$WORLD/tools:$PATH
}

clock() {
	echo "$1.00 1.00" >"$RM_PROC/uptime"
	read_now
}

# fake_interface <name> <index> <mac> <hardware: yes|no> [rx tx]
fake_interface() {
	mkdir -p "$RM_SYS/class/net/$1/statistics"
	echo 1 >"$RM_SYS/class/net/$1/type"
	echo "$2" >"$RM_SYS/class/net/$1/ifindex"
	echo "$3" >"$RM_SYS/class/net/$1/address"
	echo up >"$RM_SYS/class/net/$1/operstate"
	echo 1000 >"$RM_SYS/class/net/$1/speed"
	echo full >"$RM_SYS/class/net/$1/duplex"
	echo "${5:-0}" >"$RM_SYS/class/net/$1/statistics/rx_bytes"
	echo "${6:-0}" >"$RM_SYS/class/net/$1/statistics/tx_bytes"
	if [ "$4" = yes ]; then mkdir -p "$RM_SYS/class/net/$1/device"; fi
}

# group <name>: collects the group; reported <name>: R, the value in it.
group() {
	collect "$1" >"$WORLD/out"
	NAMES=$(sed -n 2p "$WORLD/out")
	VALUES=$(sed -n 3p "$WORLD/out" | json_flat)
}

reported() {
	R=$(printf '%s\n' "$NAMES" | tr ',' '\n' | awk -v name="$1" '$0 == name { print NR }')
	[ -n "$R" ] || { R=absent && return; }
	R=$(printf '%s\n' "$VALUES" | sed -n "s/^$((R - 1))=//p")
}

# expected <group> <name=value …>: checks values of the group collected last.
expected() {
	expected_group=$1
	shift
	for pair; do
		reported "${pair%%=*}"
		check "$expected_group ${pair%%=*}" "${pair#*=}" "$R"
	done
}
