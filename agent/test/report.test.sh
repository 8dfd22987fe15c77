#!/bin/sh
. ./harness.sh
fake_proc
busybox_tools
BACKEND=linux
SERIAL=L-0a1b2c3d4e5f
MAC=00:1E:42:AA:BB:CC
default_interface() { R=eth0; }
address_of() { R=192.0.2.9; }

# reported <name>: R, the value in the report.
reported() {
	R=$(printf '%s\n' "$REPORT_NAMES" | tr ',' '\n' | awk -v name="$1" '$0 == name { print NR }')
	[ -n "$R" ] || { R=absent && return; }
	R=$(printf '%s\n' "[$REPORT_VALUES]" | json_flat | sed -n "s/^$((R - 1))=//p")
}

cat >"$RM_PROC/stat" <<'EOF'
cpu  200 0 100 1000 50 0 0 0 0 0
cpu0 200 0 100 1000 50 0 0 0 0 0
EOF
printf 'MemTotal:       16384000 kB\nMemFree:         1000000 kB\nMemAvailable:    8192000 kB\n' >"$RM_PROC/meminfo"
echo 48500 >"$RM_SYS/class/thermal/thermal_zone0/temp"
fake_interface lo 1 00:00:00:00:00:00 no
fake_interface eth0 2 00:1e:42:aa:bb:cc yes 9007199254740991 4567890
fake_interface veth12ab 3 00:1e:42:aa:bb:cd no
mkdir -p "$RM_RUN"
echo '100 350' >"$RM_RUN/cpu"

collect dynamic >"$WORLD/out"
REPORT_NAMES=$(sed -n 2p "$WORLD/out")
REPORT_VALUES=$(sed -n '3s/^\[\(.*\)\]$/\1/p' "$WORLD/out")
check 'a report starts with the uptime' 1000 "$(sed -n 1p "$WORLD/out")"
for pair in cpu_load=20.0 ram_total=16777216000 ram_free=8388608000 router_uptime=1000 temperature=48.5 \
	wan_state=Wired wan_ip=192.0.2.9 port_rx_bytes.eth0=9007199254740991 port_tx_bytes.eth0=4567890 \
	'port_state.eth0=up 1000 full' port_rx_bytes.lo=absent port_rx_bytes.veth12ab=absent; do
	reported "${pair%%=*}"
	check "linux ${pair%%=*}" "${pair#*=}" "$R"
done
reported flash_total
case $R in *e+* | '') R=bad ;; esac
check_between 'a big size is a plain integer' 1000000 99999999999999 "$R"

collect static >"$WORLD/out"
REPORT_NAMES=$(sed -n 2p "$WORLD/out")
REPORT_VALUES=$(sed -n '3s/^\[\(.*\)\]$/\1/p' "$WORLD/out")
for pair in serial=L-0a1b2c3d4e5f name=gate-7 kernel=6.1.0-test; do
	reported "${pair%%=*}"
	check "static ${pair%%=*}" "${pair#*=}" "$R"
done

check 'a group the device has nothing of is no report' '' "$(collect gps)"

# Two modems of ModemManager in the order of their ports, though the second was found first; the second has no SIM.
MODEMS=$AGENT/test/fixtures/modems
PATH=$AGENT/test/shims:$PATH
export MODEMS PATH
REPORT_NAMES='' REPORT_VALUES=''
linux_modem
for pair in signal=-67 rsrp=-98 rsrq=-9.00 sinr=12.40 rscp=null operator_number=24601 connection_type=4G mcc=246 mnc=01 \
	lac=12060 cell_id=76957547 sim_slot=2 sim_state=inserted pin_state=OK modem_id=1-2 modem_id_2=1-3 signal_2=null \
	'sim_state_2=not inserted' operator_2=null sim_slot_2=null; do
	reported "${pair%%=*}"
	check "modem ${pair%%=*}" "${pair#*=}" "$R"
done
check 'the SIM in use is kept for the counters' 2 "$(cat "$RM_RUN/slot.1")"
REPORT_NAMES='' REPORT_VALUES=''
linux_modem_static
for pair in imei=860000000000033 iccid=89370010000000000001 imsi=246010000000001 sim_count=2 phone_number=37060000001 \
	modem_model_2=MC7455 imei_2=null; do
	reported "${pair%%=*}"
	check "modem ${pair%%=*}" "${pair#*=}" "$R"
done

# A tunnel with an interface of its own, and a name updated by ddclient.
fake_interface l2tpeth0 11 00:1e:42:aa:bb:ce no 70 80
mkdir -p "$RM_ROOT/var/cache/ddclient"
echo 'atime=0,host=gate.example.org,ip=192.0.2.9,mtime=1700000000,status=good,wtime=30 gate.example.org' >"$RM_ROOT/var/cache/ddclient/ddclient.cache"
REPORT_NAMES='' REPORT_VALUES=''
linux_l2tp
linux_ddns
for pair in l2tp_status=1 l2tp_status.l2tpeth0=1 l2tp_rx_bytes.l2tpeth0=70 ddns_status.gate_example_org=Updated \
	ddns_last_update.gate_example_org=1700000000 ddns_ip.gate_example_org=192.0.2.9; do
	reported "${pair%%=*}"
	check "linux ${pair%%=*}" "${pair#*=}" "$R"
done
rm -r "$RM_SYS/class/net/l2tpeth0"

REPORT_NAMES='' REPORT_VALUES=''
num a 12abc
num b -71
text c ''
text d 'up 1000'
check 'values' '[null,-71,null,"up 1000"]' "[$REPORT_VALUES]"
finish
