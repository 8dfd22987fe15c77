# shellcheck shell=sh
# Any Linux: /proc, /sys, ip.
