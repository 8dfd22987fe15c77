# shellcheck shell=sh
# Picks values from the output of other tools by a table, with one awk instead of several processes each.

# pick <separator> <table> [<start of the paths>]: from lines `path<separator>value` on standard input, prints the
# values of a table as `kind name value`, in its order; nothing without input. A line of the table is `kind name path
# …`; the first path with a value applies. For unknown, modems write the largest number of some width, 99, 255, or a
# dash.
pick() {
	awk -v separator="$1" -v table="$2" -v base="${3:-}" '
	function number(x) { return x ~ /^-?[0-9]+(\.[0-9]+)?$/ }
	function hex(x, n, i) {
		x = tolower(x)
		sub(/^0x/, "", x)
		if (x == "" || x ~ /[^0-9a-f]/) return ""
		for (i = 1; i <= length(x); i++) n = n * 16 + index("0123456789abcdef", substr(x, i, 1)) - 1
		return sprintf("%.0f", n)
	}
	function largest(x) { return x == 2147483647 || x == 4294967295 || x >= 9223372036854775000 }
	function known(kind, x) {
		if (x == "" || x ~ /^-+$/ || x ~ /^[Nn]\/?[Aa]$/ || tolower(x) == "null" || tolower(x) == "unknown") return ""
		if (kind == "level" || kind == "dbm") {
			if (!number(x) || x + 0 >= 99 || x + 0 <= -200) return ""
			return kind == "dbm" ? int(x) : x
		}
		if (kind == "degrees") return number(x) && x + 0 < 200 && x + 0 > -100 ? x : ""
		if (kind == "count") return number(x) && x + 0 >= 0 && !largest(x + 0) ? sprintf("%.0f", x) : ""
		if (kind == "slot") return x ~ /^[1-9]$/ ? x : ""
		if (kind == "digits") return x ~ /^[0-9]+$/ && x + 0 < 1000 ? x : ""
		if (kind == "hexarea" || kind == "hexcell") x = hex(x)
		# LAC and TAC have 16 bits, in 5G 24; the two highest numbers mean that there is none.
		if (kind ~ /area$/) return x ~ /^[0-9]+$/ && x + 0 > 0 && x + 0 != 65535 && x + 0 != 65534 && x + 0 < 16777214 ? x : ""
		if (kind ~ /cell$/) return x ~ /^[0-9]+$/ && x + 0 > 0 && x + 0 != 268435455 && x + 0 < 68719476735 && !largest(x + 0) ? x : ""
		if (kind == "sim") return x ~ /\/SIM\// ? "inserted" : x == "sim-missing" ? "not inserted" : ""
		if (kind == "pin") return x == "sim-pin" ? "Required PIN" : x == "sim-puk" ? "Required PUK" : "OK"
		# Padded to whole bytes with F; other hexadecimal digits are part of some.
		if (kind == "iccid") {
			x = toupper(x)
			gsub(/[^0-9A-F]/, "", x)
			sub(/F+$/, "", x)
			return x
		}
		if (kind == "last") sub(/.*\//, "", x)
		return x
	}
	function both(kind, one, other) {
		if (kind == "station") return known("cell", sprintf("%.0f", one * 256 + other))
		if (known("digits", one) == "" || known("digits", other) == "") return ""
		return one (length(other) < 2 ? "0" : "") other
	}
	match($0, separator) {
		path = substr($0, 1, RSTART - 1)
		if (base != "" && index(path, base) != 1) next
		path = substr(path, length(base) + 1)
		if (!(path in values)) values[path] = substr($0, RSTART + RLENGTH)
		lines++
	}
	END {
		if (!lines) exit
		rows = split(table, row, "\n")
		for (i = 1; i <= rows; i++) {
			n = split(row[i], word, " ")
			if (n < 3) continue
			value = ""
			# Two parts: of a cell (its station, and the cell in it), or of a network (country and operator).
			if (word[1] == "station" || word[1] == "network") {
				if ((word[3] in values) && (word[4] in values)) value = both(word[1], values[word[3]], values[word[4]])
			} else if (word[1] == "technology") {
				# All of a list, since 5G may be beside 4G.
				for (j = 3; j <= n; j++) value = value " " known("text", values[word[j]])
				sub(/^ +/, "", value)
				sub(/ +$/, "", value)
			} else
				for (j = 3; j <= n && value == ""; j++) value = known(word[1], values[word[j]])
			print word[1], word[2], value
		}
	}'
}

# put_picked <end of the names> <lines of pick>: adds them to the report, unless it already has the name.
put_picked() {
	while read -r picked_kind picked_name picked_value; do
		case ,$REPORT_NAMES, in *",$picked_name$1,"*) continue ;; esac
		case $picked_kind in
			'') ;;
			level | dbm | degrees | count | slot) num "$picked_name$1" "$picked_value" ;;
			technology)
				technology "$picked_value"
				text "$picked_name$1" "$R"
				;;
			*) text "$picked_name$1" "$picked_value" ;;
		esac
	done <<EOL
$2
EOL
}
