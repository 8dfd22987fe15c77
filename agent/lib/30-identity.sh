# shellcheck shell=sh
# Identity of the device. Serial and MAC are determined once, at the first enrolment, and stored in
# /etc/rm-agent/identity.

find_backend() {
	BACKEND=${RM_BACKEND:-}
	[ -n "$BACKEND" ] && return
	if have mnf_info && [ -f "$RM_ROOT/etc/openwrt_release" ]; then
		BACKEND=rutos
	elif [ -f "$RM_ROOT/etc/openwrt_release" ] && have ubus; then
		BACKEND=openwrt
	else
		BACKEND=linux
	fi
}

# of_backend <function> [argument …]: calls the function of the backend, or else that of the system it is based on. 1 if
# neither has it.
of_backend() {
	of_function=$1
	shift
	for of_name in "$BACKEND" openwrt linux; do
		case $BACKEND/$of_name in linux/openwrt | openwrt/rutos) continue ;; esac
		if have "${of_name}_$of_function"; then
			"${of_name}_$of_function" "$@"
			return
		fi
	done
	R=
	return 1
}

# Not a placeholder of a manufacturer for a missing serial number: words without a digit, a digit or letter that is
# repeated, or all digits in their order, with anything around or zeros between.
is_real_serial() {
	case $1 in
		'' | ? | ?? | ??? | *[!A-Za-z0-9._-]*) return 1 ;;
		[Dd]efault* | [Nn]one | [Nn]ot* | [Uu]nknown | [Ss]ystem* | [Tt]o* | 0123456789* | 123456789* | OEM* | INVALID*) return 1 ;;
		[Ss]erial* | [Ee]xample*) return 1 ;;
	esac
	case $1 in *[0-9]*) ;; *) return 1 ;; esac
	case $(printf '%s' "$1" | tr -d '0._-') in *23456789*) return 1 ;; esac
	[ ${#1} -le 64 ] && [ -n "$(printf '%s' "$1" | tr -d "$(printf '%.1s' "$1")")" ]
}

# normal_mac <text>: R like 00:1E:42:AA:BB:CC, empty if it is not a MAC.
normal_mac() {
	R=$(printf '%s' "$1" | tr -d ':. -' | tr 'abcdef' 'ABCDEF')
	case $R in
		000000000000 | *[!0-9A-F]*) R= ;;
		????????????) R=$(printf '%s' "$R" | sed 's/../&:/g; s/:$//') ;;
		*) R= ;;
	esac
}

default_interface() {
	R=$(ip -4 route show default 2>/dev/null | sed -n 's/.* dev \([^ ]*\).*/\1/p' | sed -n 1p)
	[ -n "$R" ] && return
	# Columns: 2 is the destination, 8 its mask, 7 the metric. Half of the addresses would have a mask.
	R=$(awk '$2 == "00000000" && $8 == "00000000" && $1 != "*" && (name == "" || $7 + 0 < metric + 0) { name = $1; metric = $7 } END { print name }' "$RM_PROC/net/route" 2>/dev/null)
}

# The hardware interface with the lowest index, or else that of the default route.
find_mac() {
	mac_index=999999
	mac_found=
	for mac_path in "$RM_SYS"/class/net/*; do
		[ -e "$mac_path/device" ] || continue
		first_line "$mac_path/type"
		[ "$R" = 1 ] || continue
		first_line "$mac_path/ifindex" || continue
		[ "$R" -lt "$mac_index" ] || continue
		mac_this=$R
		first_line "$mac_path/address"
		normal_mac "$R"
		[ -n "$R" ] || continue
		mac_index=$mac_this
		mac_found=$R
	done
	if [ -z "$mac_found" ]; then
		default_interface
		first_line "$RM_SYS/class/net/$R/address"
		normal_mac "$R"
		mac_found=$R
	fi
	R=$mac_found
}

machine_id() {
	for machine_file in "$RM_ROOT/etc/machine-id" "$RM_ROOT/var/lib/dbus/machine-id" "$RM_ETC/machine-id"; do
		first_line "$machine_file"
		[ -n "$R" ] && return
	done
	read -r R <"$RM_PROC/sys/kernel/random/uuid"
	put "$RM_ETC/machine-id" "$R"
}

identity_load() {
	find_backend
	SERIAL=
	MAC=
	[ -r "$RM_ETC/identity" ] || return 1
	while IFS='=' read -r identity_key identity_value; do
		case $identity_key in
			serial) SERIAL=$identity_value ;;
			mac) MAC=$identity_value ;;
		esac
	done <"$RM_ETC/identity"
	[ -n "$SERIAL" ] && [ -n "$MAC" ]
}

identity_make() {
	identity_load && return
	of_backend mac || find_mac
	MAC=${RM_MAC:-$R}
	[ -n "$MAC" ] || fail 'no network interface with a MAC address was found'
	of_backend serial || R=
	SERIAL=${RM_SERIAL:-$R}
	if ! is_real_serial "$SERIAL"; then
		machine_id
		SERIAL=L-$(printf '%s%s' "$R" "$MAC" | sha256sum | cut -c1-12)
	fi
	printf '%s\n' "serial=$SERIAL" "mac=$MAC" | keep "$RM_ETC/identity"
}

# Protocol version. Server and agent support their own and the previous one.
PROTOCOL=2

# hello_prepare: HELLO, the part that is constant while the agent runs. Determined once, since a modem tool may be slow.
hello_prepare() {
	HELLO_V=$PROTOCOL
	of_backend model
	json_text "$(printf '%s' "${R:-Linux}" | cut -c1-64)"
	hello="\"serial\":\"$SERIAL\",\"mac\":\"$MAC\",\"model\":$R"
	# Other hardware than at the enrolment, or a copy of its storage.
	of_backend mac || find_mac
	normal_mac "${RM_MAC:-$R}"
	[ -z "$R" ] || [ "$R" = "$MAC" ] || hello="$hello,\"found_mac\":\"$R\""
	of_backend firmware
	json_text "$(printf '%s' "${R:-unknown}" | cut -c1-64)"
	hello="$hello,\"firmware\":$R,\"backend\":\"$BACKEND\",\"agent\":\"$RM_VERSION\""
	first_line "$RM_PROC/sys/kernel/hostname"
	json_text "$(printf '%s' "$R" | cut -c1-100)"
	[ "$R" = '""' ] || hello="$hello,\"name\":$R"
	of_backend imei
	case $R in *[!0-9]*) ;; ???????????????) hello="$hello,\"imei\":\"$R\"" ;; esac
	of_backend board
	case $R in
		'' | *[!A-Za-z0-9,._-]*) ;;
		*) [ ${#R} -gt 100 ] || hello="$hello,\"board\":\"$R\"" ;;
	esac
	capabilities
	HELLO="$hello,\"caps\":[$R]"
}

# hello_line [public part of the enrolment key]: R
hello_line() {
	read_now
	config_hello
	R="hello {\"v\":$HELLO_V,$HELLO,\"boot\":\"$BOOT\",\"uptime\":$NOW${PLANS_HERE:+,\"templates\":\"$PLANS_HERE\"}${RM_TRIAL:+,\"trial\":true}${R:+,\"apply\":\"$R\"}${1:+,\"key\":\"$1\"}}"
}

# patiently <tool …>: stops tools that hang, if `timeout` is installed.
patiently() {
	if timeout 1 true 2>/dev/null; then timeout 10 "$@"; else "$@"; fi
}

# capabilities: R, a list of JSON strings.
capabilities() {
	caps='"sh","reboot","exec","tunnel","authorize","upgrade-agent","send","fetch","store","batch","templates"'
	for caps_tool in uci ubus jsonfilter ip timeout setsid base64 sysupgrade; do
		have "$caps_tool" && caps="$caps,\"$caps_tool\""
	done
	firmware_able && caps="$caps,\"firmware\""
	config_able && caps="$caps,\"config\",\"config-keep\""
	api_able && caps="$caps,\"api-call\""
	password_able && caps="$caps,\"password\""
	of_backend has_modem && caps="$caps,\"modem\""
	of_backend has_gps && caps="$caps,\"gps\""
	of_backend has_wifi && caps="$caps,\"wifi\""
	R=$caps
}
