#!/bin/sh
# Installs the programs that tests need beyond npm packages, as root on a Debian-like system: a browser, SSH clients and
# servers, busybox, network tools, NATS, a balancer, an older PostgreSQL. Can be run again.
set -eu

packages='openssh-client openssh-server openssl dropbear-bin busybox dash iproute2 nftables nginx-light haproxy nats-server procps shellcheck fonts-liberation'

missing=''
for package in $packages; do
	dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
# Any major version of the system other than the embedded one.
postgres=''
for initdb in /usr/lib/postgresql/1[567]/bin/initdb; do
	[ ! -x "$initdb" ] || postgres="$initdb"
done
# The headless shell of Chromium if the system has it: it starts faster and uses less CPU than the whole browser.
browser=$(command -v chromium-headless-shell || true)
[ -n "$missing" ] || [ -z "$postgres" ] || [ -z "$browser" ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
	[ -n "$postgres" ] || missing="$missing postgresql"
	[ -n "$browser" ] || browser=$(command -v chromium) || missing="$missing chromium"
	[ -n "$missing" ] || exit 0
	printf 'Missing for the tests:%s\nRun: sudo scripts/provision.sh\n' "$missing" >&2
	exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
if [ -z "$postgres" ]; then
	# Only the programs, without a cluster: the tests start it in folders of their own.
	mkdir -p /etc/postgresql-common/createcluster.d
	echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/programs-alone.conf
	for major in 15 16 17; do
		apt-cache show "postgresql-$major" >/dev/null 2>&1 || continue
		missing="$missing postgresql-$major"
		break
	done
fi
if [ -z "$browser" ]; then
	for package in chromium-headless-shell chromium; do
		apt-cache show "$package" >/dev/null 2>&1 || continue
		missing="$missing $package"
		break
	done
fi
[ -n "$missing" ] || exit 0
# shellcheck disable=SC2086 # one word per package
apt-get install -y -qq --no-install-recommends $missing >/dev/null
