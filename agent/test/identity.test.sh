#!/bin/sh
. ./harness.sh
fake_proc
BACKEND=linux

fake_interface lo 1 00:00:00:00:00:00 no
fake_interface wlan0 5 00:1e:42:aa:bb:05 yes
fake_interface eth1 3 00:1e:42:aa:bb:03 yes
fake_interface br-lan 2 00:1e:42:aa:bb:02 no
find_mac
check 'the MAC is the one of the lowest interface that is hardware' 00:1E:42:AA:BB:03 "$R"

rm -rf "$RM_SYS/class/net/wlan0" "$RM_SYS/class/net/eth1"
default_interface() { R=br-lan; }
find_mac
check 'without hardware it is the one of the default route' 00:1E:42:AA:BB:02 "$R"

for text in 00-1e-42-aa-bb-cc 001e42aabbcc '00:1E:42:AA:BB:CC'; do
	normal_mac "$text"
	check "MAC $text" 00:1E:42:AA:BB:CC "$R"
done
for text in '' 00:00:00:00:00:00 00:1e:42 zz:1e:42:aa:bb:cc; do
	normal_mac "$text"
	check "no MAC: '$text'" '' "$R"
done

for text in 1108123456 PF2ABC7D 5CG0123XYZ; do
	is_real_serial "$text" && R=yes || R=no
	check "serial '$text'" yes "$R"
done
for text in '' 0 'To be filled by O.E.M.' 'Default string' None 00000000 123456789 'VMware-56 4d' 'Not Specified'; do
	is_real_serial "$text" && R=yes || R=no
	check "placeholder '$text'" no "$R"
done

echo 0123456789abcdef0123456789abcdef >"$RM_ROOT/etc/machine-id"
identity_make
expected=L-$(printf '%s' 0123456789abcdef0123456789abcdef00:1E:42:AA:BB:02 | sha256sum | cut -c1-12)
check 'a made serial is 12 hex of machine id and MAC' "$expected" "$SERIAL"
echo 1108123456 >"$RM_SYS/serial"
mkdir -p "$RM_DMI"
echo PF2ABC7D >"$RM_DMI/product_serial"
identity_make
check 'once enrolled, the identity stays' "$expected" "$SERIAL"
rm "$RM_ETC/identity"
identity_make
check 'a serial that looks real is taken' PF2ABC7D "$SERIAL"

mkdir -p "$RM_PROC/device-tree"
printf 'Vendor Board v2\000' >"$RM_PROC/device-tree/model"
linux_model
check 'the NUL at the end of a device tree text is not part of it' 'Vendor Board v2' "$R"
BOOT=0123456789ab
hello_prepare
hello_line k7f2m9qa
hello=$R
case $hello in 'hello {"v":2,"serial":"PF2ABC7D","mac":"00:1E:42:AA:BB:02",'*'"boot":"0123456789ab","uptime":1000,"key":"k7f2m9qa"}') R=yes ;; *) R=$hello ;; esac
check 'hello names serial, MAC, boot, uptime and key' yes "$R"
printf '%s\n' "${hello#hello }" | json_flat >"$WORLD/hello"
json_field "$(cat "$WORLD/hello")" name
check 'hello is JSON with the host name' gate-7 "$R"
json_field "$(cat "$WORLD/hello")" found_mac
check 'and no MAC besides that of its enrolment' '' "$R"
MAC=00:1E:42:AA:BB:99
hello_prepare
hello_line
json_field "$(printf '%s' "${R#hello }" | json_flat)" found_mac
check 'unless it has other hardware now' 00:1E:42:AA:BB:02 "$R"
finish
