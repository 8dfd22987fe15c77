#!/bin/sh
# Fetched content is stored as a file, and any file is sent.
. ./harness.sh
. ./stage-world.sh

mkdir -p "$RM_ROOT/etc/app/sub"
to=$RM_ROOT/etc/app/new.conf
mode() { stat -c %A "$1" 2>/dev/null; }

serve "f_1 fetch 60 $ticket $SUM 200000" "s_0 store 60 $SUM /etc/app/new.conf"
until_line 'result f_1 done'
check 'nothing is stored while it is being fetched' 'result s_0 failed 75 1/1 another file is being fetched or stored' \
	"$(grep 'result s_0' "$WORLD/lines")"
end
serve "s_1 store 60 $SUM /etc/app/new.conf"
until_line 'result s_1'
sum_of "$to"
check 'what was fetched is stored' "result s_1 done 0 1/1 200000 bytes $SUM -rw-r--r--" \
	"$(grep 'result s_1' "$WORLD/lines") $R $(mode "$to")"
check 'and is not in memory any more, nor anything beside the file' "no new.conf sub" "$([ -e "$stage" ] || echo no) $(find "$RM_ROOT/etc/app" -mindepth 1 -maxdepth 1 | sed 's|.*/||' | sort | tr '\n' ' ' | sed 's/ $//')"
end
serve "s_1 store 60 $SUM /etc/app/new.conf" "s_2 store 60 $SUM /etc/app/new.conf"
until_line 'result s_2'
check 'the same again, and what is there already, is done' \
	"result s_1 already 0 1/1 200000 bytes${NL}result s_2 done 0 1/1 200000 bytes" "$(grep result "$WORLD/lines")"
end

echo old >"$RM_ROOT/etc/app/old.sh"
chmod 751 "$RM_ROOT/etc/app/old.sh"
mkfifo "$RM_ROOT/etc/app/pipe"
ln -s "$RM_ROOT/etc/app/old.sh" "$RM_ROOT/etc/app/link"
serve "f_2 fetch 60 $ticket $SUM 200000"
until_line 'result f_2 done'
end
serve "p_1 store 60 $SUM /etc/app/sub" "p_1 store 60 $SUM /etc/app/sub"
# Started twice: the second is answered either while the first runs, or with the result of the first.
until_line 'result p_1 failed'
check 'a folder stays' 'result p_1 failed 3 1/1 it is a folder' "$R"
end
serve "p_2 store 60 $SUM /etc/app/pipe"
until_line 'result p_2'
check 'so does what is not a file' 'result p_2 failed 3 1/1 it is not a file' "$R"
end
serve "p_3 store 60 $SUM /etc/none/new.conf"
until_line 'result p_3'
check 'no folder is made' 'result p_3 failed 3 1/1 there is no such folder' "$R"
end
serve "p_4 store 60 $(printf '%064d' 0) /etc/app/other"
until_line 'result p_4'
check 'other content than announced is not stored' 'result p_4 failed 5 1/1 the file has not been fetched no' \
	"$R $([ -e "$RM_ROOT/etc/app/other" ] || echo no)"
end
serve "p_5 store 60 $SUM /etc/app/link"
until_line 'result p_5'
sum_of "$RM_ROOT/etc/app/old.sh"
check 'a file keeps its mode, and a link is one' "result p_5 done 0 1/1 200000 bytes $SUM -rwxr-x--x lrwxrwxrwx" \
	"$(grep 'result p_5' "$WORLD/lines") $R $(mode "$RM_ROOT/etc/app/old.sh") $(mode "$RM_ROOT/etc/app/link")"
end

# A full disk.
if mount -t tmpfs -o size=100k none "$RM_ROOT/etc/app/sub" 2>/dev/null; then
	echo small >"$RM_ROOT/etc/app/sub/file"
	serve "f_3 fetch 60 $ticket $SUM 200000"
	until_line 'result f_3 done'
	end
	serve "d_1 store 60 $SUM /etc/app/sub/file"
	until_line 'result d_1'
	case $R in 'result d_1 failed 4 1/1 '*) R=yes ;; esac
	check 'without space the old file stays, and nothing beside it' 'yes small file' \
		"$R $(cat "$RM_ROOT/etc/app/sub/file") $(ls -A "$RM_ROOT/etc/app/sub")"
	end
	umount -l "$RM_ROOT/etc/app/sub"
else
	echo '# skipped: nothing can be mounted here'
	[ -z "${CI:-}" ] || FAILED=1
fi

printf 'slow\nslow\nslow\n' >"$WORLD/cuts"
rm -rf "$stage"
serve "t_1 fetch 60 $ticket $SUM 200000 1"
until_line 'result t_1'
case $R in 'result t_1 failed 6 1/1 not fetched in time'*) R=yes ;; esac
check 'a fetch ends after its seconds' yes "$R"
end
rm -f "$WORLD/cuts"

echo 'what it says' >"$RM_ROOT/etc/app/my file"
serve "g_1 send 60 $ticket file 30 /etc/app/my file"
until_line 'result g_1'
check 'a file is sent as it is' "result g_1 done 0 1/1 13 bytes what it says" "$R $(cat "$WORLD/put")"
end
serve "g_2 send 60 $ticket file 30 /etc/app/none"
until_line 'result g_2'
check 'one that is not there' 'result g_2 failed 1 1/1 there is no such file' "$R"
end
serve "g_3 send 60 $ticket file 30 /etc/app/pipe"
until_line 'result g_3'
check 'what is not a file is not read' 'result g_3 failed 1 1/1 it is not a file' "$R"
end
head -c 17000000 /dev/zero >"$RM_ROOT/etc/app/big"
serve "g_4 send 60 $ticket file 30 /etc/app/big"
until_line 'result g_4'
check 'nor is what is too large' 'result g_4 failed 1 1/1 it is larger than 16 MB' "$R"
end

# Own files: those of the service are links to this machine.
rm -rf "$WORLD/proc"
fake_proc
read_now
link_init
commands_init
send_init
fetch_init
store_init
LINK_STATE=online LAST_SENT=$NOW KILLED_AT=''
exec 4>"$WORLD/said"
for bad in '' etc/app/x /etc/../root/x /etc/.. /./x /etc/ //x / '/a\012b'; do
	: >"$WORLD/said"
	rm -f "$RM_RUN/notes"
	link_line "cmd x_1 store 60 $SUM $bad"
	check "not stored: '$bad'" 'result x_1 failed 2 1/1 expected a checksum and the path of a file' "$(tail -n 1 "$WORLD/said")"
	: >"$WORLD/said"
	rm -f "$RM_RUN/notes"
	link_line "cmd x_2 send 60 $ticket file 30 $bad"
	check "not sent: '$bad'" 'result x_2 failed 2 1/1 expected a ticket and what to send' "$(tail -n 1 "$WORLD/said")"
done
link_line 'cmd x_4 store 60 x /etc/x'
check 'a sum that is none' 'result x_4 failed 2 1/1 expected a checksum and the path of a file' "$(tail -n 1 "$WORLD/said")"
for bad in 0 x '' '1;x'; do
	: >"$WORLD/said"
	rm -f "$RM_RUN/notes"
	link_line "cmd x_3 send 60 $ticket file $bad /etc/x"
	check "not sent within: '$bad'" 'result x_3 failed 2 1/1 expected a ticket and what to send' "$(tail -n 1 "$WORLD/said")"
done
finish
