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
	openwrt_ports
}

# The active interface that has the default route with the lowest metric; its address, and its uptime if it is mobile.
openwrt_wan() {
	openwrt_dump=$(ubus_call network.interface dump)
	openwrt_best=
	openwrt_metric=99999999
	openwrt_n=0
	while json_field "$openwrt_dump" "interface/$openwrt_n/interface"; do
		openwrt_this=$openwrt_n
		openwrt_n=$((openwrt_n + 1))
		json_field "$openwrt_dump" "interface/$openwrt_this/up"
		[ "$R" = true ] || continue
		json_field "$openwrt_dump" "interface/$openwrt_this/route/0/target"
		[ "$R" = 0.0.0.0 ] || continue
		json_field "$openwrt_dump" "interface/$openwrt_this/metric"
		[ "${R:-0}" -lt "$openwrt_metric" ] || continue
		openwrt_metric=${R:-0}
		openwrt_best=$openwrt_this
	done
	if [ -z "$openwrt_best" ]; then
		text wan_state ''
		text wan_ip ''
		return
	fi
	json_field "$openwrt_dump" "interface/$openwrt_best/proto"
	openwrt_proto=$R
	json_field "$openwrt_dump" "interface/$openwrt_best/l3_device"
	wan_kind "$R"
	case $openwrt_proto in wwan | qmi | mbim | ncm | 3g | modemmanager | connm) R=Mobile ;; esac
	openwrt_kind=$R
	text wan_state "$openwrt_kind"
	json_field "$openwrt_dump" "interface/$openwrt_best/ipv4-address/0/address"
	openwrt_address=$R
	text wan_ip "$openwrt_address"
	[ "$openwrt_kind" = Mobile ] || return 0
	text mobile_ip "$openwrt_address"
	json_field "$openwrt_dump" "interface/$openwrt_best/uptime"
	num connection_uptime "$R"
}

openwrt_ports() {
	openwrt_devices=$(ubus_call network.device status)
	linux_interfaces
	for openwrt_name in $R; do
		instance "$openwrt_name"
		openwrt_as=$R
		json_field "$openwrt_devices" "$openwrt_name/statistics/rx_bytes" || continue
		num "port_rx_bytes.$openwrt_as" "$R"
		json_field "$openwrt_devices" "$openwrt_name/statistics/tx_bytes"
		num "port_tx_bytes.$openwrt_as" "$R"
		json_field "$openwrt_devices" "$openwrt_name/carrier"
		openwrt_state=down
		if [ "$R" = true ]; then
			openwrt_state=up
			# `1000F` is 1000 Mbit/s, full duplex.
			json_field "$openwrt_devices" "$openwrt_name/speed"
			case $R in
				[1-9]*F) openwrt_state="up ${R%F} full" ;;
				[1-9]*H) openwrt_state="up ${R%H} half" ;;
			esac
		fi
		text "port_state.$openwrt_as" "$openwrt_state"
	done
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
		openwrt_n=0
		while json_field "$openwrt_radios" "$openwrt_radio/interfaces/$openwrt_n/ifname"; do
			openwrt_network "$R"
			openwrt_n=$((openwrt_n + 1))
		done
	done
}

# openwrt_network <interface of a radio>
openwrt_network() {
	instance "$1"
	openwrt_as=$R
	openwrt_info=$(ubus_call iwinfo info "{\"device\":\"$1\"}")
	json_field "$openwrt_info" ssid
	text "ssid.$openwrt_as" "$R"
	json_field "$openwrt_info" channel
	num "channel.$openwrt_as" "$R"
	json_field "$openwrt_info" mode
	text "mode.$openwrt_as" "$R"
	json_field "$openwrt_info" encryption/description
	text "encryption.$openwrt_as" "$R"
	num "clients.$openwrt_as" "$(ubus_call iwinfo assoclist "{\"device\":\"$1\"}" | grep -c '/mac=')"
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
