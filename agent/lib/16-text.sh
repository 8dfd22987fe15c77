# shellcheck shell=sh

# text_flat: lines of a text as `path=value`: `2` is the second line, `2/3` its third word, `Key` the text after `Key:`.
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
