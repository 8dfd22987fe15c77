# shellcheck shell=sh
# RutOS: OpenWrt with manufacturing data (mnf_info), a modem tool (gsmctl) and a position tool (gpsctl). Options as in
# its documentation; not tested on a device.

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

# One modem in `/modems/status` of the API; the area of the cell is one parameter, LAC or TAC.
RUTOS_DYNAMIC='dbm signal rssi signal
dbm rsrp rsrp
level rsrq rsrq
level sinr sinr
dbm rscp rscp
level ecio ecio
degrees temperature temperature
text operator operator oper provider
network operator_number cell_info/0/mcc cell_info/0/mnc
text network_state netstate operator_state
text connection_type conntype ntype
text connection_state state data_conn_state
text band band
digits mcc cell_info/0/mcc
digits mnc cell_info/0/mnc
area lac tac lac cell_info/0/tac cell_info/0/lac
cell cell_id cellid cell_info/0/cellid
count arfcn cell_info/0/earfcn cell_info/0/nr-arfcn cell_info/0/uarfcn cell_info/0/arfcn
slot sim_slot active_sim
text sim_state simstate
text pin_state pinstate
text modem_id id'

RUTOS_STATIC='text modem_manufacturer manuf manufacturer
text modem_model model
text modem_firmware version
text imei imei
text imsi imsi
iccid iccid iccid
count sim_count sim_count'

# rutos_modems <table>: reports at most two modems of the API; 1 if it lists none.
rutos_modems() {
	modem_begin
	rutos_status=$(rutos_api_get /modems/status 2>/dev/null | json_flat)
	for rutos_n in $(printf '%s\n' "$rutos_status" | sed -n 's|^data/\([0-9]*\)/id=.*|\1|p' | sed -n 1,2p); do
		modem_put "$(printf '%s\n' "$rutos_status" | pick '=' "$1" "data/$rutos_n/")"
	done
	[ -n "$MODEM" ]
}

rutos_modem() {
	rutos_modems "$RUTOS_DYNAMIC" || rutos_gsmctl
}

# Older firmware has no such API: one modem, read with gsmctl.
rutos_gsmctl() {
	have gsmctl || return 0
	# Lines like `RSSI: -67`.
	put_picked '' "$(patiently gsmctl -q 2>/dev/null | tr -d '\r' | pick ': *' 'dbm signal RSSI
dbm rsrp RSRP
level rsrq RSRQ
level sinr SINR
dbm rscp RSCP
level ecio EC/IO')"
	for rutos_pair in operator:-o operator_number:-f network_state:-g connection_type:-t connection_state:-j band:-b \
		cell_id:-C sim_state:-z pin_state:-u; do
		gsm "${rutos_pair#*:}"
		text "${rutos_pair%%:*}" "$R"
	done
	modem_begin
	modem_put "$(ubus_call sim get | pick '=' 'slot sim_slot sim')"
}

rutos_modem_static() {
	rutos_modems "$RUTOS_STATIC" && return
	have gsmctl || return 0
	for rutos_pair in modem_manufacturer:-w modem_model:-m modem_firmware:-y imei:-i imsi:-x iccid:-J; do
		gsm "${rutos_pair#*:}"
		[ "${rutos_pair%%:*}" != iccid ] || normal_iccid "$R"
		text "${rutos_pair%%:*}" "$R"
	done
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

# rutos_session: R, a session for one call.
rutos_session() {
	json_field "$(ubus_call session create '{"timeout":30}')" ubus_rpc_session
	case $R in '' | *[!0-9a-f]*) return 1 ;; esac
	ubus call session grant "{\"ubus_rpc_session\":\"$R\",\"scope\":\"access-group\",\"objects\":[[\"superadmin\",\"read\"]]}" >/dev/null 2>&1
}
