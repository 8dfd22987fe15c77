# shellcheck shell=sh
# OpenWrt: board, interfaces and radios from ubus; the rest as on any Linux.

ubus_call() {
	ubus -t 10 call "$@" 2>/dev/null | json_flat
}

openwrt_serial() {
	tree_line "$RM_PROC/device-tree/serial-number"
	is_real_serial "$R" || R=
}

openwrt_model() {
	json_field "$(ubus_call system board)" model
}

openwrt_firmware() {
	openwrt_system=$(ubus_call system board)
	json_field "$openwrt_system" release/description
	[ -n "$R" ] || json_field "$openwrt_system" release/version
}

openwrt_board() {
	first_line "$RM_ROOT/tmp/sysinfo/board_name" || json_field "$(ubus_call system board)" board_name
}

openwrt_has_modem() {
	have gsmctl || have uqmi || linux_has_modem
}

openwrt_has_gps() {
	ubus list gps >/dev/null 2>&1
}

openwrt_dynamic() {
	cpu_load
	num cpu_load "$R"
	openwrt_info=$(ubus_call system info)
	json_field "$openwrt_info" memory/total
	num ram_total "$R"
	json_field "$openwrt_info" memory/available
	[ -n "$R" ] || json_field "$openwrt_info" memory/free
	num ram_free "$R"
	openwrt_flash=$RM_ROOT/overlay
	[ -d "$openwrt_flash" ] || openwrt_flash=${RM_ROOT:-/}
	flash_values "$openwrt_flash"
	json_field "$openwrt_info" uptime
	num router_uptime "$R"
	temperature_value
	openwrt_wan
	of_backend clients && num clients_count "$R"
	of_backend modem
	interface_values
}

# The active interface that has the default route with the lowest metric; its address, and its uptime if it is mobile.
openwrt_wan() {
	openwrt_best=$(ubus_call network.interface dump | awk '
	{
		at = index($0, "=")
		split(substr($0, 1, at - 1), path, "/")
		value = substr($0, at + 1)
		n = path[2] + 0
		if (path[1] != "interface") next
		if (n > last) last = n
		if (path[3] == "route") route[n, path[4] + 0, path[5]] = value
		else if (path[3] == "ipv4-address" && path[5] == "address" && !((n, "address") in has)) has[n, "address"] = value
		else if (path[4] == "") has[n, path[3]] = value
		if (path[3] == "route" && path[4] + 0 >= routes[n]) routes[n] = path[4] + 1
	}
	function is_default(n, i) {
		for (i = 0; i < routes[n]; i++)
			if (route[n, i, "target"] == "0.0.0.0" && route[n, i, "mask"] == "0") return 1
		return 0
	}
	END {
		best = -1
		for (n = 0; n <= last; n++)
			if (has[n, "up"] == "true" && is_default(n) && (best < 0 || has[n, "metric"] + 0 < has[best, "metric"] + 0)) best = n
		if (best < 0) exit
		print has[best, "proto"]
		print has[best, "l3_device"]
		print has[best, "address"]
		print has[best, "uptime"]
	}')
	if [ -z "$openwrt_best" ]; then
		text wan_state ''
		text wan_ip ''
		return
	fi
	{
		IFS= read -r openwrt_proto
		IFS= read -r openwrt_device
		IFS= read -r openwrt_address
		IFS= read -r openwrt_uptime
	} <<EOF
$openwrt_best
EOF
	wan_kind "$openwrt_device"
	case $openwrt_proto in
		wwan | qmi | mbim | ncm | 3g | modemmanager | connm) R=Mobile ;;
		pppoe | pppoa | pptp | l2tp) R=Wired ;;
	esac
	openwrt_kind=$R
	text wan_state "$openwrt_kind"
	text wan_ip "$openwrt_address"
	[ "$openwrt_kind" = Mobile ] || return 0
	text mobile_ip "$openwrt_address"
	num connection_uptime "$openwrt_uptime"
}

openwrt_gps() {
	openwrt_has_gps || return 0
	openwrt_gps=$(ubus_call gps info)
	json_field "$openwrt_gps" latitude
	num latitude "$R"
	json_field "$openwrt_gps" longitude
	num longitude "$R"
	json_field "$openwrt_gps" elevation
	num altitude "$R"
	json_field "$openwrt_gps" speed
	num speed "$R"
	json_field "$openwrt_gps" course
	num course "$R"
}

openwrt_wireless() {
	openwrt_radios=$(ubus_call network.wireless status)
	for openwrt_radio in $(printf '%s\n' "$openwrt_radios" | sed -n 's|^\([^/]*\)/up=.*|\1|p'); do
		instance "$openwrt_radio"
		openwrt_as=$R
		json_field "$openwrt_radios" "$openwrt_radio/up"
		[ "$R" = true ] && R=1 || R=0
		num "radio_up.$openwrt_as" "$R"
	done
	# Networks that do not run have no name.
	openwrt_networks=$(printf '%s\n' "$openwrt_radios" | sed -n 's|^[^/]*/interfaces/[0-9]*/ifname=\([A-Za-z0-9_.@-]*\)$|\1|p' | openwrt_network_values)
	[ -n "$openwrt_networks" ] || return 0
	while IFS= read -r openwrt_network; do
		instance "$openwrt_network"
		openwrt_as=$R
		for openwrt_name in ssid channel mode encryption clients; do
			IFS= read -r R
			case $openwrt_name in
				channel | clients) num "$openwrt_name.$openwrt_as" "$R" ;;
				*) text "$openwrt_name.$openwrt_as" "$R" ;;
			esac
		done
	done <<EOF
$openwrt_networks
EOF
}

# Prints six lines for each network whose interface is on standard input: its name, and its values.
openwrt_network_values() {
	while read -r openwrt_network; do
		printf '{"rm-network":"%s"}\n' "$openwrt_network"
		ubus -t 10 call iwinfo info "{\"device\":\"$openwrt_network\"}"
		ubus -t 10 call iwinfo assoclist "{\"device\":\"$openwrt_network\"}"
	done 2>/dev/null | json_flat | awk '
	function print_network(i) {
		if (network == "") return
		print network
		for (i = 1; i <= 4; i++) print has[shown[i]]
		print clients + 0
	}
	BEGIN { split("ssid channel mode encryption/description", shown, " ") }
	{
		at = index($0, "=")
		path = substr($0, 1, at - 1)
		value = substr($0, at + 1)
	}
	path == "rm-network" {
		print_network()
		network = value
		clients = 0
		for (i = 1; i <= 4; i++) has[shown[i]] = ""
		next
	}
	path ~ /^results\/[0-9]+\/mac$/ { clients++ }
	value != "null" { has[path] = value }
	END { print_network() }'
}

# openwrt_api_get <path>: `/ubus/<object>/<method>` for methods that only read, with arguments as a query, or
# `/uci/<package>/<section>` without secrets; otherwise as on any Linux.
openwrt_api_get() {
	case $1 in
		/ubus/*) openwrt_ubus "${1#/ubus/}" ;;
		/uci/*) openwrt_section "${1#/uci/}" ;;
		*) linux_api_get "$1" ;;
	esac
}

openwrt_ubus() {
	ubus_path=${1%%'?'*}
	ubus_object=${ubus_path%/*}
	case ${ubus_path##*/} in
		info | status | board | dump | assoclist | survey | get_status | get_clients | get_features) ;;
		*) return 1 ;;
	esac
	case $ubus_object in '' | */* | *[!A-Za-z0-9._-]* | file | uci | session | rpc-*) return 1 ;; esac
	ubus_arguments=
	case $1 in
		*'?'*)
			ubus_query=${1#*'?'}
			while [ -n "$ubus_query" ]; do
				ubus_pair=${ubus_query%%'&'*}
				case $ubus_query in *'&'*) ubus_query=${ubus_query#*'&'} ;; *) ubus_query= ;; esac
				json_text "${ubus_pair%%=*}"
				ubus_arguments=$ubus_arguments${ubus_arguments:+,}$R
				json_text "${ubus_pair#*=}"
				ubus_arguments=$ubus_arguments:$R
			done
			;;
	esac
	ubus -t 10 call "$ubus_object" "${ubus_path##*/}" "{$ubus_arguments}"
}

# openwrt_section <package>/<section>: lines `option: value`.
openwrt_section() {
	case $1 in *[!A-Za-z0-9_/@.-]* | */*/* | [!A-Za-z0-9]*) return 1 ;; */*) ;; *) return 1 ;; esac
	uci -q show "${1%/*}.${1#*/}" | sed -n "s/^[^.=]*\.[^.=]*\.\([A-Za-z0-9_]*\)=/\1: /p" | sed "s/'//g" |
		grep -viE '^(key[0-9]?|wpakey|psk|[a-z0-9_]*(password|passwd|passphrase|secret|token|private_?key|preshared_?key|pin|puk)):'
}
