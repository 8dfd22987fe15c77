# shellcheck shell=sh
# A modem through ModemManager (mmcli -K) or uqmi, whichever is installed.

# mm_field <lines of mmcli -K> <name>: R, empty for the dashes of a missing value.
mm_field() {
	R=$(printf '%s\n' "$1" | sed -n "s/^$2 *: *//p" | sed -n 1p)
	[ "$R" != -- ] || R=
}

# technology <text>: R like LTE → 4G.
technology() {
	case $1 in
		*5gnr* | *nr5g* | *5G*) R=5G ;;
		*lte* | *LTE* | *4G*) R=4G ;;
		*umts* | *hsdpa* | *hsupa* | *hspa* | *wcdma* | *WCDMA* | *3G*) R=3G ;;
		*gsm* | *gprs* | *edge* | *GSM* | *EDGE* | *2G*) R=2G ;;
		*) R= ;;
	esac
}

linux_modem() {
	if linux_has_modem; then
		mm_dynamic
	elif have uqmi; then
		uqmi_dynamic
	fi
}

mm_dynamic() {
	mm_modem=$(patiently mmcli -m any -K 2>/dev/null) || return 0
	mm_signal=$(patiently mmcli -m any --signal-get -K 2>/dev/null)
	mm_access=lte
	case $mm_modem in *'modem.generic.access-technologies.value[1] : 5gnr'* | *': 5gnr'*) mm_access=5g ;; *lte*) ;; *) mm_access=umts ;; esac
	mm_field "$mm_signal" "modem.signal.$mm_access.rssi"
	num signal "${R%.*}"
	mm_field "$mm_signal" "modem.signal.$mm_access.rsrp"
	num rsrp "${R%.*}"
	mm_field "$mm_signal" "modem.signal.$mm_access.rsrq"
	num rsrq "$R"
	mm_field "$mm_signal" "modem.signal.$mm_access.snr"
	num sinr "$R"
	mm_field "$mm_modem" modem.3gpp.operator-name
	text operator "$R"
	mm_field "$mm_modem" modem.3gpp.operator-code
	text operator_number "$R"
	mm_field "$mm_modem" modem.3gpp.registration-state
	text network_state "$R"
	mm_field "$mm_modem" 'modem.generic.access-technologies.value\[1\]'
	technology "$R"
	text connection_type "$R"
	mm_field "$mm_modem" modem.generic.state
	text connection_state "$R"
	mm_field "$mm_modem" modem.generic.primary-sim-slot
	num sim_slot "$R"
}

linux_modem_static() {
	linux_has_modem || return 0
	mm_modem=$(patiently mmcli -m any -K 2>/dev/null) || return 0
	mm_field "$mm_modem" modem.generic.manufacturer
	text modem_manufacturer "$R"
	mm_field "$mm_modem" modem.generic.model
	text modem_model "$R"
	mm_field "$mm_modem" modem.generic.revision
	text modem_firmware "$R"
	mm_field "$mm_modem" modem.3gpp.imei
	text imei "$R"
}

linux_imei() {
	R=
	linux_has_modem || return 1
	mm_field "$(patiently mmcli -m any -K 2>/dev/null)" modem.3gpp.imei
}

uqmi_dynamic() {
	for uqmi_device in /dev/cdc-wdm*; do
		[ -e "$uqmi_device" ] || return 0
		uqmi_signal=$(patiently uqmi -s -t 5000 -d "$uqmi_device" --get-signal-info 2>/dev/null | json_flat)
		uqmi_serving=$(patiently uqmi -s -t 5000 -d "$uqmi_device" --get-serving-system 2>/dev/null | json_flat)
		json_field "$uqmi_signal" rssi
		num signal "$R"
		json_field "$uqmi_signal" rsrp
		num rsrp "$R"
		json_field "$uqmi_signal" rsrq
		num rsrq "$R"
		json_field "$uqmi_signal" snr
		num sinr "$R"
		json_field "$uqmi_signal" type
		technology "$R"
		text connection_type "$R"
		json_field "$uqmi_serving" plmn_description
		text operator "$R"
		json_field "$uqmi_serving" plmn_mcc
		uqmi_code=$R
		json_field "$uqmi_serving" plmn_mnc
		text operator_number "$uqmi_code$R"
		json_field "$uqmi_serving" registration
		text network_state "$R"
		return
	done
}
