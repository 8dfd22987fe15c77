# shellcheck shell=sh
# Reads JSON with awk only: not every device has jsonfilter, and a full parser takes only 30 lines.

# Parses standard input, token by token. The program that follows it defines on_token(t), called before each token,
# on_value(t) at each text, number or word, and on_close() after each object and list. here() is the path of the next
# value: object keys and array indices joined by '/'.
# shellcheck disable=SC2016
JSON_WALK='
	function hex(digits, i, n) {
		for (i = 1; i <= 4; i++) n = n * 16 + index("0123456789abcdef", tolower(substr(digits, i, 1))) - 1
		return n
	}
	function utf8(n) {
		if (n < 32 || (n > 126 && n < 160)) return " "
		if (n < 128) return sprintf("%c", n)
		if (n < 2048) return sprintf("%c%c", 192 + int(n / 64), 128 + n % 64)
		if (n < 65536) return sprintf("%c%c%c", 224 + int(n / 4096), 128 + int(n / 64) % 64, 128 + n % 64)
		return sprintf("%c%c%c%c", 240 + int(n / 262144), 128 + int(n / 4096) % 64, 128 + int(n / 64) % 64, 128 + n % 64)
	}
	function unquote(t, out, at, sign, code) {
		t = substr(t, 2, length(t) - 2)
		while (at = index(t, "\\")) {
			out = out substr(t, 1, at - 1)
			sign = substr(t, at + 1, 1)
			t = substr(t, at + 2)
			if (sign != "u") {
				out = out (sign ~ /[bfnrt]/ ? " " : sign)
				continue
			}
			if (t !~ /^[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]/) {
				out = out "?"
				continue
			}
			code = hex(t)
			t = substr(t, 5)
			# Two surrogates are one character; one alone is none.
			if (code >= 55296 && code < 56320 && t ~ /^\\u[dD][c-fC-F][0-9a-fA-F][0-9a-fA-F]/) {
				code = 65536 + (code - 55296) * 1024 + hex(substr(t, 3)) - 56320
				t = substr(t, 7)
			}
			out = out (code >= 55296 && code < 57344 ? "?" : utf8(code))
		}
		return out t
	}
	function here(path, i) {
		path = ""
		for (i = 1; i <= depth; i++) path = path (i > 1 ? "/" : "") (kind[i] == "[" ? place[i] : name[i])
		return path
	}
	function token(t) {
		on_token(t)
		if (t == "{" || t == "[") {
			depth++
			kind[depth] = t
			place[depth] = 0
			named = 0
		} else if (t == "}" || t == "]") {
			depth--
			named = 1
			on_close()
		} else if (t == ",") {
			if (kind[depth] == "[") place[depth]++
			named = 0
		} else if (t == ":") {
			named = 1
		} else if (kind[depth] == "{" && !named) {
			name[depth] = unquote(t)
		} else if (depth > 0) {
			on_value(t)
		}
	}
	# Cut in pieces: to cut a long line again at each token would take time by the square of its length. A token that
	# touches the end of its piece may go on in the next one. After a line that is no JSON the next object starts a new text.
	broken && /^\{/ { broken = depth = named = 0 }
	!broken {
		rest = $0 " "
		piece = ""
		while (rest != "" || piece != "") {
			if (match(piece, /^[ \t\r]*("([^"\\]|\\.)*"|[{}:,]|\[|\]|[-+.0-9A-Za-z]+)/) && (rest == "" || RLENGTH < length(piece))) {
				t = substr(piece, 1, RLENGTH)
				piece = substr(piece, RLENGTH + 1)
				sub(/^[ \t\r]+/, "", t)
				token(t)
			} else if (rest != "") {
				piece = piece substr(rest, 1, 1024)
				rest = substr(rest, 1025)
			} else {
				broken = piece !~ /^[ \t\r]*$/
				piece = ""
			}
		}
	}
'

# json_flat: converts standard input to lines `path=value`.
json_flat() {
	LC_ALL=C awk "$JSON_WALK"'
	function on_token(t) { }
	function on_close() { }
	function on_value(t) { print here() "=" (substr(t, 1, 1) == "\"" ? unquote(t) : t) }'
}

# json_part <path>: the object or list at a path of standard input, unchanged, in one line; all of it for an empty path,
# nothing if it does not exist.
json_part() {
	LC_ALL=C awk -v ref="$1" "$JSON_WALK"'
	function on_token(t) {
		if ((t == "{" || t == "[") && !from && here() == ref) from = depth + 1
		if (from) part = part t
	}
	function on_close() {
		if (!from || depth >= from) return
		print part
		exit
	}
	function on_value(t) { }'
}

# json_field <lines> <path>: R, empty if absent or null.
json_field() {
	R=
	while IFS= read -r json_line; do
		case $json_line in
			"$2="*)
				R=${json_line#*=}
				[ "$R" = null ] && R=
				return 0
				;;
		esac
	done <<EOF
$1
EOF
	return 1
}
