#!/bin/sh
# CPU seconds of the reports of a device with many ports, clients and networks, under each shell:
# cost.sh [ports [clients [networks]]].
cd "$(dirname "$0")" || exit 2
PORTS=${1:-52} CLIENTS=${2:-200} NETWORKS=${3:-64}
export PORTS CLIENTS NETWORKS
if [ -z "${SHELL_UNDER_TEST:-}" ]; then
	for shell in 'busybox ash' dash; do
		# Word splitting is intended: a shell may be two words.
		# shellcheck disable=SC2086
		SHELL_UNDER_TEST=$shell $shell ./cost.sh "$@"
	done
	exit
fi
. ./harness.sh
fake_proc
busybox_tools
PATH=$AGENT/test/shims:$PATH
FIXTURES=$WORLD/answers
export FIXTURES PATH
BACKEND=openwrt
SERIAL=1108123456
MAC=00:1E:42:AA:BB:CC
default_interface() { R=lan1; }
mkdir -p "$FIXTURES" "$RM_RUN" "$RM_ROOT/tmp" "$RM_ROOT/overlay"
echo '100 350' >"$RM_RUN/cpu"
echo 'cpu  200 0 100 1000 50 0 0 0 0 0' >"$RM_PROC/stat"
cp "$AGENT"/test/fixtures/openwrt/*.json "$FIXTURES"
i=0
while [ "$((i += 1))" -le "$PORTS" ]; do fake_interface "lan$i" "$i" 00:1e:42:aa:bb:cc yes "$i" "$i"; done
awk -v n="$CLIENTS" 'BEGIN { for (i = 0; i < n; i++) printf "4102444800 02:00:00:00:%02x:%02x 192.168.1.7 phone *\n", i / 256, i % 256 }' >"$RM_ROOT/tmp/dhcp.leases"
awk -v n="$PORTS" 'BEGIN {
	print "{"
	for (i = 1; i <= n; i++) {
		printf "%s\t\"lan%d\": {\n\t\t\"up\": true,\n\t\t\"carrier\": true,\n\t\t\"speed\": \"1000F\",\n\t\t\"link-supported\": [ \"100baseT-F\", \"1000baseT-F\" ],\n\t\t\"statistics\": {\n", (i > 1 ? ",\n" : ""), i
		for (k = 0; k < 24; k++) printf "\t\t\t\"counter_%d\": %d,\n", k, 123456 + k
		printf "\t\t\t\"rx_bytes\": %d,\n\t\t\t\"tx_bytes\": %d\n\t\t}\n\t}", i, i
	}
	print "\n}"
}' >"$FIXTURES/network.device.status.json"
awk -v n="$NETWORKS" 'BEGIN {
	printf "{\"radio0\":{\"up\":true,\"interfaces\":["
	for (i = 0; i < n; i++) printf "%s{\"section\":\"n%d\",\"ifname\":\"phy0-ap%d\",\"config\":{\"mode\":\"ap\",\"ssid\":\"n%d\"}}", i ? "," : "", i, i, i
	print "]}}"
}' >"$FIXTURES/network.wireless.status.json"
# spent <group>: CPU seconds of the group and of its tools.
spent() {
	times >"$WORLD/before"
	collect "$1" >"$WORLD/out"
	times >"$WORLD/after"
	cat "$WORLD/before" "$WORLD/after" | awk -v what="$SHELL_UNDER_TEST, $1" '
	function seconds(t, part) { split(t, part, "m"); return part[1] * 60 + part[2] }
	{ sum[(NR > 2)] += seconds($1) + seconds($2) }
	END { printf "%-24s %.2f s\n", what, sum[1] - sum[0] }'
	sed -n 2p "$WORLD/out" | awk -F, '{ printf "%24s %d values\n", "", NF }'
}
spent dynamic
spent wireless
