#!/bin/sh
# Brings what the tests need beyond npm packages, on a Debian-like system as root: a browser, SSH clients and servers,
# busybox, tools for networks of their own, NATS, a balancer. Harmless to run again.
set -eu

packages='chromium openssh-client openssh-server openssl dropbear-bin busybox dash iproute2 nftables nginx-light haproxy nats-server procps shellcheck fonts-liberation'

missing=''
for package in $packages; do
	dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
	printf 'Missing for the tests:%s\nRun: sudo scripts/provision.sh\n' "$missing" >&2
	exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086 # one word a package
apt-get install -y -qq --no-install-recommends $missing >/dev/null
