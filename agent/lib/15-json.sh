# shellcheck shell=sh
# Reads JSON with awk only: not every device has jsonfilter, and a full parser takes only 30 lines.

# Parses standard input, token by token. The program that follows it defines on_token(t), called before each token,
# on_value(t) at each text, number or word, and on_close() after each object and list. here() is the path of the next
# value: object keys and array indices joined by '/'.
# shellcheck disable=SC2016
JSON_WALK='
	function unquote(t) {
		t = substr(t, 2, length(t) - 2)
		gsub(/\\[nrt]/, " ", t)
		gsub(/\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]/, "?", t)
		gsub(/\\\//, "/", t)
		gsub(/\\"/, "\"", t)
		gsub(/\\\\/, "\\", t)
		return t
	}
	function here(path, i) {
		path = ""
		for (i = 1; i <= depth; i++) path = path (i > 1 ? "/" : "") (kind[i] == "[" ? place[i] : name[i])
		return path
	}
	{ text = text $0 " " }
	END {
		depth = 0
		while (match(text, /^[ \t\r]*("([^"\\]|\\.)*"|[{}:,]|\[|\]|[-+.0-9A-Za-z]+)/)) {
			t = substr(text, 1, RLENGTH)
			text = substr(text, RLENGTH + 1)
			sub(/^[ \t\r]+/, "", t)
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
	}
'

# json_flat: converts standard input to lines `path=value`.
json_flat() {
	awk "$JSON_WALK"'
	function on_token(t) { }
	function on_close() { }
	function on_value(t) { print here() "=" (substr(t, 1, 1) == "\"" ? unquote(t) : t) }'
}

# json_part <path>: the object or list at a path of standard input, unchanged, in one line; all of it for an empty path,
# nothing if it does not exist.
json_part() {
	awk -v ref="$1" "$JSON_WALK"'
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
