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

# openwrt_default: prints protocol, device, address and uptime of the active interface with the default route of the lowest
# metric, from the values of `network.interface dump`; a dash is unknown. Routes of tables of their own, or of IPv6, count
# if there is no other one.
openwrt_default() {
	awk '
	function dash(x) { return x == "" || x == "null" || x ~ / / ? "-" : x }
	{
		at = index($0, "=")
		value[path = substr($0, 1, at - 1)] = substr($0, at + 1)
		parts = split(path, part, "/")
		if (part[1] != "interface") next
		if (parts == 3 && part[3] == "up") order[++all] = part[2]
		if (parts == 5 && part[3] == "route" && part[5] == "target") routes[part[2]] = part[4] + 1
	}
	END {
		for (i = 1; i <= all; i++) {
			base = "interface/" order[i]
			if (value[base "/up"] != "true") continue
			for (j = 0; j < routes[order[i]]; j++) {
				route = base "/route/" j
				target = value[route "/target"]
				if ((target != "0.0.0.0" && target != "::") || value[route "/mask"] != "0") continue
				metric = (route "/metric") in value ? value[route "/metric"] : value[base "/metric"]
				rank = (target == "::" ? 2 : 0) + ((route "/table") in value)
				if (best != "" && (rank > best_rank || (rank == best_rank && metric + 0 >= best_metric + 0))) continue
				best = base
				best_rank = rank
				best_metric = metric
			}
		}
		if (best != "") print dash(value[best "/proto"]), dash(value[best "/l3_device"]), dash(value[best "/ipv4-address/0/address"]), dash(value[best "/uptime"])
	}'
}

openwrt_wan() {
	read -r openwrt_proto openwrt_device openwrt_address openwrt_up <<EOL
$(ubus_call network.interface dump | openwrt_default)
EOL
	if [ -z "$openwrt_proto" ]; then
		text wan_state ''
		text wan_ip ''
		return
	fi
	case $openwrt_proto in
		wwan | qmi | mbim | ncm | 3g | ppp | modemmanager | connm) R=Mobile ;;
		# Whatever the name of their device is.
		pppo[ea] | pptp | l2tp) R=Wired ;;
		*) wan_kind "${openwrt_device#-}" ;;
	esac
	openwrt_kind=$R
	text wan_state "$openwrt_kind"
	text wan_ip "${openwrt_address#-}"
	[ "$openwrt_kind" = Mobile ] || return 0
	text mobile_ip "${openwrt_address#-}"
	num connection_uptime "$openwrt_up"
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

# uci_text: lines of `uci show` without the quotes around texts.
uci_text() {
	awk '{ gsub(/\047\\\047\047/, "\001"); gsub(/\047/, ""); gsub("\001", "\047"); print }'
}

# openwrt_section <package>/<section>: lines `option: value`.
openwrt_section() {
	case $1 in *[!A-Za-z0-9_/@.-]* | */*/* | [!A-Za-z0-9]*) return 1 ;; */*) ;; *) return 1 ;; esac
	uci -q show "${1%/*}.${1#*/}" | sed -n "s/^[^.=]*\.[^.=]*\.\([A-Za-z0-9_]*\)=/\1: /p" | uci_text |
		grep -viE '^(key[0-9]?|wpakey|psk|[a-z0-9_]*(password|passwd|passphrase|secret|token|private_?key|preshared_?key|pin|puk)):'
}
