#!/bin/sh
# Passwords in a shadow file of a folder; the program that sets them is a function that records its input.
# Dollar signs in passwords and hashes are literal.
# shellcheck disable=SC2016
. ./harness.sh
fake_proc
read_now
BACKEND=linux
DEVICE=42
spool_open
report_init
link_init
commands_init
exec_init
password_init
mkfifo "$WORLD/events"
exec 3<>"$WORLD/events"
exec 4>"$WORLD/said"
LINK_STATE=online LAST_SENT=$NOW
echo "op:x:$(id -u):0::/home/op:/bin/sh" >"$RM_ROOT/etc/passwd"
shadow=$RM_ROOT/etc/shadow
printf 'daemon:*:19000:0:99999:7:::\nop:!:0:0:99999:7:::\noperator:$1$abc:19000::::::\n' >"$shadow"
chmod 640 "$shadow"
# ask <password>: R is the result without its id.
ask() {
	ASKED=$((${ASKED:-0} + 1))
	link_line "cmd p-$ASKED password 60 $1"
	[ -z "$PASSWORD" ] || {
		IFS= read -r event <&3
		password_ended "${event#password }"
	}
	R=$(tail -n 1 "$WORLD/said" | sed 's/^result [^ ]* //')
}
# accepts <password>: whether the shadow file has its hash for op.
accepts() {
	accepts_hash=$(sed -n 's/^op:\([^:]*\):.*/\1/p' "$shadow")
	accepts_salt=${accepts_hash#\$6\$}
	[ "$(printf '%s\n' "$1" | busybox mkpasswd -m sha512 -S "${accepts_salt%%\$*}" -P 0)" = "$accepts_hash" ]
}
mkpasswd() { busybox mkpasswd "$@"; }
sync() { cp "$shadow" "$WORLD/flash"; }

ask 'Tr1cky:\0134$HOME*'
check 'without a program for passwords the hash goes into shadow' 'done 0 1/1 password set' "$R"
check 'it is on flash before that is said' "$(cat "$shadow")" "$(cat "$WORLD/flash")"
accepts 'Tr1cky:\$HOME*' && got=yes || got=no
check 'and is that of the password as it was sent' yes "$got"
check 'others and the mode stay, the day is set' "daemon:*:19000:0:99999:7:::
op $(($(date +%s) / 86400)):0:99999:7:::
operator:\$1\$abc:19000:::::: 640" "$(sed 's/^op:[^:]*:/op /' "$shadow") $(stat -c %a "$shadow")"
check 'nothing else is left' 'passwd rm-agent shadow' "$(cd "$RM_ROOT/etc" && echo *)"
cp "$shadow" "$WORLD/before"
link_line "cmd p-$ASKED password 60 Another-1"
check 'a repetition is answered and not run' "result p-$ASKED already 0 1/1 password set" "$(tail -n 1 "$WORLD/said")"
for bad in short1 'has\0012newline' "$(printf '%033d' 0)" ''; do
	ask "$bad"
	check "refused: ${#bad} characters" 'failed 2 1/1 expected a password of 8 to 32 characters' "$R"
done
check 'and nothing changed' "$(cat "$WORLD/before")" "$(cat "$shadow")"

awk() {
	if [ -n "${FULL:-}" ] && [ -f /proc/self/fd/1 ]; then command awk "$@" | head -n 1; else command awk "$@"; fi
}
FULL=1
ask 'Secret-0001'
FULL=
check 'a full disk' 'failed 5 1/1 the password could not be stored' "$R"
check 'loses no user' "$(cat "$WORLD/before")" "$(cat "$shadow")"
sed -i /^op:/d "$shadow"
ask 'Secret-0001'
check 'nor is a user added' 'failed 5 1/1 the password could not be stored' "$R"
unset -f mkpasswd
have() { return 1; }
ask 'Secret-0001'
check 'without any tool' 'failed 3 1/1 no tool to set a password is installed' "$R"
password_able && got=yes || got=no
check 'none is offered' no "$got"

# Like the running system, with functions instead of the programs.
RM_SHADOW=/etc/shadow
have() { [ "$1" = "$TOOL" ]; }
chpasswd() {
	cat >"$WORLD/typed"
	echo "$*" >"$WORLD/arguments"
	env >"$WORLD/environment"
	tr '\000' ' ' </proc/self/cmdline >>"$WORLD/arguments"
	return "${REFUSES:-0}"
}
passwd() { chpasswd "$@"; }
TOOL=chpasswd
ask 'Secret-0002'
check 'chpasswd reads it' 'done 0 1/1 password set op:Secret-0002' "$R $(cat "$WORLD/typed")"
check 'and has it nowhere else' '' "$(grep -l Secret-0002 "$WORLD/arguments" "$WORLD/environment" "$RM_RUN"/*)"
TOOL=passwd
ask 'Secret-0003'
check 'passwd reads it twice' "done 0 1/1 password set Secret-0003
Secret-0003" "$R $(cat "$WORLD/typed")"
REFUSES=1
ask 'Secret-0004'
check 'refused by the device' 'failed 4 1/1 the device refused the password' "$R"
check 'no answer and no note repeats one' '' "$(grep -h 'Secret-' "$WORLD/said" "$RM_RUN/notes" "$RM_RUN/log" 2>/dev/null)"

chpasswd() { sleep 99; }
TOOL=chpasswd
link_line 'cmd h-1 password 60 Secret-0005'
link_line 'cmd h-2 password 60 Secret-0006'
check 'one at a time' 'result h-2 failed 75 1/1 another password is being set' "$(tail -n 1 "$WORLD/said")"
hung=$PASSWORD_PID
clock $((NOW + 60))
password_tick
check 'one that hangs is given up, and may have been set' 'result h-1 failed 6 1/1 not finished in time' "$(tail -n 1 "$WORLD/said")"
wait "$hung" 2>/dev/null
check 'and ended' ended "$(kill -0 "$hung" 2>/dev/null && echo running || echo ended)"
finish
