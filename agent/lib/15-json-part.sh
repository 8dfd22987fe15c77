# shellcheck shell=sh

# json_part <path>: the object or list at a path of standard input, as it is written there, in one line; all of it for an
# empty path. Nothing if there is none.
json_part() {
	awk -v ref="$1" '
	function here(path, i) {
		path = ""
		for (i = 1; i <= depth; i++) path = path (i > 1 ? "/" : "") (kind[i] == "[" ? place[i] : name[i])
		return path
	}
	{ text = text $0 " " }
	END {
		depth = 0
		from = 0
		while (match(text, /^[ \t\r]*("([^"\\]|\\.)*"|[{}:,]|\[|\]|[-+.0-9A-Za-z]+)/)) {
			t = substr(text, 1, RLENGTH)
			text = substr(text, RLENGTH + 1)
			sub(/^[ \t\r]+/, "", t)
			if ((t == "{" || t == "[") && !from && here() == ref) from = depth + 1
			if (from) part = part t
			if (t == "{" || t == "[") {
				depth++
				kind[depth] = t
				place[depth] = 0
				named = 0
			} else if (t == "}" || t == "]") {
				depth--
				named = 1
				if (from && depth < from) {
					print part
					exit
				}
			} else if (t == ",") {
				if (kind[depth] == "[") place[depth]++
				named = 0
			} else if (t == ":") {
				named = 1
			} else if (kind[depth] == "{" && !named) {
				name[depth] = substr(t, 2, length(t) - 2)
			}
		}
	}'
}

# text_flat: lines of a text as `path=value`: `2` is the second line, `2/3` its third word, and `Key` what follows `Key:`.
text_flat() {
	awk '{
		print NR "=" $0
		for (i = 1; i <= NF; i++) print NR "/" i "=" $i
		if (match($0, /^[^:]+:/)) {
			key = substr($0, 1, RLENGTH - 1)
			value = substr($0, RLENGTH + 1)
			gsub(/^[ \t]+|[ \t]+$/, "", key)
			gsub(/[ \t]+/, "_", key)
			gsub(/^[ \t]+|[ \t]+$/, "", value)
			print key "=" value
		}
	}'
}
