# shellcheck shell=sh
# Any Linux: /proc, /sys, ip; a modem through ModemManager if it is installed.

linux_serial() {
	first_line "$RM_DMI/product_serial"
	is_real_serial "$R" && return
	tree_line "$RM_PROC/device-tree/serial-number"
	is_real_serial "$R" || R=
}

linux_model() {
	tree_line "$RM_PROC/device-tree/model"
	[ -n "$R" ] || first_line "$RM_DMI/product_name"
	R=${R:-Linux}
}

linux_firmware() {
	R=$(sed -n 's/^PRETTY_NAME="\{0,1\}\([^"]*\).*/\1/p' "$RM_ROOT/etc/os-release" 2>/dev/null)
}

linux_has_modem() {
	have mmcli && patiently mmcli -L 2>/dev/null | grep -q /Modem/
}

linux_has_gps() {
	return 1
}

linux_has_wifi() {
	for linux_path in "$RM_SYS"/class/net/*/wireless "$RM_SYS"/class/net/*/phy80211; do
		[ -e "$linux_path" ] && return
	done
	return 1
}

# linux_interfaces: R, the names to report, at most 128. The log has how many others there are, once.
linux_interfaces() {
	default_interface
	linux_default=$R
	R=
	linux_n=0
	for linux_path in "$RM_SYS"/class/net/*; do
		linux_name=${linux_path##*/}
		case $linux_name in
			"$linux_default") ;;
			lo | veth* | docker* | br-????????????* | virbr* | vnet* | ifb* | dummy* | gre* | erspan* | sit* | ip6tnl* | ip6gre* | tunl* | teql* | ip_vti* | ip6_vti* | bonding_masters | '*') continue ;;
		esac
		linux_n=$((linux_n + 1))
		[ "$linux_n" -gt 128 ] || R="$R $linux_name"
	done
	[ "$linux_n" -gt 128 ] && [ ! -e "$RM_RUN/interfaces.$linux_n" ] || return 0
	: >"$RM_RUN/interfaces.$linux_n"
	log "$((linux_n - 128)) of $linux_n interfaces are not reported"
}

# cpu_counts: R, `<busy> <all>` in ticks since boot; waiting for a disk does not count as busy.
cpu_counts() {
	R=$(awk '/^cpu / { for (i = 2; i <= 9; i++) all += $i; printf "%.0f %.0f\n", all - $5 - $6, all; exit }' "$RM_PROC/stat")
}

# cpu_load: R in percent with one decimal, since the last report; over one second for the first.
cpu_load() {
	cpu_before=
	[ -s "$RM_RUN/cpu" ] && read -r cpu_before <"$RM_RUN/cpu"
	if [ -z "$cpu_before" ]; then
		cpu_counts
		cpu_before=$R
		sleep 1
	fi
	cpu_counts
	put "$RM_RUN/cpu" "$R"
	R=$(echo "$cpu_before $R" | awk '{ d = $4 - $2; b = $3 - $1; if (d <= 0 || b < 0) exit; if (b > d) b = d; printf "%.1f\n", 100 * b / d }')
}

memory_values() {
	memory_both=$(awk '/^MemTotal:/ { t = $2 } /^MemAvailable:/ { a = $2 } /^MemFree:/ { f = $2 } END { printf "%.0f %.0f\n", t * 1024, (a == "" ? f : a) * 1024 }' "$RM_PROC/meminfo")
	num ram_total "${memory_both% *}"
	num ram_free "${memory_both#* }"
}

# flash_values <mount point>
flash_values() {
	flash_both=$(df -k "$1" 2>/dev/null | awk 'NR > 1 && NF > 4 { t = $(NF - 4); f = $(NF - 2) } END { if (t != "") printf "%.0f %.0f\n", t * 1024, f * 1024 }')
	num flash_total "${flash_both% *}"
	num flash_free "${flash_both#* }"
}

# Temperature of the hottest zone in °C.
temperature_value() {
	temperature_max=
	for temperature_file in "$RM_SYS"/class/thermal/thermal_zone*/temp; do
		first_line "$temperature_file" || continue
		is_number "$R" || continue
		[ -z "$temperature_max" ] || [ "$R" -gt "$temperature_max" ] || continue
		temperature_max=$R
	done
	[ -n "$temperature_max" ] || return 0
	num temperature "$(echo "$temperature_max" | awk '{ printf "%.1f\n", $1 / 1000 }')"
}

# wan_kind <interface>: R is Mobile, WiFi or Wired.
wan_kind() {
	R=Wired
	case $1 in
		'') R= ;;
		ppp[0-9]*) ppp_dials "$1" && R=Mobile ;;
		wwan* | 3g-* | 4g-* | qmimux* | rmnet* | usb* | mob*) R=Mobile ;;
		*) [ -e "$RM_SYS/class/net/$1/phy80211" ] || [ -e "$RM_SYS/class/net/$1/wireless" ] && R=WiFi ;;
	esac
}

# ppp_dials <interface>: whether a modem is dialled, not PPP over Ethernet, ATM or another network.
ppp_dials() {
	for ppp_file in "$RM_ROOT/var/run/$1.pid" "$RM_ROOT/run/$1.pid"; do
		first_line "$ppp_file"
		is_natural "$R" || continue
		ppp_words=$(tr '\000' ' ' 2>/dev/null <"$RM_PROC/$R/cmdline")
		R=Wired
		case $ppp_words in
			*pppo[ea]* | *pptp* | *l2tp* | *sstp* | *openfortivpn*) return 1 ;;
			*tty* | *chat* | *gsm* | *modem*) return 0 ;;
		esac
	done
	R=Wired
	# The kernel lists the sessions of PPPoE below a heading.
	[ -z "$(sed -n 2p "$RM_PROC/net/pppoe" 2>/dev/null)" ]
}

address_of() {
	R=$(ip -4 addr show dev "$1" 2>/dev/null | sed -n 's/.*inet \([0-9.]*\).*/\1/p' | sed -n 1p)
}

wan_values() {
	default_interface
	wan_interface=$R
	wan_kind "$wan_interface"
	text wan_state "$R"
	R=
	[ -z "$wan_interface" ] || address_of "$wan_interface"
	text wan_ip "$R"
}

# port_state <interface>: R like `up 1000 full`.
port_state() {
	first_line "$RM_SYS/class/net/$1/operstate"
	port_is=${R:-unknown}
	case $port_is in lowerlayerdown | notpresent) port_is=down ;; esac
	# A link without a state (a bridge, a tunnel) is up if it has a carrier.
	if [ "$port_is" = unknown ]; then
		first_line "$RM_SYS/class/net/$1/carrier"
		[ "$R" = 1 ] && port_is=up
	fi
	if [ "$port_is" = up ]; then
		first_line "$RM_SYS/class/net/$1/speed"
		# A port that does not know its speed writes the largest number of some width.
		case $R in '' | 0* | 65535 | ????????* | *[!0-9]*) ;; *) port_is="$port_is $R" ;; esac
		first_line "$RM_SYS/class/net/$1/duplex"
		case $R in full | half) port_is="$port_is $R" ;; esac
	fi
	R=$port_is
}

interface_values() {
	linux_interfaces
	for interface_name in $R; do
		instance "$interface_name"
		interface_as=$R
		first_line "$RM_SYS/class/net/$interface_name/statistics/rx_bytes"
		num "port_rx_bytes.$interface_as" "$R"
		first_line "$RM_SYS/class/net/$interface_name/statistics/tx_bytes"
		num "port_tx_bytes.$interface_as" "$R"
		port_state "$interface_name"
		text "port_state.$interface_as" "$R"
	done
}

linux_dynamic() {
	cpu_load
	num cpu_load "$R"
	memory_values
	flash_values "${RM_ROOT:-/}"
	read_now
	num router_uptime "$NOW"
	temperature_value
	wan_values
	of_backend clients && num clients_count "$R"
	of_backend modem
	interface_values
}

linux_static() {
	text serial "$SERIAL"
	text mac "$MAC"
	of_backend model
	text model "$R"
	of_backend firmware
	text firmware "$R"
	first_line "$RM_PROC/sys/kernel/hostname"
	text name "$R"
	first_line "$RM_PROC/sys/kernel/osrelease"
	text kernel "$R"
	of_backend modem_static
}

# Number of valid leases of dnsmasq; 1 if there is no lease file.
linux_clients() {
	for clients_file in "$RM_ROOT/tmp/dhcp.leases" "$RM_ROOT/var/lib/misc/dnsmasq.leases"; do
		[ -r "$clients_file" ] || continue
		# Leases of IPv6 follow the line `duid`.
		R=$(awk -v now="$(date +%s)" '
			$1 == "duid" { exit }
			$1 ~ /^[0-9]+$/ && ($1 == 0 || $1 + 0 > now + 0) && $3 ~ /^[0-9]+(\.[0-9]+)+$/ && !seen[tolower($2)]++ { n++ }
			END { print n + 0 }' "$clients_file")
		return
	done
	return 1
}

linux_io() {
	return 0
}

linux_gps() {
	return 0
}

linux_wireless() {
	have iw || return 0
	for wireless_path in "$RM_SYS"/class/net/*/phy80211; do
		[ -e "$wireless_path" ] || continue
		wireless_name=${wireless_path%/phy80211}
		wireless_name=${wireless_name##*/}
		instance "$wireless_name"
		wireless_as=$R
		wireless_info=$(iw dev "$wireless_name" info 2>/dev/null)
		text "ssid.$wireless_as" "$(printf '%s\n' "$wireless_info" | sed -n 's/^[[:space:]]*ssid //p' | iw_text)"
		num "channel.$wireless_as" "$(printf '%s\n' "$wireless_info" | sed -n 's/^[[:space:]]*channel \([0-9]*\).*/\1/p')"
		num "clients.$wireless_as" "$(iw dev "$wireless_name" station dump 2>/dev/null | grep -c '^Station')"
	done
}

# iw_text: a text of iw, in which bytes are `\xc3`.
iw_text() {
	LC_ALL=C awk '{
		out = ""
		while (match($0, /\\x[0-9a-f][0-9a-f]/)) {
			code = index("0123456789abcdef", substr($0, RSTART + 2, 1)) * 16 + index("0123456789abcdef", substr($0, RSTART + 3, 1)) - 17
			out = out substr($0, 1, RSTART - 1) (code < 32 || code == 127 ? " " : sprintf("%c", code))
			$0 = substr($0, RSTART + 4)
		}
		print out $0
	}'
}

# linux_api_get <path>: a file of /proc or /sys; 1 if it cannot be read.
linux_api_get() {
	linux_readable "$1" || return
	patiently cat "$R"
}

# linux_readable <path>: R, the file; 1 unless, after all links, it is in /proc or /sys, has no data of a single
# process, of memory or of keys, and does not wait for events.
linux_readable() {
	case $1 in
		*/../* | */.. | *'?'*) return 1 ;;
		/proc/*) linux_path=$RM_PROC/${1#/proc/} linux_base=$RM_PROC ;;
		/sys/*) linux_path=$RM_SYS/${1#/sys/} linux_base=$RM_SYS ;;
		*) return 1 ;;
	esac
	linux_base=$(readlink -f "$linux_base") && linux_path=$(readlink -f "$linux_path") || return
	case $linux_path in "$linux_base"/*) ;; *) return 1 ;; esac
	case ${linux_path#"$linux_base"/} in
		[0-9]* | self | self/* | thread-self* | kcore | kmsg | kpage* | keys | key-users | sysrq-trigger) return 1 ;;
		kernel/debug/* | kernel/tracing/* | kernel/security/*) return 1 ;;
	esac
	[ -f "$linux_path" ] && [ -r "$linux_path" ] || return
	R=$linux_path
}
