# shellcheck shell=sh
# Hotspots and their users, by CoovaChilli (chilli_query), or openNDS and nodogsplash (ndsctl).

# Maximum number of users reported; their total is a parameter of its own.
HOTSPOT_USERS=16

linux_hotspot() {
	hotspot_users || return 0
	num hotspot_enabled 1
	hotspot_put
}

# Sections of chilli, with the network name that their users see.
openwrt_hotspot() {
	hotspot_found=
	[ ! -s "$RM_ROOT/etc/config/chilli" ] || hotspot_found=$({
		uci -q show chilli
		uci -q show wireless
	} | uci_text | awk '
		{
			at = index($0, "=")
			value[path = substr($0, 1, at - 1)] = substr($0, at + 1)
			parts = split(path, part, ".")
			if (parts == 2 && part[1] == "chilli") order[++all] = path
			if (parts == 2 && part[1] == "wireless") radio[++radios] = path
		}
		function dash(x) { return x == "" || x ~ / / ? "-" : x }
		function limit(x) { return x + 0 > 0 ? int(x / 1000) : "-" }
		END {
			for (i = 1; i <= all && i <= 4; i++) {
				s = order[i]
				name = substr(s, 8)
				gsub(/[@[]|]/, "", name)
				net = value[s ".dhcpif"]
				sub(/^br-/, "", net)
				if (net == "") net = value[s ".network"]
				ssid = value[s ".ssid"]
				for (j = 1; j <= radios && ssid == ""; j++) {
					r = radio[j]
					if (value[r ".hotspotid"] == substr(s, 8) || (net != "" && (value[r ".network"] == net || value[r ".ifname"] == net))) ssid = value[r ".ssid"]
				}
				off = value[s ".enabled"] == "0" || value[s ".disabled"] == "1"
				print name, (off ? 0 : 1), dash(value[s ".uamlisten"]), limit(value[s ".defbandwidthmaxdown"]), limit(value[s ".defbandwidthmaxup"]), ssid
			}
		}')
	while read -r hotspot_name hotspot_on hotspot_ip hotspot_down hotspot_up hotspot_ssid; do
		[ -n "$hotspot_up" ] || continue
		instance "$hotspot_name"
		hotspot_as=$R
		num "hotspot_enabled.$hotspot_as" "$hotspot_on"
		text "hotspot_ssid.$hotspot_as" "$hotspot_ssid"
		text "hotspot_ip.$hotspot_as" "${hotspot_ip#-}"
		num "download_limit.$hotspot_as" "$hotspot_down"
		num "upload_limit.$hotspot_as" "$hotspot_up"
	done <<EOL
$hotspot_found
EOL
	hotspot_users || return 0
	[ -n "$hotspot_found" ] || num hotspot_enabled 1
	hotspot_put
}

# hotspot_users: hotspot_list, lines `mac ip authorised name seconds down up`, authorised users first; 1 without a tool.
hotspot_users() {
	if have chilli_query; then
		# `mac ip state session authorised name seconds/most idle/most up/most down/most …`
		hotspot_list=$(for hotspot_socket in "$RM_ROOT"/var/run/chilli*.sock; do
			[ ! -e "$hotspot_socket" ] || patiently chilli_query -s "$hotspot_socket" list
		done 2>/dev/null | awk 'NF >= 8 {
			split($7, time, "/"); split($9, up, "/"); split($10, down, "/")
			gsub(/-/, ":", $1)
			print toupper($1), $2, ($5 == 1), $6, time[1], (NF >= 10 ? down[1] : "-"), (NF >= 10 ? up[1] : "-")
		}' | hotspot_order)
	elif have ndsctl; then
		hotspot_answer=$(patiently ndsctl json 2>/dev/null | json_flat)
		[ -n "$hotspot_answer" ] || return
		clock_now
		# Bytes are in units of 1024.
		hotspot_list=$(printf '%s\n' "$hotspot_answer" | awk -v clock="$R" '
			/^clients\/[^\/]*\/[^\/]*=/ {
				at = index($0, "=")
				split(substr($0, 1, at - 1), part, "/")
				if (!(part[2] in seen)) { seen[part[2]]; order[++all] = part[2] }
				value[part[2], part[3]] = substr($0, at + 1)
			}
			function bytes(x) { return x ~ /^[0-9]+$/ ? sprintf("%.0f", x * 1024) : "-" }
			function first(x, y) { return x != "" ? x : y }
			END {
				for (i = 1; i <= all; i++) {
					m = order[i]
					start = first(value[m, "session_start"], value[m, "added"])
					print toupper(m), value[m, "ip"], (value[m, "state"] ~ /^[Aa]uthenticated/), "-",
						(clock != "" && start + 0 > 0 && clock + 0 >= start + 0 ? clock - start : "-"),
						bytes(first(value[m, "download_this_session"], value[m, "downloaded"])),
						bytes(first(value[m, "upload_this_session"], value[m, "uploaded"]))
				}
			}' | hotspot_order)
	else
		return 1
	fi
}

# hotspot_order: authorised users first. Not every sort has keys, and busybox ignores them without an error.
hotspot_order() {
	sort | awk '$3 == 1 { print; next } { rest = rest $0 "\n" } END { printf "%s", rest }'
}

# hotspot_put: the users by number, in as many places as the most users since the start of the device, rounded up to
# four: a parameter list for each number of users would cost more, and a place that becomes empty has to be reported.
hotspot_put() {
	first_line "$RM_RUN/users"
	hotspot_places=${R:-0}
	hotspot_total=0
	hotspot_n=0
	clock_now
	hotspot_clock=$R
	while read -r hotspot_mac hotspot_ip hotspot_state hotspot_user hotspot_time hotspot_down hotspot_up; do
		[ -n "$hotspot_up" ] || continue
		hotspot_total=$((hotspot_total + hotspot_state))
		[ "$hotspot_n" -lt "$HOTSPOT_USERS" ] || continue
		hotspot_n=$((hotspot_n + 1))
		is_natural "$hotspot_time" || hotspot_time=
		hotspot_user "$hotspot_n"
	done <<EOL
$hotspot_list
EOL
	hotspot_mac='' hotspot_ip='' hotspot_state='' hotspot_user='' hotspot_time='' hotspot_down='' hotspot_up=''
	hotspot_needed=$(((hotspot_n + 3) / 4 * 4))
	if [ "$hotspot_needed" -gt "$hotspot_places" ]; then
		hotspot_places=$hotspot_needed
		put "$RM_RUN/users" "$hotspot_places"
	fi
	while [ "$hotspot_n" -lt "$hotspot_places" ]; do
		hotspot_n=$((hotspot_n + 1))
		hotspot_user "$hotspot_n"
	done
	num users_active "$hotspot_total"
}

hotspot_user() {
	text "user_mac.$1" "$hotspot_mac"
	text "user_ip.$1" "$hotspot_ip"
	text "user_name.$1" "${hotspot_user#-}"
	num "user_state.$1" "$hotspot_state"
	R=
	[ -z "$hotspot_clock" ] || [ -z "$hotspot_time" ] || R=$((hotspot_clock - hotspot_time))
	num "user_start.$1" "$R"
	num "user_use_time.$1" "$hotspot_time"
	num "user_download.$1" "$hotspot_down"
	num "user_upload.$1" "$hotspot_up"
}
