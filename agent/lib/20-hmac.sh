# shellcheck shell=sh
# HMAC-SHA256 (RFC 2104) with only sha256sum.

# hex_of <text>: R, two digits per byte.
hex_of() {
	if have od; then
		R=$(printf '%s' "$1" | od -An -v -tx1 | tr -d ' \n')
	elif have hexdump; then
		R=$(printf '%s' "$1" | hexdump -v -e '/1 "%02x"')
	else
		# ASCII only, like every generated secret.
		hex_rest=$1
		R=
		while [ -n "$hex_rest" ]; do
			hex_next=${hex_rest#?}
			R=$R$(printf '%02x' "'${hex_rest%"$hex_next"}")
			hex_rest=$hex_next
		done
	fi
}

# octal_of <hex> <mask>: R, for printf %b: the bytes, each XORed with the mask.
octal_of() {
	octal_rest=$1
	R=
	while [ -n "$octal_rest" ]; do
		octal_next=${octal_rest#??}
		octal_byte=$((0x${octal_rest%"$octal_next"} ^ $2))
		R="$R\\0$((octal_byte / 64))$((octal_byte / 8 % 8))$((octal_byte % 8))"
		octal_rest=$octal_next
	done
}

# hmac_sha256 <key> <text>: R in hex.
hmac_sha256() {
	hex_of "$1"
	hmac_key=$R
	if [ ${#hmac_key} -gt 128 ]; then
		hmac_key=$(printf '%s' "$1" | sha256sum | cut -c1-64)
	fi
	while [ ${#hmac_key} -lt 128 ]; do hmac_key=${hmac_key}00; done
	octal_of "$hmac_key" 0x36
	hmac_inner=$(printf '%b%s' "$R" "$2" | sha256sum | cut -c1-64)
	octal_of "$hmac_key" 0x5c
	hmac_outer=$R
	octal_of "$hmac_inner" 0
	R=$(printf '%b%b' "$hmac_outer" "$R" | sha256sum | cut -c1-64)
}
