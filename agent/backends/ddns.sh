# shellcheck shell=sh
# DNS names that follow the address of the device, by ddns-scripts (OpenWrt, RutOS) or ddclient; at most eight.

# ddns_put <name> <enabled: 1, 0> <state> <host> <address> <when> <error>: empty means unknown.
ddns_put() {
	instance "$1"
	ddns_as=$R
	text "ddns_name.$ddns_as" "$1"
	num "ddns_enabled.$ddns_as" "$2"
	text "ddns_status.$ddns_as" "$3"
	text "ddns_host.$ddns_as" "$4"
	text "ddns_ip.$ddns_as" "$5"
	num "ddns_last_update.$ddns_as" "$6"
	text "ddns_error.$ddns_as" "$7"
}

# clock_now: R, seconds since 1970; empty until the clock of the device has been set.
clock_now() {
	R=$(date +%s)
	[ "$R" -gt 1700000000 ] || R=
}

openwrt_ddns() {
	[ -s "$RM_ROOT/etc/config/ddns" ] || return 0
	ddns_found=$(uci -q show ddns | uci_text | awk '
		{
			at = index($0, "=")
			value[path = substr($0, 1, at - 1)] = substr($0, at + 1)
			if (path ~ /^ddns\.[^.]+$/ && value[path] == "service") order[++all] = path
		}
		function dash(x) { return x == "" || x ~ / / ? "-" : x }
		END {
			for (i = 1; i <= all && i <= 8; i++) {
				s = order[i]
				host = value[s ".lookup_host"]
				print substr(s, 6), (value[s ".enabled"] == "1"), dash(host != "" ? host : value[s ".domain"])
			}
		}')
	[ -n "$ddns_found" ] || return 0
	read_now
	clock_now
	ddns_clock=$R
	while read -r ddns_name ddns_enabled ddns_host; do
		ddns_file=$RM_ROOT/var/run/ddns/$ddns_name
		# The updater writes the time as uptime.
		first_line "$ddns_file.update"
		ddns_when=
		! is_natural "$R" || [ "$R" -eq 0 ] || [ -z "$ddns_clock" ] || ddns_when=$((ddns_clock - NOW + R))
		ddns_updated=$R
		first_line "$ddns_file.ip"
		ddns_ip=$R
		ddns_error=
		ddns_log=$RM_ROOT/var/log/ddns/$ddns_name.log
		[ ! -r "$ddns_log" ] || ddns_error=$(awk '/ ERROR / { e = $0 } /[Uu]pdate successful/ { e = "" }
			END { sub(/.* ERROR *:? */, "", e); print e }' "$ddns_log")
		first_line "$ddns_file.pid"
		ddns_state=
		if [ "$ddns_enabled" = 0 ]; then
			ddns_state=Disabled
		elif [ -n "$ddns_error" ]; then
			ddns_state=Error
		elif is_natural "$ddns_updated" && [ "$ddns_updated" -gt 0 ]; then
			ddns_state=Updated
		elif [ -n "$R" ] && [ -d "$RM_PROC/$R" ]; then
			ddns_state=Connecting
		fi
		ddns_put "$ddns_name" "$ddns_enabled" "$ddns_state" "${ddns_host#-}" "$ddns_ip" "$ddns_when" "$ddns_error"
	done <<EOL
$ddns_found
EOL
}

# ddclient keeps lines like `host=name,ip=192.0.2.1,mtime=1700000000,status=good … name`.
linux_ddns() {
	for ddns_file in "$RM_ROOT/var/cache/ddclient/ddclient.cache" "$RM_ROOT/var/cache/ddclient.cache"; do
		[ -r "$ddns_file" ] || continue
		while read -r ddns_host ddns_ip ddns_when ddns_status; do
			[ -n "$ddns_status" ] || continue
			case $ddns_status in good | nochg) ddns_state=Updated ddns_status= ;; -) ddns_state=Connecting ddns_status= ;; *) ddns_state=Error ;; esac
			ddns_put "$ddns_host" 1 "$ddns_state" "$ddns_host" "${ddns_ip#-}" "${ddns_when#-}" "$ddns_status"
		done <<EOL
$(awk 'function dash(x) { return x == "" ? "-" : x }
/^[^#]/ && n < 8 {
	split("", value)
	parts = split($1, part, ",")
	for (i = 1; i <= parts; i++) { at = index(part[i], "="); value[substr(part[i], 1, at - 1)] = substr(part[i], at + 1) }
	if (value["host"] == "") next
	n++
	print value["host"], dash(value["ip"]), (value["mtime"] + 0 > 0 ? value["mtime"] : "-"), dash(value["status"])
}' "$ddns_file")
EOL
		return
	done
}
