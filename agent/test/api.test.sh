#!/bin/sh
# Calls of the device's own API, alone and in a configuration, against a server that responds like RutOS.
# Quoted dollar signs are literal, and the agent assigns its variables.
# shellcheck disable=SC2016,SC2154
. ./harness.sh
. ./stage-world.sh
. ./config-world.sh

# Prefix of every token.
TOKEN=0123456789abcdef0123
if ! have node || ! have curl; then
	echo '# skipped: node or curl is not here'
	[ -z "${CI:-}" ] || exit 1
	exit 0
fi
real_curl=$(command -v curl)
cat >"$WORLD/bin/lua" <<EOS
#!/bin/sh
echo "\$*" >>"\$WORLD/argv"
grep -q "'session', 'create'" || exit 1
[ ! -f "\$WORLD/no-session" ] || exit 1
token=$TOKEN\$(printf %012d \$\$)
: >"\$WORLD/sessions/\$token"
echo "\$token"
EOS
cat >"$WORLD/bin/curl" <<EOS
#!/bin/sh
echo "\$*" >>"\$WORLD/argv"
exec $real_curl "\$@"
EOS
chmod +x "$WORLD/bin"/*
mkdir "$WORLD/sessions"
node fixtures/rutos-api.mjs "$WORLD" </dev/null >/dev/null 2>&1 3>&- &
API_PID=$!
trap 'crash; kill "$API_PID" 2>/dev/null; rm -rf "$WORLD"' EXIT
until_true test -s "$WORLD/port"
RM_API=http://127.0.0.1:$(cat "$WORLD/port")/api
export RM_API RM_BACKEND=rutos
BACKEND=rutos

staged 'touches network' "set network.lan.ipaddr='10.0.0.1'" 'api PUT /api/interfaces/config/lan?force=1 {"data":{"ipaddr":"10.0.0.2"}}' \
	'api PUT /api/interfaces/config/lan {"data":{"ipaddr":"10.0.0.3","note":"it'\''s $(x) \"q\" \\ %s"}}'
echo 'cmd k_2 config-confirm 60 k_1' >"$WORLD/later"
serve "k_1 config-apply 60 $SUM 300"
until_line 'result k_2'
check 'lines of uci are applied, then calls are made, and all of it is confirmed' \
	"${NEW}option ipaddr 10.0.0.2;option ipaddr 10.0.0.3; confirmed" \
	"$(tr '\n' ';' <"$RM_ROOT/etc/config/network") $(record_read && echo "$record_state")"
check 'with code and duration of each in both answers' 'applied [200/N 200/N] confirmed [200/N 200/N]' \
	"$(sed -n 's/^result k_[12] done 0 1\/1 //p' "$WORLD/lines" | sed 's|/[0-9]*|/N|g' | words /dev/stdin | sed 's/ $//')"
check 'in their order, with a session that is ended' 'PUT /api/interfaces/config/lan?force=1 {"data":{"ipaddr":"10.0.0.2"}}
PUT /api/interfaces/config/lan {"data":{"ipaddr":"10.0.0.3","note":"it'\''s $(x) \"q\" \\ %s"}}
POST /api/logout -
' "$(cat "$WORLD/requests")$NL$(ls "$WORLD/sessions")"
check 'the device says that it can' yes "$(tail -n 1 "$WORLD/hellos" | grep -q '"api-call"' && echo yes)"
end

rm "$WORLD/requests"
staged 'api PUT /api/interfaces/config/lan {"data":{"ipaddr":"10.0.0.2"}}' 'api PUT /api/interfaces/config/lan {"data":{"ipaddr":"hunter2"}}' \
	'api DELETE /api/interfaces/config/wan -'
serve "r_1 config-apply 60 $SUM 300"
until_line 'result r_1 failed'
settings
check 'the first that is refused ends them, and all is taken back' 'old undone network system ' "$R $(names "$RM_ROOT/etc/config")"
check 'with its place, code, error and field, and nothing the device says' \
	'result r_1 failed 1 1/1 undone: call 2 of 3: answered 422, error 103 in ipaddr [200/N 422/N]' \
	"$(grep -m 1 'result r_1' "$WORLD/lines" | sed 's|\([24][0-9][0-9]\)/[0-9]*|\1/N|g')"
check 'the third was not made' 'PUT PUT POST ' "$(sed 's/ .*//' "$WORLD/requests" | words /dev/stdin)"
end

rm "$WORLD/requests"
staged 'api PUT /api/interfaces/config/lan {"data":{"ipaddr":"10.0.0.2"}}'
: >"$WORLD/no-session"
serve "s_1 config-apply 60 $SUM 300"
until_line 'result s_1 failed'
settings
check 'without a session nothing is called' 'result s_1 failed 1 1/1 undone: the device gives no session of its API old undone none' \
	"$(grep -m 1 'result s_1' "$WORLD/lines") $R $(cat "$WORLD/requests" 2>/dev/null || echo none)"
rm "$WORLD/no-session"
end

config=$RM_RUN/config
for line in 'api GET /api/x -' 'api PUT /x -' 'api PUT /api/x {' 'api PUT /api/x' 'api PUT /api/x"y {}' 'api PUT /api/x -K' 'api PUT  /api/x {}' 'api PUT /api/$x {}'; do
	staged "$line"
	config_make "$SUM"
	check "refused: '$line'" '7 call 1: not a call that may be made' "$? $R"
done

rm -f "$WORLD/requests"
serve 'c_1 api-call 20 GET /api/interfaces/config -' 'c_2 api-call 20 PUT /api/interfaces/config/lan {"data":{"ipaddr":"hunter2"}}' \
	'c_3 api-call 20 GET /etc/passwd -' 'c_4 api-call 20 GET /api/x\nurl -'
until_line 'result c_1'
until_line 'result c_2'
until_line 'result c_4'
check 'a call alone answers with the code and what the device says' 'result c_1 done 0 1/1 200\n{"success":true,"data":[{"id":"lan"}]}' \
	"$(grep 'result c_1' "$WORLD/lines")"
check 'also when it is refused' 'result c_2 done 0 1/1 422\n{"success":false,"errors":[{"code":103,"error":"hunter2 is no address","source":"ipaddr","section":"lan"}]}' \
	"$(grep 'result c_2' "$WORLD/lines")"
check 'what is no call of the API is not made' "result c_3 failed 2 1/1 expected a method, a path of the API, and JSON or -
result c_4 failed 2 1/1 expected a method, a path of the API, and JSON or -" "$(grep 'result c_[34]' "$WORLD/lines")"
end
serve 'l_1 api-call 20 GET /api/long -'
until_line 'result l_1 done 0 11/11'
check 'no more than 64 KB is answered' yes "$([ "$(wc -c <"$WORLD/lines")" -lt 70000 ] && echo yes)"
end
serve 'w_1 api-call 20 GET /api/interfaces/config -'
kill "$API_PID"
until_line 'result w_1 done 1'
check 'what does not answer says so' 'result w_1 done 1 1/1 the API of the device does not answer\n' "$(grep 'result w_1' "$WORLD/lines")"
end

check 'the token is on no command line, in no log and no file' none \
	"$(grep -rl "$TOKEN" "$WORLD/argv" "$RM_RUN" "$RM_ETC" "$WORLD/lines" 2>/dev/null || echo none)"
check 'nor is what a call sets' none "$(grep -l 'hunter2\|10.0.0' "$WORLD/argv" "$RM_RUN/log" 2>/dev/null || echo none)"
finish
