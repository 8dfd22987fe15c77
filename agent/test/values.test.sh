#!/bin/sh
# Values of a report as a whole: of which interface, of which modem, by which names, and of how many ports. The shapes of
# single answers are in shapes.test.sh.
. ./harness.sh
fake_proc
busybox_tools
BACKEND=openwrt
SERIAL=1108123456
MAC=00:1E:42:AA:BB:CC
mkdir -p "$RM_RUN" "$RM_ROOT/tmp" "$RM_ROOT/overlay" "$RM_ROOT/dev" "$WORLD/answers"
echo '100 350' >"$RM_RUN/cpu"
echo 'cpu  200 0 100 1000 50 0 0 0 0 0' >"$RM_PROC/stat"
# Tools print files of $WORLD/answers; `iwinfo` has one for each interface.
ubus() { cat "$WORLD/answers/$4.$5$(printf '%s' "${6:-}" | tr -cd 'a-z0-9-' | sed 's/^device/./')" 2>/dev/null; }
uqmi() {
	for last; do :; done
	cat "$WORLD/answers/uqmi$last" 2>/dev/null || echo '"Failed to connect to service"'
}
ip() { [ "$*" != '-4 route show default' ] || printf '%s\n' "$ROUTE"; }
# The tools are functions.
patiently() { "$@"; }
ROUTE=
TOOLS=ubus
have() {
	case $1 in mmcli | gsmctl | uqmi | iw | chilli_query | ndsctl) case " $TOOLS " in *" $1 "*) ;; *) return 1 ;; esac ;; esac
	command -v "$1" >/dev/null 2>&1
}

# group <name>: collects the group; expected <title> <name=value …>: checks values in its last report.
group() {
	collect "$1" >"$WORLD/out"
	NAMES=$(tail -n 2 "$WORLD/out" | sed -n 1p)
	VALUES=$(tail -n 1 "$WORLD/out" | json_flat)
}
expected() {
	expected_title=$1
	shift
	for pair; do
		R=$(printf '%s\n' "$NAMES" | tr ',' '\n' | awk -v name="${pair%%=*}" '$0 == name { print NR }')
		if [ -n "$R" ]; then R=$(printf '%s\n' "$VALUES" | sed -n "s/^$((R - 1))=//p"); else R=absent; fi
		check "$expected_title: ${pair%%=*}" "${pair#*=}" "$R"
	done
}

# Radios and networks.
cat >"$WORLD/answers/network.wireless.status" <<'EOS'
{ "radio0": { "up": true, "interfaces": [
	{ "section": "uplink", "config": { "mode": "sta" } },
	{ "section": "ap", "ifname": "phy0-ap0", "config": { "mode": "ap" } } ] },
	"radio1": { "up": true, "interfaces": [ { "section": "off" }, { "section": "off2" }, { "ifname": "phy1-ap0" } ] } }
EOS
printf '%s' '{"ssid":"A\\b \"c\" caf\u00e9 \ud83d\ude00\t\u0085\/","channel":6,"mode":"Master","encryption":{"description":"none"}}' >"$WORLD/answers/iwinfo.info.phy0-ap0"
printf '%s' '{"results":[{"mac":"02:00:00:00:00:01"},{"mac":"02:00:00:00:00:02","name":"\"mac\":"}]}' >"$WORLD/answers/iwinfo.assoclist.phy0-ap0"
printf '%s' '{"ssid":"yard"}' >"$WORLD/answers/iwinfo.info.phy1-ap0"
group wireless
expected 'networks that do not run end no list' radio_up.radio0=1 radio_up.radio1=1 clients.phy0-ap0=2 ssid.phy1-ap0=yard \
	channel.phy1-ap0=null clients.phy1-ap0=0 encryption.phy0-ap0=none
expected 'escapes of JSON' 'ssid.phy0-ap0=A\b "c" café 😀  /'

# Leases.
leases() { printf '%s\n' "$@" >"$RM_ROOT/tmp/dhcp.leases"; }
leases 'duid 00:01:00:01' '4102444800 1 2001:db8::cc phone 00:04:aa'
linux_clients
check 'a client with IPv6 alone is not one of IPv4' 0 "$R"

# dump <interface …>: the answer of netifd.
dump() {
	printf '%s' "$*" | sed 's/} {/},{/g; s/^/{"interface":[/; s/$/]}/' >"$WORLD/answers/network.interface.dump"
	REPORT_NAMES='' REPORT_VALUES=''
	openwrt_wan
	NAMES=$REPORT_NAMES
	VALUES=$(printf '[%s]' "$REPORT_VALUES" | json_flat)
}
# net <name> <protocol> <device> <metric> <routes>
net() {
	printf '{"interface":"%s","up":true,"uptime":500,"l3_device":"%s","proto":"%s","metric":%s,"ipv4-address":[{"address":"192.0.2.%s","mask":24}],"route":[%s]}' \
		"$1" "$3" "$2" "$4" "$((${#1} + 1))" "$5"
}
all='{"target":"0.0.0.0","mask":0,"nexthop":"192.0.2.1"}'
host='{"target":"198.51.100.0","mask":24,"nexthop":"192.0.2.9"}'
half='{"target":"0.0.0.0","mask":1,"nexthop":"192.0.2.9"}'
dump "$(net lan static br-lan 0 '')" "$(net wan dhcp eth1 0 "$host,$all")"
expected 'the default route after others' wan_state=Wired wan_ip=192.0.2.4 mobile_ip=absent
dump "$(net vpn static eth1 0 "$half")" "$(net wan dhcp eth1 9 "$host,$host,$all")"
expected 'half of the addresses is no default route' wan_ip=192.0.2.4
dump "$(net vpn static eth1 0 "$half")"
expected 'nor if there is no other' wan_state=null wan_ip=null
dump '{"up":true}' "$(net wan dhcp eth1 0 "$all")"
expected 'an interface without a name' wan_ip=192.0.2.4
dump "$(net first dhcp eth1 0 '{"target":"0.0.0.0","mask":0,"metric":50}')" "$(net wan dhcp eth1 10 "$all")"
expected 'a route with a metric of its own' wan_ip=192.0.2.4
dump "$(net table dhcp eth1 0 '{"target":"0.0.0.0","mask":0,"table":"7"}')" "$(net wan dhcp eth1 10 "$all")"
expected 'a route of another table' wan_ip=192.0.2.4
dump '{"up":true,"l3_device":"eth1","proto":"dhcpv6","route":[{"target":"::","mask":0}]}'
expected 'IPv6 alone' wan_state=Wired wan_ip=null
dump "$(net wan pppoe pppoe-wan 0 "$all")"
expected 'DSL' wan_state=Wired wan_ip=192.0.2.4 mobile_ip=absent
dump "$(net wan pppoe ppp0 0 "$all")"
expected 'DSL with any device' wan_state=Wired
dump "$(net wan qmi eth1 0 "$all")"
expected 'a modem with any device' wan_state=Mobile mobile_ip=192.0.2.4 connection_uptime=500
dump "$(net wan dhcp wwan0 0 "$all")"
expected 'a modem by its device' wan_state=Mobile

# Plain Linux.
kind() {
	wan_kind "$1"
	echo "$R"
}
check 'PPP over Ethernet by name' Wired "$(kind pppoe-wan)"
check 'PPP is a modem' Mobile "$(kind ppp0)"
mkdir -p "$RM_PROC/77" "$RM_PROC/78" "$RM_ROOT/run"
echo 77 >"$RM_ROOT/run/ppp0.pid"
echo 78 >"$RM_ROOT/run/ppp1.pid"
printf 'pppd\000plugin\000rp-pppoe.so\000eth0\000' >"$RM_PROC/77/cmdline"
printf 'pppd\000/dev/ttyUSB2\000115200\000' >"$RM_PROC/78/cmdline"
printf 'Id Address Device\n00000001 02:00:00:00:00:09 eth0\n' >"$RM_PROC/net/pppoe"
check 'unless pppd says otherwise' 'Wired Mobile' "$(kind ppp0) $(kind ppp1)"
check 'or the kernel has a session over Ethernet' Wired "$(kind ppp2)"
printf '%s\n' 'Iface Destination Gateway Flags RefCnt Use Metric Mask' 'vpn0 00000000 010200C0 0003 0 0 0 00000080' \
	'eth1 00000000 010200C0 0003 0 0 9 00000000' 'eth2 00000000 010200C0 0003 0 0 2 00000000' >"$RM_PROC/net/route"
default_interface
check 'the default route has a mask of zero, and the lowest metric' eth2 "$R"
ROUTE='default via 192.0.2.1 dev eth0'
fake_interface eth0 2 00:1e:42:aa:bb:cc yes
for speed in 2147483647 18446744073709551615 0; do
	echo "$speed" >"$RM_SYS/class/net/eth0/speed"
	port_state eth0
	check "speed $speed is unknown" 'up full' "$R"
done
echo 100000 >"$RM_SYS/class/net/eth0/speed"
port_state eth0
check 'a fast one is not' 'up 100000 full' "$R"
check 'text of iw' 'Café \ x' "$(printf '%s\n' 'Caf\xc3\xa9 \x5c x' | iw_text)"
check 'text of uci' "a.b=it's \"x\"" "$(printf '%s\n' "a.b='it'\\''s \"x\"'" | uci_text)"

for text in SSN12345678901234567 Serial-Number ABCDEFGHIJ 11111111; do
	is_real_serial "$text" && R=yes || R=no
	check "placeholder '$text'" no "$R"
done
for text in 1108123456 0000001234 SN2345678 C02XL0GTJGH5; do
	is_real_serial "$text" && R=yes || R=no
	check "serial '$text'" yes "$R"
done

# Modems.
TOOLS=uqmi
: >"$RM_ROOT/dev/cdc-wdm0"
modem() {
	REPORT_NAMES='' REPORT_VALUES='' REPORT_WEIGHT=0
	"$1"
	NAMES=$REPORT_NAMES
	VALUES=$(printf '[%s]' "$REPORT_VALUES" | json_flat)
}
answer() { printf '%s\n' "$2" >"$WORLD/answers/$1"; }
answer uqmi--get-signal-info '[{"type":"5gnr","rsrp":-101,"rsrq":-11,"snr":3.5},{"type":"lte","rssi":-67,"rsrq":-9,"rsrp":-98,"snr":12.4}]'
modem linux_modem
expected '4G and 5G at once' connection_type=5G signal=-67 rsrp=-98 rsrq=-9 sinr=12.4
answer uqmi--get-signal-info '[{"type":"5gnr","rsrp":-101,"rsrq":-11,"snr":3.5}]'
modem linux_modem
expected '5G alone in a list' connection_type=5G signal=null rsrp=-101 sinr=3.5
answer uqmi--get-signal-info '{"type":"lte","rssi":-67}'
modem linux_modem
expected '4G alone' connection_type=4G signal=-67
mmcli() {
	case "$*" in
		-L) echo '/org/freedesktop/ModemManager1/Modem/0 [x] y' ;;
		*--signal-get*) printf '%s\n' 'modem.signal.5g.rsrp : -101.00' 'modem.signal.lte.rsrp : -98.00' 'modem.signal.lte.rssi : -67.00' ;;
		-i*) echo "sim.properties.iccid : $ICCID" ;;
		'-m 0 -K') printf '%s\n' 'modem.generic.device : /sys/1-2' 'modem.generic.sim : /x/SIM/0' 'modem.generic.access-technologies.value[1] : lte' 'modem.generic.access-technologies.value[2] : 5gnr' ;;
	esac
}
TOOLS=mmcli
modem linux_modem
expected 'ModemManager, 4G and 5G at once' connection_type=5G signal=-67 rsrp=-98
TOOLS='mmcli uqmi gsmctl'
gsmctl() { [ "$1" != -J ] || echo "$ICCID"; }
for pair in 8937001000000000004F=8937001000000000004 898600B5000000000004=898600B5000000000004 898600b500000000004f=898600B500000000004 \
	89370010000000000041=89370010000000000041; do
	ICCID=${pair%=*}
	modem linux_modem_static
	expected "ModemManager, $ICCID" "iccid=${pair#*=}"
	modem rutos_modem_static
	expected "gsmctl, $ICCID" "iccid=${pair#*=}"
	answer uqmi--get-iccid "\"$ICCID\""
	modem uqmi_static
	expected "uqmi, $ICCID" "iccid=${pair#*=}"
done
rutos_api_get() { printf '{"data":[{"rssi":-1},{"id":"3-1","iccid":"8937001000000000004F","ntype":"LTE"},{"id":"1-1"}]}'; }
modem rutos_modem_static
expected 'the API of RutOS, after a modem without an id' iccid=8937001000000000004 iccid_2=null

# Authorised users come first, whatever sort supports.
TOOLS=chilli_query
mkdir -p "$RM_ROOT/var/run"
: >"$RM_ROOT/var/run/chilli.a.sock"
chilli_query() { printf '%s\n' '0E-5C-00-00-00-01 192.0.2.11 dnat s1 0 - 0/0 0/0 0/0 0/0' '0E-5C-00-00-00-FF 192.0.2.12 pass s2 1 zoe 10/0 0/0 5/0 6/0'; }
modem linux_hotspot
expected 'users of a hotspot' user_mac.1=0E:5C:00:00:00:FF user_mac.2=0E:5C:00:00:00:01

# Many ports, some with names that become the same, and one that is long.
TOOLS=
n=0
while [ "$n" -lt 60 ]; do
	n=$((n + 1))
	fake_interface "lan$n" "$n" 00:1e:42:aa:bb:cc yes "$n" 123456789012
done
for name in eth0.1 eth0_1 eth0:1; do fake_interface "$name" 1 00:1e:42:aa:bb:cc yes; done
collect dynamic >"$WORLD/out"
names=$(awk 'NR % 3 == 2' "$WORLD/out" | tr ',' '\n')
check 'all ports are in a report, each once' '64 64' "$(printf '%s\n' "$names" | grep -c '^port_state') $(printf '%s\n' "$names" | grep '^port_state' | command sort -u | wc -l | tr -d ' ')"
check 'in reports that the server accepts' '' "$(awk 'length($0) > 7900 { print "bytes" } NR % 3 == 2 && gsub(/,/, ",") > 199 { print "parameters" }' "$WORLD/out")"
check 'whose names do not depend on the values' "$(awk 'NR % 3 == 2' "$WORLD/out" | sha256sum)" "$(
	n=0
	while [ "$n" -lt 60 ]; do
		n=$((n + 1))
		echo 999999999999999 >"$RM_SYS/class/net/lan$n/statistics/rx_bytes"
	done
	collect dynamic | awk 'NR % 3 == 2' | sha256sum
)"
INSTANCES=$NL
instance "$(printf '%040d' 1)"
first=$R
instance "$(printf '%040d' 2)"
check 'long names are cut, and stay different' '32 yes' "${#first} $([ "$R" != "$first" ] && [ ${#R} -le 32 ] && echo yes)"
instance "$(printf '%040d' 1)"
check 'and stay the same' "$first" "$R"
finish
