#!/bin/sh
# The lines of a template are measured, and failures disturb nothing else.
. ./harness.sh
fake_proc
BACKEND=linux
LINK_STATE=down
spool_open
report_init
read_now
plans=$RM_RUN/templates
mkdir -p "$RM_PROC/self" "$WORLD/elsewhere" "$RM_SYS/class/power"
echo '0.52 0.40 0.31 1/100 4242' >"$RM_PROC/loadavg"
printf 'MemTotal:       64000 kB\nMemFree:        32000 kB\n' >"$RM_PROC/meminfo"
echo '{"a":{"b":[{"n":"x","v":1},{"n":"y","v":true,"t":"two words","l":["p",{"q":2}]}]},"none":null}' >"$RM_PROC/answer"
echo secret >"$WORLD/elsewhere/secret"
ln -s "$WORLD/elsewhere/secret" "$RM_PROC/link"
echo secret >"$RM_PROC/self/environ"

# measured <lines of a template …>: the reported lines.
measured() {
	{
		echo 'every 60 5'
		printf '%s\n' "$@"
		echo 'every 60 6'
		echo 'read /proc/loadavg'
		echo 'pick 99 number 1/1'
	} >"$plans"
	template_collect "$plans" 5 "$RM_RUN/measured.1"
}
# values <lines …>: names, values and failures.
values() { R=$(measured "$@" | sed '1d'); }

values 'read /proc/loadavg' 'pick 1 number 1/1' 'pick 2 string 1' 'pick 3 integer 1/5'
check 'words of a text file; nothing of another template' 'c.1,c.2,c.3
[0.52,"0.52 0.40 0.31 1/100 4242",4242]' "$R"
values 'read /proc/meminfo' 'pick 1 integer MemFree [0-9]+'
check 'what follows a key, and the part a filter matches' 'c.1
[32000]' "$R"
values 'read /proc/answer' 'pick 1 number a/b/0/v' 'pick 2 boolean a/b/1/v' 'pick 3 string a/b/1/t' 'pick 4 array a/b/1/l' 'pick 5 object a/b/0'
check 'values of JSON, and parts of it as text' 'c.1,c.2,c.3,c.4,c.5
[1,"true","two words","[\"p\",{\"q\":2}]","{\"n\":\"x\",\"v\":1}"]' "$R"
values 'read /proc/answer' 'find at a/b n y' 'pick 1 string a/b/{at}/t'
check 'an entry that was found by one of its fields' 'c.1
["two words"]' "$R"
R=$(measured 'read /proc/answer' 'find at a/b n z' 'pick 1 string a/b/{at}/t' 'pick 2 string none' 'pick 3 string a/c' | sort)
check 'what is not there is null, and said' "! 1 missing
! 2 missing
! 3 missing
$NOW
[null,null,null]
c.1,c.2,c.3" "$R"

for path in /etc/passwd /proc/../etc/passwd /proc/link /proc/self/environ /proc/1/environ /proc/kcore /sys/../etc/passwd; do
	R=$(measured "read $path" 'pick 1 string 1' 'pick 2 string 2' | grep '^!')
	check "nothing is read of $path" '! 1 refused_path' "$R"
done
R=$(measured 'read /proc/nothing' 'pick 1 string 1' 'read /proc/loadavg' 'pick 2 number 1/1' | sort)
check 'a file that is not there, and one that is' "! 1 refused_path
$NOW
[null,0.52]
c.1,c.2" "$R"
head -c 5000000 /dev/zero | tr '\000' 'x' >"$RM_PROC/large"
R=$(measured 'read /proc/large' 'pick 1 string 1' 'read /proc/loadavg' 'pick 2 number 1/1' | sort)
check 'five megabytes are not read' "! 1 too_large
$NOW
[null,0.52]
c.1,c.2" "$R"
rm "$RM_PROC/large"

# The shell of the expression expands the dollar signs.
# shellcheck disable=SC2016
values 'read /proc/loadavg' 'pick 1 number 1/5' 'sh 1 value echo $((value * 2))' 'pick 2 string 1/1' 'sh 2 v printf "%s!" "$v"'
check 'an expression has the value in its variable' 'c.1,c.2
[8484,"0.52!"]' "$R"
echo "; touch $WORLD/broken; \$(touch $WORLD/broken) \`touch $WORLD/broken\`" >"$RM_PROC/evil"
# shellcheck disable=SC2016
values 'read /proc/evil' 'pick 1 string 1' 'sh 1 value printf %s "$value"'
check 'text of an answer is never code' no "$([ -e "$WORLD/broken" ] && echo yes || echo no)"
R=$(measured 'read /proc/loadavg' 'pick 1 number 1/1' 'sh 1 value exit 3' 'pick 2 number 1/2' | sort)
check 'one that fails' "! 1 failed
$NOW
[null,0.40]
c.1,c.2" "$R"
values 'read /proc/loadavg' 'pick 1 string 1/1' 'sh 1 value yes'
check 'output without an end is cut' "[\"$(head -c 128 /dev/zero | tr '\000' y)\"]" "$(printf '%s\n' "$R" | sed -n 2p)"

# runaway <title> <expression>: is ended after two seconds, or later on a slow machine, and logged.
runaway() {
	: >"$RM_RUN/log"
	read -r since _ </proc/uptime
	R=$(measured 'read /proc/loadavg' 'pick 1 number 1/1' "sh 1 value $2" 'pick 2 number 1/2' | sort)
	read -r until _ </proc/uptime
	check "$1 is ended, and the rest measured" "! 1 ended
$NOW
[null,0.40]
c.1,c.2" "$R"
	check_between "$1 lasts no longer" 1 30 "$((${until%%.*} - ${since%%.*}))"
	check "$1 is logged" 1 "$(grep -c 'the expression of parameter 1 was ended after 2 s' "$RM_RUN/log")"
}
runaway 'an endless expression' 'while :; do :; done'
runaway 'one that sleeps' 'sleep 90'
runaway 'one that forks' "f() { sh -c 'while :; do sleep 1; done; : $WORLD' & sleep 0.2; f; }; f"
check 'nothing of it is left' 0 "$(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\000' '\n' | grep -c "^while :; do sleep 1; done; : $WORLD")"

# Long texts, since the length of a report is limited.
set --
n=0
while [ "$n" -lt 30 ]; do
	n=$((n + 1))
	set -- "$@" "pick $n string 1"
done
check 'many texts are several reports' 3 "$(measured 'read /proc/loadavg' "$@" | grep -c '^c\.')"

# The current file, and the due templates.
printf 'every 60 5\nread /proc/loadavg\npick 1 number 1/1\nevery 3600 6\nread /proc/loadavg\npick 2 number 1/1\n' >"$plans"
templates_load
sum_of "$plans"
HELLO='"serial":"x"'
config_hello() { R=; }
expected=$R
hello_line
check 'hello says which file is here' 1 "$(printf '%s' "$R" | grep -c "\"templates\":\"$expected\"")"
COLLECT_QUEUE=
clock 1000
templates_due
check 'all are due at first' ' t5 t6' "$COLLECT_QUEUE"
COLLECT_QUEUE=
clock 1060
templates_due
check 'each in its own time' ' t5' "$COLLECT_QUEUE"
PLANS_SUM=
templates_settle
check 'settings without the word: nothing is measured' "no ''" "$([ -e "$plans" ] && echo yes || echo no) '$TEMPLATES'"
finish
