# shellcheck shell=sh
# RutOS: OpenWrt with manufacturing data (mnf_info), a modem tool (gsmctl) and a position tool (gpsctl). Options as its
# documentation lists them; none of it could be tested on a device.

rutos_serial() {
	R=$(mnf_info --sn 2>/dev/null || mnf_info -s 2>/dev/null)
}

rutos_mac() {
	normal_mac "$(mnf_info --mac 2>/dev/null || mnf_info -m 2>/dev/null)"
	[ -n "$R" ]
}

# The product code starts with the model, as in RUT956100000.
rutos_model() {
	R=$(mnf_info --name 2>/dev/null || mnf_info -n 2>/dev/null)
	R=${R%"${R#??????}"}
}

rutos_firmware() {
	first_line "$RM_ROOT/etc/version"
	[ -n "$R" ] || openwrt_firmware
}

rutos_has_gps() {
	have gpsctl
}

gsm() {
	R=$(patiently gsmctl "$1" 2>/dev/null | sed -n 1p)
	case $R in *ERROR* | *Timeout* | N/A) R= ;; esac
}

rutos_imei() {
	have gsmctl || return 1
	gsm -i
}

rutos_modem() {
	have gsmctl || return 0
	# Lines like `RSSI: -67`.
	rutos_quality=$(patiently gsmctl -q 2>/dev/null | tr -d '\r')
	for rutos_pair in signal:RSSI rsrp:RSRP rsrq:RSRQ sinr:SINR; do
		num "${rutos_pair%:*}" "$(printf '%s\n' "$rutos_quality" | sed -n "s/^${rutos_pair#*:}: *\(-\{0,1\}[0-9.]*\).*/\1/p" | sed -n 1p)"
	done
	gsm -o
	text operator "$R"
	gsm -f
	text operator_number "$R"
	gsm -g
	text network_state "$R"
	gsm -t
	text connection_type "$R"
	gsm -j
	text connection_state "$R"
	gsm -C
	text cell_id "$R"
	gsm -z
	text sim_state "$R"
	gsm -u
	text pin_state "$R"
}

rutos_modem_static() {
	have gsmctl || return 0
	gsm -w
	text modem_manufacturer "$R"
	gsm -m
	text modem_model "$R"
	gsm -y
	text modem_firmware "$R"
	gsm -i
	text imei "$R"
	gsm -x
	text imsi "$R"
	gsm -J
	text iccid "$R"
}

rutos_gps() {
	have gpsctl || return 0
	num latitude "$(patiently gpsctl -i 2>/dev/null)"
	num longitude "$(patiently gpsctl -x 2>/dev/null)"
	num altitude "$(patiently gpsctl -a 2>/dev/null)"
	num speed "$(patiently gpsctl -v 2>/dev/null)"
	num satellites "$(patiently gpsctl -p 2>/dev/null)"
	text fix_status "$(patiently gpsctl -s 2>/dev/null)"
}

rutos_io() {
	for rutos_pin in $(ubus list 'ioman.gpio.*' 2>/dev/null); do
		rutos_name=${rutos_pin##*.}
		case $rutos_name in
			din1 | din2 | din3 | dout1 | dout2 | relay0 | iio) ;;
			*) continue ;;
		esac
		json_field "$(ubus_call "$rutos_pin" status)" value
		num "$rutos_name" "$R"
	done
}

# rutos_api_get <path>: the device's own API, read with a session that may do nothing else.
rutos_api_get() {
	case $1 in
		/ubus/* | /uci/* | /proc/* | /sys/*)
			openwrt_api_get "$1"
			return
			;;
	esac
	rutos_session || return
	wget -q -T 10 -O - --no-check-certificate --header "Authorization: Bearer $R" "http://127.0.0.1/api$1"
	rutos_exit=$?
	ubus call session destroy "{\"ubus_rpc_session\":\"$R\"}" >/dev/null 2>&1
	return "$rutos_exit"
}

# rutos_session: R, for one call.
rutos_session() {
	json_field "$(ubus_call session create '{"timeout":30}')" ubus_rpc_session
	case $R in '' | *[!0-9a-f]*) return 1 ;; esac
	ubus call session grant "{\"ubus_rpc_session\":\"$R\",\"scope\":\"access-group\",\"objects\":[[\"superadmin\",\"read\"]]}" >/dev/null 2>&1
}
