#!/bin/sh
. ./harness.sh
fake_proc
busybox_tools
FIXTURES=$AGENT/test/fixtures/openwrt
PATH=$AGENT/test/shims:$PATH
export FIXTURES PATH
BACKEND=openwrt
SERIAL=1108123456
MAC=00:1E:42:AA:BB:CC
default_interface() { R=wan; }
fake_interface br-lan 2 00:1e:42:aa:bb:cc yes 12345678901 98765432109
for name in lan1 wan; do fake_interface "$name" 2 00:1e:42:aa:bb:cc yes; done
rm "$RM_SYS/class/net/br-lan/speed"
echo down >"$RM_SYS/class/net/lan1/operstate"
mkdir -p "$RM_RUN" "$RM_ROOT/tmp" "$RM_ROOT/overlay"
echo '100 350' >"$RM_RUN/cpu"
echo 'cpu  200 0 100 1000 50 0 0 0 0 0' >"$RM_PROC/stat"
printf '%s\n' '4102444800 aa:bb:cc:00:00:01 192.168.1.7 phone *' '100 aa:bb:cc:00:00:02 192.168.1.8 gone *' >"$RM_ROOT/tmp/dhcp.leases"

of_backend model
check 'the model, with its quotes' 'Teltonika "RUT" / test board' "$R"
of_backend firmware
check 'the firmware' 'OpenWrt 23.05.3 r23809-234f1a2efa' "$R"

of_backend board
check 'the board, from ubus' 'vendor,board' "$R"
mkdir -p "$RM_ROOT/tmp/sysinfo"
echo 'vendor,other' >"$RM_ROOT/tmp/sysinfo/board_name"
of_backend board
check 'or from where the system says it' 'vendor,other' "$R"
BOOT=0123456789ab SERIAL=1 MAC=1 HOST=x
boards() {
	echo "$1" >"$RM_ROOT/tmp/sysinfo/board_name"
	hello_prepare
	hello_line
	printf '%s' "$R" | grep -o '"board":"[^"]*"'
}
check 'hello names it' '"board":"vendor,board_1.a-b"' "$(boards 'vendor,board_1.a-b')"
check 'unless it is none' '' "$(boards 'a "board" '; boards "$(printf '%0101d' 1)")"
rm -r "$RM_ROOT/tmp/sysinfo"

group dynamic
for pair in cpu_load=20.0 ram_total=256356352 ram_free=160870400 router_uptime=86412 wan_state=Mobile wan_ip=10.33.7.9 \
	mobile_ip=10.33.7.9 connection_uptime=1234 clients_count=1 port_rx_bytes.br-lan=12345678901 \
	port_tx_bytes.br-lan=98765432109 'port_state.br-lan=up full' 'port_state.wan=up 1000 full' port_state.lan1=down; do
	reported "${pair%%=*}"
	check "openwrt ${pair%%=*}" "${pair#*=}" "$R"
done

group wireless
for pair in radio_up.radio0=1 radio_up.radio1=0 ssid.phy0-ap0=guest channel.phy0-ap0=6 mode.phy0-ap0=Master \
	'encryption.phy0-ap0=WPA2 PSK (CCMP)' clients.phy0-ap0=2; do
	reported "${pair%%=*}"
	check "openwrt ${pair%%=*}" "${pair#*=}" "$R"
done

group gps
for pair in latitude=54.687157 longitude=25.279652 altitude=112.4 speed=0.3 course=null; do
	reported "${pair%%=*}"
	check "openwrt ${pair%%=*}" "${pair#*=}" "$R"
done

lines=$(json_flat <"$FIXTURES/uqmi.signal.json")
json_field "$lines" snr
check 'a fraction keeps its digits' 12.400000 "$R"
json_field "$(printf '{"a":{"b":[[1,2],{"c":"x=y \\"z\\""}]},"d":null,"e":true}' | json_flat)" a/b/1/c
check 'nested lists and escapes' 'x=y "z"' "$R"
check 'what is no JSON is nothing' '' "$(echo 'Command failed: Not found' | json_flat | grep found)"

# Missing services cost nothing and are not reported.
group l2tp
check 'no tunnel, no report' '' "$NAMES"
group ddns
check 'no dynamic name, no report' '' "$NAMES"

mkdir -p "$RM_ROOT/etc/config" "$RM_ROOT/var/run/ddns" "$RM_ROOT/var/log/ddns" "$RM_ROOT/var/run"
for name in network ddns chilli; do cp "$FIXTURES/uci.$name" "$RM_ROOT/etc/config/$name"; done
fake_interface l2tp-office 9 00:00:00:00:00:00 no 7000 8000
group l2tp
expected openwrt l2tp_status=4 l2tp_status.office=1 l2tp_role.office=client l2tp_local_ip.office=172.16.9.2 \
	l2tp_remote_ip.office=vpn.example.org l2tp_rx_bytes.office=7000 l2tp_tx_bytes.office=8000 l2tp_status.spare=3 \
	l2tp_enabled.spare=0 l2tp_status.lost=2 l2tp_enabled.lost=1 l2tp_local_ip.lost=null l2tp_rx_bytes.lost=null

# The device uses the clock of the machine: the name was updated 600 s ago.
echo 400 >"$RM_ROOT/var/run/ddns/home.update"
echo 203.0.113.5 >"$RM_ROOT/var/run/ddns/home.ip"
printf '%s\n' ' 101500 ERROR : old' ' 101600       : Update successful - IP 203.0.113.5 send' >"$RM_ROOT/var/log/ddns/home.log"
printf '%s\n' ' 101500 ERROR : Transfer "failed"' >"$RM_ROOT/var/log/ddns/spare.log"
group ddns
expected openwrt ddns_status.home=Updated ddns_host.home=gate.example.org ddns_ip.home=203.0.113.5 ddns_error.home=null \
	ddns_enabled.home=1 ddns_status.spare=Error 'ddns_error.spare=Transfer "failed"' ddns_host.spare=spare.example.org \
	ddns_last_update.spare=null ddns_status.off=Disabled ddns_enabled.off=0
reported ddns_last_update.home
check_between 'a name was updated when the device says' $(($(date +%s) - 660)) $(($(date +%s) - 600)) "$R"

: >"$RM_ROOT/var/run/chilli.hotspot1.sock"
group hotspot
expected openwrt hotspot_enabled.hotspot1=1 'hotspot_ssid.hotspot1=Café guests = free' hotspot_ip.hotspot1=192.168.182.1 \
	download_limit.hotspot1=2048 upload_limit.hotspot1=null hotspot_enabled.hotspot2=0 users_active=1 \
	user_mac.1=0E:5C:00:00:00:01 user_name.1=guest-7 user_ip.1=192.168.182.2 user_state.1=1 user_use_time.1=125 \
	user_download.1=1048576 user_upload.1=20480 user_mac.2=0E:5C:00:00:00:02 user_state.2=0 user_name.2=null \
	user_mac.4=null user_mac.5=absent
hotspot_names=$NAMES
check 'users that have left are empty places of the same list' "$hotspot_names" "$(
	rm "$RM_ROOT/var/run/chilli.hotspot1.sock"
	collect hotspot | sed -n 2p
)"
check 'secrets are in no report' '' "$(for name in l2tp ddns hotspot; do collect "$name"; done | grep 'do not report')"

# A modem read with uqmi.
MODEMS=$AGENT/test/fixtures/modems
export MODEMS
mkdir -p "$RM_ROOT/dev"
: >"$RM_ROOT/dev/cdc-wdm0"
have() {
	case $1 in mmcli | gsmctl) return 1 ;; esac
	command -v "$1" >/dev/null 2>&1
}
group dynamic
expected uqmi signal=-67 rsrp=-98 rsrq=-9 sinr=12.4 connection_type=4G 'operator=Telia LT' operator_number=24601 mcc=246 \
	mnc=1 band=3 arfcn=1350 lac=12060 cell_id=76957547 ecio=null
group static
expected uqmi imei=860000000000041 iccid=89370010000000000041 imsi=246010000000041 phone_number=null

# RutOS: two modems in its API, the second of which has no values.
BACKEND=rutos
FIXTURES=$AGENT/test/fixtures/rutos
group dynamic
expected rutos signal=-62 rsrp=-102 sinr=0 rscp=null ecio=null 'band=LTE B3' lac=4025 cell_id=76957227 arfcn=1350 mcc=246 \
	mnc=01 operator_number=24601 'network_state=Registered, home' 'connection_type=4G (LTE)' sim_slot=2 \
	sim_state=Inserted modem_id=3-1 modem_id_2=1-1 'sim_state_2=Not inserted' band_2=null lac_2=null cell_id_2=null \
	sim_slot_2=null temperature_2=null
for name in signal rsrp rsrq sinr rscp ecio; do expected 'rutos, unknown:' "${name}_2=null"; done
group static
expected rutos imei=860000000000017 iccid=89370020000000000017 imsi=246020000000001 sim_count=2 modem_model=EG06-E \
	imei_2=860000000000025 iccid_2=null modem_model_2=EC25

# By SIM: the count since the start, then the increase while another SIM is in use, then a counter that restarts.
fake_interface wwan0 7 00:00:00:00:00:00 no 5000 1000
group mobile
expected 'rutos, SIM 2:' sent=1000 received=5000 sim2_sent=1000 sim2_received=5000 sim1_sent=absent sent_2=absent
echo 1 >"$RM_RUN/slot.1"
fake_interface wwan0 7 00:00:00:00:00:00 no 5700 1100
group mobile
expected 'rutos, then SIM 1:' sim1_sent=100 sim1_received=700 sim2_sent=1000 sim2_received=5000
fake_interface wwan0 7 00:00:00:00:00:00 no 30 20
group mobile
expected 'rutos, restarted:' sent=20 sim1_sent=120 sim1_received=730 sim2_sent=1000
finish
