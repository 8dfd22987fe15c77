#!/bin/sh
. ./harness.sh
fake_proc
read_now
BACKEND=linux
spool_open
report_init
link_init
exec 4>"$WORLD/said"
LINK_STATE=online LAST_SENT=$NOW
mkdir -p "$RM_ROOT/home/op"
echo "op:x:$(id -u):0::/home/op:/bin/sh" >"$RM_ROOT/etc/passwd"
keys=$RM_ROOT/home/op/.ssh/authorized_keys
key='ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOwGRw5lSCa2jRoUorQ3nYJtOPyNkUAqTLyVOcZgNo0T'
options='no-port-forwarding,no-agent-forwarding,no-X11-forwarding'
authorized_init
# ask <verb> <argument>: R is the result without its id.
ask() {
	ASKED=$((${ASKED:-0} + 1))
	link_line "cmd a-$ASKED $1 60 $2"
	R=$(tail -n 1 "$WORLD/said" | sed 's/^result [^ ]* //')
}

ask authorize "s-1 900 $key"
case $R in 'done 0 1/1 user=op server='*) got=yes ;; *) got=$R ;; esac
check 'says who may sign in' yes "$got"
check 'the file is made, for its owner alone' "$options $key rm-agent:s-1:1900 600 700" \
	"$(cat "$keys") $(stat -c %a "$keys") $(stat -c %a "${keys%/*}")"
ask deauthorize s-1
check 'ended' 'done 0 1/1 ended' "$R"
check 'nothing is left of it' '' "$(find "$RM_ROOT/home/op" -mindepth 1)"

mkdir -m 755 "${keys%/*}"
printf '# mine rm-agent:1\nssh-rsa AAAAB3 me@home\n\ncommand="a b" ssh-rsa AAAAB4 rm-agent:x' >"$keys"
cp "$keys" "$WORLD/foreign"
echo >>"$WORLD/foreign"
chmod 640 "$keys"
ask authorize "s-1 900 $key"
ask authorize "s-2 60 $key"
check 'other lines stay as they are, ours come last' "$(cat "$WORLD/foreign")
$options $key rm-agent:s-1:1900
$options $key rm-agent:s-2:1060" "$(cat "$keys")"
check 'mode kept' 640 "$(stat -c %a "$keys")"
ask authorize "s-1 100 $key"
check 'a session has one line' 1 "$(grep -c rm-agent:s-1: "$keys")"
clock 1059
authorized_tick
check 'not over yet' 2 "$(grep -c "^$options" "$keys")"
clock 1060
authorized_tick
check 'over: taken out by the agent alone' "$options $key rm-agent:s-1:1100" "$(grep "^$options" "$keys")"
authorized_init
check 'none outlives a start of the service' "$(cat "$WORLD/foreign")" "$(cat "$keys")"
check 'a file that was there stays' 640 "$(stat -c %a "$keys")"

for bad in 's-1' 's-1 900' "s/1 900 $key" "s-1 0 $key" "s-1 90000 $key" "s-1 x $key" 's-1 900 ssh-dss AAAAB3' \
	"s-1 900 $key comment" 's-1 900 ssh-ed25519 AAAA;x' "all 900 $key" "s-1 900 ssh-ed25519 AAAA\\0012ssh-rsa AAAA"; do
	ask authorize "$bad"
	check "refused: ${bad%%\\*}" 'failed 2 1/1 expected a session, seconds and an OpenSSH public key' "$R"
done
check 'and nothing changed' "$(cat "$WORLD/foreign")" "$(cat "$keys")"
ask deauthorize 'all'
check 'only one session at a time is ended' 'failed 2 1/1 expected a session' "$R"
n=0
while [ "$n" -lt 17 ]; do
	n=$((n + 1))
	ask authorize "m-$n 900 $key"
done
check 'so many keys and no more' 'failed 75 1/1 16 keys are authorised already' "$R"
authorized_init

ask authorize "s-1 900 $key"
ask authorize "s-2 60 $key"
cp "$keys" "$WORLD/before"
# An awk that silently loses output on a full disk, like busybox's.
awk() {
	if [ -n "${FULL:-}" ] && [ -f /proc/self/fd/1 ]; then command awk "$@" | head -n 1; else command awk "$@"; fi
}
FULL=1
clock $((NOW + 60))
authorized_tick
check 'a disk that is full costs no key' "$(cat "$WORLD/before")" "$(cat "$keys")"
ask deauthorize s-1
check 'and what could not be taken out is not said to be' "failed 1 1/1 $keys cannot be written" "$R"
authorized_init
FULL=
clock $((NOW + 59))
authorized_tick
check 'not tried all the time' "$(cat "$WORLD/before")" "$(cat "$keys")"
clock $((NOW + 1))
authorized_tick
check 'but again' "$(cat "$WORLD/foreign")" "$(cat "$keys")"

mv "$keys" "$WORLD/keys"
mkfifo "$WORLD/null"
ln -s "$WORLD/null" "$keys"
ask authorize "s-1 900 $key"
check 'what is no file is not put aside' "failed 1 1/1 $WORLD/null cannot be written yes" \
	"$R $([ -p "$WORLD/null" ] && echo yes)"
rm "$keys"
mv "$WORLD/keys" "$keys"

BACKEND=openwrt
mkdir -p "$RM_ROOT/etc/dropbear"
ask authorize "s-1 900 $key"
check 'OpenWrt keeps them elsewhere' 1 "$(grep -c rm-agent:s-1: "$RM_ROOT/etc/dropbear/authorized_keys")"
authorized_sweep all
check 'and its folder stays' yes "$([ -d "$RM_ROOT/etc/dropbear" ] && echo yes)"
finish
