# shellcheck shell=sh
# Converts JSON to lines `path=value`, by awk alone: not every device has jsonfilter, and a full parser takes only 30
# lines.

# json_flat: standard input to lines; object keys and array indices are joined by '/'.
json_flat() {
	awk '
	function unquote(t) {
		t = substr(t, 2, length(t) - 2)
		gsub(/\\[nrt]/, " ", t)
		gsub(/\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]/, "?", t)
		gsub(/\\\//, "/", t)
		gsub(/\\"/, "\"", t)
		gsub(/\\\\/, "\\", t)
		return t
	}
	function emit(value, path, i) {
		path = ""
		for (i = 1; i <= depth; i++) path = path (i > 1 ? "/" : "") (kind[i] == "[" ? place[i] : name[i])
		print path "=" value
	}
	{ text = text $0 " " }
	END {
		depth = 0
		while (match(text, /^[ \t\r]*("([^"\\]|\\.)*"|[{}:,]|\[|\]|[-+.0-9A-Za-z]+)/)) {
			t = substr(text, 1, RLENGTH)
			text = substr(text, RLENGTH + 1)
			sub(/^[ \t\r]+/, "", t)
			if (t == "{" || t == "[") {
				depth++
				kind[depth] = t
				place[depth] = 0
				named = 0
			} else if (t == "}" || t == "]") {
				depth--
				named = 1
			} else if (t == ",") {
				if (kind[depth] == "[") place[depth]++
				named = 0
			} else if (t == ":") {
				named = 1
			} else if (kind[depth] == "{" && !named) {
				name[depth] = unquote(t)
			} else if (depth > 0) {
				emit(substr(t, 1, 1) == "\"" ? unquote(t) : t)
			}
		}
	}'
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
