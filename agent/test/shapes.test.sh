#!/bin/sh
# The shapes in which tools answer on other people's devices.
. ./harness.sh
fake_proc
busybox_tools
PATH=$AGENT/test/shims:$PATH
FIXTURES=$WORLD/answers
MODEMS=$WORLD/modems
export FIXTURES MODEMS PATH
BACKEND=openwrt
SERIAL=1108123456
MAC=00:1E:42:AA:BB:CC
default_interface() { R=wan; }
have() { [ "$1" = uqmi ] || command -v "$1" >/dev/null 2>&1; }
mkdir -p "$FIXTURES" "$MODEMS" "$RM_RUN" "$RM_ROOT/tmp" "$RM_ROOT/overlay" "$RM_ROOT/dev"
echo '100 350' >"$RM_RUN/cpu"
echo 'cpu  200 0 100 1000 50 0 0 0 0 0' >"$RM_PROC/stat"

# Texts of JSON.
unquoted() { printf '%s' "$1" | json_flat; }
check 'a backslash that is escaped starts no escape' 'a=Lab\north "2" café' "$(unquoted '{"a":"Lab\\north \"2\" caf\u00e9"}')"
check 'two surrogates are one character, one alone is none' 'a=😀 ? ?x' "$(unquoted '{"a":"\ud83d\ude00 \ud83d \ude00x"}')"
check 'controls are spaces, also NUL' 'a=a b c d/' "$(unquoted '{"a":"a\nb\u0000c\td\/"}')"
check 'a broken escape loses nothing else' 'a=?12 x
b=1' "$(unquoted '{"a":"\u12 x","b":1}')"
check 'empty lists and objects have no values' 'c=1' "$(unquoted '{"a":[],"b":{},"c":1}')"
long=$(awk 'BEGIN { q = "\""; for (i = 0; i < 3000; i++) printf "%s%sname %d%s:[%d,%sx{[\\%sy%s]", i ? "," : "", q, i, q, i * 1003, q, q, q }')
check 'a long line is read as a short one' "$(awk 'BEGIN { for (i = 0; i < 3000; i++) printf "name %d/0=%.0f\nname %d/1=x{[\"y\n", i, i * 1003, i }')" \
	"$(unquoted "{$long}")"
check 'after a line that is no JSON the next object is read' 'a=1
b=2' "$(printf '%s\n' '{"a":1,%' 'Failed' '{"b":2}' | json_flat)"
check 'so is a text longer than a piece' "a=$(printf '%05000d' 7)" "$(unquoted "{\"a\":\"$(printf '%05000d' 7)\"}")"

# Routes.
dump() {
	printf '%s' "{\"interface\":[$1]}" >"$FIXTURES/network.interface.dump.json"
	group dynamic
}
lan='{"interface":"lan","up":true,"l3_device":"br-lan","proto":"static","metric":0,"ipv4-address":[{"address":"192.168.1.1","mask":24}],"route":[]}'
first='{"target":"203.0.113.1","mask":32},{"target":"0.0.0.0","mask":0}'
half='{"target":"0.0.0.0","mask":1},{"target":"128.0.0.0","mask":1}'
# network <name> <device> <protocol> <metric> <address> <routes>
network() {
	echo "{\"interface\":\"$1\",\"up\":true,\"uptime\":500,\"l3_device\":\"$2\",\"proto\":\"$3\",\"metric\":$4,\"ipv4-address\":[{\"address\":\"$5\",\"mask\":24}],\"route\":[$6]}"
}
dump "$lan,$(network wan eth1 dhcp 0 203.0.113.5 "$first")"
expected 'a default route behind another:' wan_state=Wired wan_ip=203.0.113.5 mobile_ip=absent
dump "$lan,$(network wan pppoe-wan pppoe 0 203.0.113.6 "$first")"
expected 'PPPoE:' wan_state=Wired wan_ip=203.0.113.6 mobile_ip=absent
dump "$(network vpn tun0 none 0 10.8.0.2 "$half"),$(network wan eth1 dhcp 5 203.0.113.7 "$first")"
expected 'half of the addresses is no default route:' wan_ip=203.0.113.7
dump "$(network wwan wwan0 qmi 20 10.0.0.9 "$first"),$(network wan eth1 dhcp 10 203.0.113.8 "$first")"
expected 'the lowest metric:' wan_state=Wired wan_ip=203.0.113.8
dump "$(network wwan wwan0 qmi 20 10.0.0.9 "$first")"
expected 'mobile:' wan_state=Mobile wan_ip=10.0.0.9 mobile_ip=10.0.0.9 connection_uptime=500
dump "$lan"
expected 'no default route:' wan_state=null wan_ip=null
mkdir -p "$RM_PROC/net"
wan_kind ppp0
check 'PPP of a modem is mobile' Mobile "$R"
printf '%s\n' 'Id       Address              Device' '00000001 02:00:00:00:00:01 eth0' >"$RM_PROC/net/pppoe"
wan_kind ppp0
check 'with a session of PPPoE it is not' Wired "$R"

# Leases.
printf '%s\n' '4102444800 02:00:00:00:00:01 192.168.1.7 phone *' '0 02:00:00:00:00:01 192.168.1.9 phone *' \
	'0 02:00:00:00:00:02 192.168.1.8 * 01:02' 'duid 00:01:00:01:2b:00:00:01:02:00:00:00:00:01' \
	'4102444800 1276000001 fd00:1::cc phone 00:04:aa' '4102444800 1276000002 fd00:1::cd laptop 00:04:ab' >"$RM_ROOT/tmp/dhcp.leases"
of_backend clients
check 'each client counts once, those of IPv6 are not counted again' 2 "$R"

# Networks of a radio.
printf '%s' '{"radio0":{"up":true,"interfaces":[{"section":"uplink","config":{"mode":"sta"}},{"section":"lan","ifname":"phy0-ap0"},{"section":"off"},{"section":"guest","ifname":"phy0-ap1"}]}}' >"$FIXTURES/network.wireless.status.json"
printf '%s' '{"ssid":"yard","channel":6,"mode":"Master"}' >"$FIXTURES/iwinfo.info.json"
printf '%s' '{"results":[]}' >"$FIXTURES/iwinfo.assoclist.json"
group wireless
expected 'networks without a name end no list:' radio_up.radio0=1 ssid.phy0-ap0=yard ssid.phy0-ap1=yard clients.phy0-ap1=0

# Ports.
fake_interface lan1 2 00:1e:42:aa:bb:cc yes
for speed in 4294967295 65535 -1 ''; do
	echo "$speed" >"$RM_SYS/class/net/lan1/speed"
	port_state lan1
	check "a speed of '$speed' is unknown" 'up full' "$R"
done
echo 2500 >"$RM_SYS/class/net/lan1/speed"
port_state lan1
check 'others are known' 'up 2500 full' "$R"

# Storage. disk <output>: what `df` prints.
disk() {
	df_says=$1
	df() { [ -n "$df_says" ] && printf '%b\n' "$df_says"; }
	REPORT_NAMES=
	REPORT_VALUES=
	flash_values /overlay
	R=$REPORT_VALUES
}
disk ''
check 'storage that df does not know is unknown' null,null "$R"
disk 'Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/ubi0_1 1000 400 600 40% /overlay'
check 'storage is what df says' 1024000,614400 "$R"
disk 'Filesystem 1K-blocks Used Available Use% Mounted on\noverlayfs:/a/very/long/name\n 1000 400 600 40% /overlay'
check 'also below a long name' 1024000,614400 "$R"
unset -f df

# Modems.
: >"$RM_ROOT/dev/cdc-wdm0"
echo '{"registration":"registered"}' >"$MODEMS/uqmi--get-serving-system.json"
# signal <answer>
signal() {
	printf '%s' "$1" >"$MODEMS/uqmi--get-signal-info.json"
	modem_values=$(uqmi_signal | pick '=' "$UQMI_DYNAMIC" | sed -n 's/^[a-z]* \(signal\|rsrp\|connection_type\) //p' | tr '\n' ' ')
}
signal '[{"type":"lte","rssi":-67,"rsrp":-98},{"type":"5gnr","rsrp":-101}]'
check '4G and 5G at once' '-67 -98 5gnr ' "$modem_values"
signal '[{"type":"5gnr","rsrp":-101},{"type":"lte","rssi":-67,"rsrp":-98}]'
check 'in any order' '-67 -98 5gnr ' "$modem_values"
signal '{"type":"lte","rssi":-70,"rsrp":-99}'
check '4G alone' '-70 -99 lte ' "$modem_values"
for iccid in '"8937001000000000004F"' '"8937001000000000004f"' '"8937001000000000004"' '"8937001000000000004FF"'; do
	normal_iccid "$iccid"
	check "the ICCID $iccid" 8937001000000000004 "$R"
	echo "$iccid" >"$MODEMS/uqmi--get-iccid.json"
	group static
	expected "from uqmi, $iccid:" iccid=8937001000000000004
done
check 'from ModemManager' 'iccid iccid 898600B5000000000004' "$(echo 'sim.properties.iccid : 898600B5000000000004' | pick ' *: ' 'iccid iccid sim.properties.iccid')"

# Serials of PCs.
for serial in Standard EMPTY Undefined SerialNumber 'Serial Number' 00020003000400050006000700080009 'To be filled' 0000000000 NULL; do
	is_real_serial "$serial" && R=real || R=none
	check "the serial $serial is none" none "$R"
done
for serial in 5CD1234XYZ PF2ABCDE 1108123456 UNIT-4711; do
	is_real_serial "$serial" && R=real || R=none
	check "the serial $serial is one" real "$R"
done
finish
