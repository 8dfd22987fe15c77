# shellcheck shell=sh
# L2TP tunnels. States: 1 online, 2 offline, 3 disabled; the state of all together is 4 if they differ.

# l2tp_put <name> <role> <enabled: 1, 0> <state> <own address> <address of the server> <interface>: a dash is unknown.
l2tp_put() {
	instance "$1"
	l2tp_as=$R
	text "l2tp_name.$l2tp_as" "$1"
	text "l2tp_role.$l2tp_as" "$2"
	num "l2tp_enabled.$l2tp_as" "$3"
	num "l2tp_status.$l2tp_as" "$4"
	case $L2TP_STATE in '' | "$4") L2TP_STATE=$4 ;; *) L2TP_STATE=4 ;; esac
	text "l2tp_local_ip.$l2tp_as" "${5#-}"
	text "l2tp_remote_ip.$l2tp_as" "${6#-}"
	first_line "$RM_SYS/class/net/$7/statistics/rx_bytes"
	num "l2tp_rx_bytes.$l2tp_as" "$R"
	first_line "$RM_SYS/class/net/$7/statistics/tx_bytes"
	num "l2tp_tx_bytes.$l2tp_as" "$R"
}

# Tunnels with an interface of their own: of the kernel (l2tpeth…), or with such a name in the configuration. A tunnel
# of pppd with an interface ppp… looks like any other interface.
linux_l2tp() {
	L2TP_STATE=
	for l2tp_path in "$RM_SYS"/class/net/*l2tp*; do
		[ -e "$l2tp_path/statistics" ] || continue
		l2tp_name=${l2tp_path##*/}
		port_state "$l2tp_name"
		case $R in up*) l2tp_up=1 ;; *) l2tp_up=2 ;; esac
		address_of "$l2tp_name"
		l2tp_put "$l2tp_name" client 1 "$l2tp_up" "${R:--}" - "$l2tp_name"
	done
	[ -z "$L2TP_STATE" ] || num l2tp_status "$L2TP_STATE"
}

# Clients are interfaces of the protocol l2tp, which are not in ubus while disabled; servers belong to xl2tpd.
openwrt_l2tp() {
	L2TP_STATE=
	grep -qs l2tp "$RM_ROOT/etc/config/network" "$RM_ROOT/etc/config/xl2tpd" || return 0
	l2tp_found=$({
		{
			uci -q show network
			uci -q show xl2tpd
		} | uci_text
		ubus_call network.interface dump
		grep -q ':06A5 ' "$RM_PROC/net/udp" 2>/dev/null && echo listens=1
	} | awk '
		{
			at = index($0, "=")
			path = substr($0, 1, at - 1)
			value[path] = substr($0, at + 1)
			n = split(path, part, /[.\/]/)
			if (n == 3 && part[3] == "proto" && value[path] == "l2tp") order[++all] = path
			if (n == 3 && part[1] == "xl2tpd" && part[3] == "type" && value[path] == "server") order[++all] = path
			if (n == 3 && part[1] == "interface" && part[3] == "interface") number[value[path]] = part[2]
		}
		function dash(x) { return x == "" || x ~ / / ? "-" : x }
		END {
			for (i = 1; i <= all && i <= 8; i++) {
				split(order[i], part, ".")
				section = part[1] "." part[2]
				server = part[1] == "xl2tpd"
				off = value[section ".disabled"] == "1" || value[section ".enabled"] == "0"
				base = "interface/" number[part[2]]
				up = server ? value["listens"] == "1" : value[base "/up"] == "true"
				print part[2], (server ? "server" : "client"), (off ? 0 : 1), (off ? 3 : up ? 1 : 2),
					dash(server ? value[section ".localip"] : value[base "/ipv4-address/0/address"]),
					dash(server ? "" : value[section ".server"]), dash(value[base "/l3_device"])
			}
		}')
	while read -r l2tp_name l2tp_role l2tp_enabled l2tp_up l2tp_own l2tp_other l2tp_device; do
		[ -z "$l2tp_device" ] ||
			l2tp_put "$l2tp_name" "$l2tp_role" "$l2tp_enabled" "$l2tp_up" "$l2tp_own" "$l2tp_other" "$l2tp_device"
	done <<EOL
$l2tp_found
EOL
	[ -z "$L2TP_STATE" ] || num l2tp_status "$L2TP_STATE"
}
