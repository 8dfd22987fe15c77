#!/bin/sh
. ./harness.sh

# RFC 4231 test case 2 and the usual sentence: the server's tests have the same vectors.
while IFS='|' read -r key text mac; do
	hmac_sha256 "$key" "$text"
	check "HMAC of '$text'" "$mac" "$R"
done <"$CONTRACT/hmac.txt"

# RFC 4231 test case 1: a key of twenty non-ASCII bytes.
hmac_sha256 "$(printf '\013\013\013\013\013\013\013\013\013\013\013\013\013\013\013\013\013\013\013\013')" 'Hi There'
check 'RFC 4231 case 1' b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7 "$R"

# RFC 4231 test case 6: a key of 131 bytes is hashed first.
if have openssl; then
	key=$(awk 'BEGIN { for (i = 0; i < 131; i++) printf "k" }')
	expected=$(printf 'a longer key' | openssl dgst -sha256 -hmac "$key" | sed 's/.* //')
	hmac_sha256 "$key" 'a longer key'
	check 'a key longer than a block' "$expected" "$R"
fi

have() { [ "$1" != od ] && [ "$1" != hexdump ] && command -v "$1" >/dev/null 2>&1; }
hex_of 'k7f2.Z'
check 'bytes in hex without od and hexdump' 6b3766322e5a "$R"
finish
