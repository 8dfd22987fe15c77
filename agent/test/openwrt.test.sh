#!/bin/sh
. ./harness.sh
fake_proc
FIXTURES=$AGENT/test/fixtures/openwrt
PATH=$AGENT/test/shims:$PATH
export FIXTURES PATH
BACKEND=openwrt
SERIAL=1108123456
MAC=00:1E:42:AA:BB:CC
default_interface() { R=wan; }
for name in br-lan lan1 wan; do fake_interface "$name" 2 00:1e:42:aa:bb:cc yes; done
mkdir -p "$RM_RUN" "$RM_ROOT/tmp" "$RM_ROOT/overlay"
echo '100 350' >"$RM_RUN/cpu"
echo 'cpu  200 0 100 1000 50 0 0 0 0 0' >"$RM_PROC/stat"
printf '%s\n' '4102444800 aa:bb:cc:00:00:01 192.168.1.7 phone *' '100 aa:bb:cc:00:00:02 192.168.1.8 gone *' >"$RM_ROOT/tmp/dhcp.leases"

# group <name>: collects it; reported <name>: R, the value in it.
group() {
	collect "$1" >"$WORLD/out"
	NAMES=$(sed -n 2p "$WORLD/out")
	VALUES=$(sed -n 3p "$WORLD/out" | json_flat)
}
reported() {
	R=$(printf '%s\n' "$NAMES" | tr ',' '\n' | awk -v name="$1" '$0 == name { print NR }')
	[ -n "$R" ] || { R=absent && return; }
	R=$(printf '%s\n' "$VALUES" | sed -n "s/^$((R - 1))=//p")
}

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
	port_tx_bytes.br-lan=98765432109 port_state.br-lan=up 'port_state.wan=up 1000 full' port_state.lan1=down; do
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
finish
