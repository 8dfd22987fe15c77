# shellcheck shell=sh
# At most two modems through ModemManager (mmcli -K) or uqmi, whichever is installed.

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

MM_DYNAMIC='dbm signal modem.signal.lte.rssi modem.signal.umts.rssi modem.signal.gsm.rssi modem.signal.5g.rssi
dbm rsrp modem.signal.lte.rsrp modem.signal.5g.rsrp
level rsrq modem.signal.lte.rsrq modem.signal.5g.rsrq
level sinr modem.signal.lte.snr modem.signal.5g.snr
dbm rscp modem.signal.umts.rscp
level ecio modem.signal.umts.ecio
text operator modem.3gpp.operator-name
text operator_number modem.3gpp.operator-code
text network_state modem.3gpp.registration-state
technology connection_type modem.generic.access-technologies.value[1] modem.generic.access-technologies.value[2]
text connection_state modem.generic.state
digits mcc modem.location.3gpp.mcc
digits mnc modem.location.3gpp.mnc
hexarea lac modem.location.3gpp.tac modem.location.3gpp.lac
hexcell cell_id modem.location.3gpp.cid
slot sim_slot modem.generic.primary-sim-slot
sim sim_state modem.generic.sim modem.generic.state-failed-reason
pin pin_state modem.generic.unlock-required
last modem_id modem.generic.device'

MM_STATIC='text modem_manufacturer modem.generic.manufacturer
text modem_model modem.generic.model
text modem_firmware modem.generic.revision
text imei modem.3gpp.imei
iccid iccid sim.properties.iccid
text imsi sim.properties.imsi
text phone_number modem.generic.own-numbers.value[1]
count sim_count modem.generic.sim-slots.length'

# The area of the cell is one parameter: LAC, or TAC in 4G and 5G.
UQMI_DYNAMIC='dbm signal rssi
dbm rsrp rsrp
level rsrq rsrq
level sinr snr
level ecio ecio
technology connection_type type
text operator plmn_description
network operator_number plmn_mcc plmn_mnc
text network_state registration
digits mcc plmn_mcc
digits mnc plmn_mnc
text band intrafrequency_lte_info/band
count arfcn intrafrequency_lte_info/channel umts_info/channel
area lac intrafrequency_lte_info/tracking_area_code umts_info/location_area_code
station cell_id intrafrequency_lte_info/enodeb_id intrafrequency_lte_info/cell_id'

# normal_iccid <text>: R without its padding.
normal_iccid() {
	R=$(printf 'iccid=%s\n' "$1" | pick '=' 'iccid iccid iccid')
	R=${R#iccid iccid }
}

# modem_begin; modem_put <lines of pick>: called for the first modem, then for the second.
modem_begin() {
	MODEM=
	MODEM_N=1
}

modem_put() {
	[ -n "$1" ] || return 0
	put_picked "$MODEM" "$1"
	# Counters by SIM depend on the SIM in use.
	case $1 in
		*'slot sim_slot '[12]*)
			modem_slot=${1#*'slot sim_slot '}
			modem_slot=${modem_slot%%"$NL"*}
			first_line "$RM_RUN/slot.$MODEM_N"
			[ "$R" = "$modem_slot" ] || put "$RM_RUN/slot.$MODEM_N" "$modem_slot"
			;;
	esac
	MODEM=_2
	MODEM_N=2
}

# mm_modems: R, the numbers of at most two modems, in the order of their ports, because a modem that restarts gets
# another number; MM_n has the data of modem n.
mm_modems() {
	mm_found=
	for mm_n in $(patiently mmcli -L 2>/dev/null | sed -n 's|.*/Modem/\([0-9][0-9]*\).*|\1|p'); do
		mm_info=$(patiently mmcli -m "$mm_n" -K 2>/dev/null) || continue
		eval "MM_$mm_n=\$mm_info"
		mm_port=${mm_info##*modem.generic.device }
		mm_found="$mm_found${mm_port%%"$NL"*} $mm_n$NL"
	done
	case $mm_found in
		*"$NL"*"$NL"*) R=$(printf '%s' "$mm_found" | sort | sed -n 's/.* //; 1,2p') ;;
		*) R=${mm_found##* } R=${R%"$NL"} ;;
	esac
}

linux_modem() {
	modem_begin
	if have mmcli; then
		mm_modems
		for mm_n in $R; do
			eval "mm_info=\$MM_$mm_n"
			modem_put "$({
				printf '%s\n' "$mm_info"
				patiently mmcli -m "$mm_n" --signal-get -K
				patiently mmcli -m "$mm_n" --location-get -K
			} 2>/dev/null | pick ' *: ' "$MM_DYNAMIC")"
		done
		[ -z "$mm_found" ] || return 0
	fi
	! have uqmi || uqmi_dynamic
}

linux_modem_static() {
	modem_begin
	if have mmcli; then
		mm_modems
		for mm_n in $R; do
			eval "mm_info=\$MM_$mm_n"
			mm_sim=${mm_info##*modem.generic.sim }
			mm_sim=${mm_sim%%"$NL"*}
			modem_put "$({
				printf '%s\n' "$mm_info"
				case $mm_sim in */SIM/*) patiently mmcli -i "${mm_sim##*/}" -K ;; esac
			} 2>/dev/null | pick ' *: ' "$MM_STATIC")"
		done
		[ -z "$mm_found" ] || return 0
	fi
	! have uqmi || uqmi_static
}

linux_imei() {
	R=
	have mmcli || return 1
	mm_modems
	for mm_n in $R; do
		eval "mm_info=\$MM_$mm_n"
		R=$(printf '%s\n' "$mm_info" | pick ' *: ' 'text imei modem.3gpp.imei')
		R=${R#text imei }
		[ -n "$R" ]
		return
	done
}

# uqmi_modems: R, the devices of at most two modems.
uqmi_modems() {
	R=
	for uqmi_device in "$RM_ROOT"/dev/cdc-wdm*; do
		[ -e "$uqmi_device" ] || return 0
		R="$R $uqmi_device"
		case $R in ' '*' '*) return ;; esac
	done
}

uqmi_ask() {
	patiently uqmi -s -t 5000 -d "$uqmi_device" "$1" 2>/dev/null
}

# The values of the signal. With 4G and 5G at once they are a list: the type is that of 5G, the values are those of 4G,
# which carries the connection.
uqmi_signal() {
	uqmi_ask --get-signal-info | json_flat | awk '
	!/^[0-9]+\// { print; next }
	{
		n = $0 + 0
		sub(/^[0-9]+\//, "")
		lines[n] = lines[n] $0 "\n"
		if (tolower($0) ~ /^type=.*(5g|nr)/) five = $0
		if ($0 ~ /^type=.*lte/) main = n
	}
	END {
		if (five != "") print five
		printf "%s", lines[main + 0]
	}'
}

uqmi_dynamic() {
	uqmi_modems
	for uqmi_device in $R; do
		modem_put "$({
			uqmi_signal
			uqmi_ask --get-serving-system | json_flat
			uqmi_ask --get-cell-location-info | json_flat
		} | pick '=' "$UQMI_DYNAMIC")"
	done
}

# Each command prints a single text.
uqmi_static() {
	uqmi_modems
	for uqmi_device in $R; do
		modem_put "$(for uqmi_what in imei iccid imsi msisdn; do
			printf '%s=%s\n' "$uqmi_what" "$(uqmi_ask "--get-$uqmi_what" | sed -n 's/^ *"\([0-9A-Fa-f+]*\)" *$/\1/p')"
		done | pick '=' 'text imei imei
iccid iccid iccid
text imsi imsi
text phone_number msisdn')"
	done
}

# mobile_interfaces: R, the network interfaces of at most two modems, in the order of their ports. A name with a dot, or
# a second one for the same port, is another connection of the same modem.
mobile_interfaces() {
	R=
	for mobile_kind in wwan qmimux rmnet; do
		mobile_found=
		for mobile_path in "$RM_SYS/class/net/$mobile_kind"*; do
			[ -e "$mobile_path/statistics" ] || continue
			mobile_name=${mobile_path##*/}
			case $mobile_name in *.*) continue ;; esac
			mobile_port=
			[ "$mobile_kind" != wwan ] || mobile_port=$(readlink -f "$mobile_path/device")
			mobile_port=${mobile_port%/*}
			case $NL$mobile_found in *"$NL$mobile_port "*) continue ;; esac
			mobile_found="$mobile_found$mobile_port $mobile_name$NL"
		done
		case $mobile_found in
			'') continue ;;
			*"$NL"*"$NL"*) R=$(printf '%s' "$mobile_found" | sort | sed -n 's/.* //; 1,2p') ;;
			*) R=${mobile_found##* } R=${R%"$NL"} ;;
		esac
		return
	done
}

# Bytes since the start of the device by modem, and by SIM if the SIM in use is known.
linux_mobile() {
	mobile_interfaces
	mobile_n=1
	mobile_end=
	for mobile_name in $R; do
		first_line "$RM_SYS/class/net/$mobile_name/statistics/tx_bytes"
		mobile_sent=$R
		num "sent$mobile_end" "$R"
		first_line "$RM_SYS/class/net/$mobile_name/statistics/rx_bytes"
		num "received$mobile_end" "$R"
		mobile_sims "$mobile_sent" "$R"
		mobile_n=2
		mobile_end=_2
	done
}

# mobile_sims <sent> <received>: adds the increase since the last call to the SIM in use. Stored in memory: the last
# counters of the modem, then sent and received by SIM, with a dash for a SIM not used yet.
mobile_sims() {
	is_natural "$1" && is_natural "$2" || return 0
	first_line "$RM_RUN/slot.$mobile_n" || return 0
	mobile_slot=$R
	first_line "$RM_RUN/sims.$mobile_n"
	mobile_sums=$(echo "$mobile_slot $1 $2 ${R:-0 0 - - - -}" | awk '{
		for (i = 0; i < 2; i++) {
			now = $(2 + i)
			added = now >= $(4 + i) ? now - $(4 + i) : now
			at = 6 + ($1 - 1) * 2 + i
			$at = sprintf("%.0f", ($at == "-" ? 0 : $at) + added)
		}
		print $2, $3, $6, $7, $8, $9
	}')
	put "$RM_RUN/sims.$mobile_n" "$mobile_sums"
	read -r _ _ mobile_1_sent mobile_1_received mobile_2_sent mobile_2_received <<EOL
$mobile_sums
EOL
	if [ "$mobile_1_sent" != - ]; then
		num "sim1_sent$mobile_end" "$mobile_1_sent"
		num "sim1_received$mobile_end" "$mobile_1_received"
	fi
	if [ "$mobile_2_sent" != - ]; then
		num "sim2_sent$mobile_end" "$mobile_2_sent"
		num "sim2_received$mobile_end" "$mobile_2_received"
	fi
}
