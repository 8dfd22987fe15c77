#!/bin/sh
# After any interruption, a configuration that is not confirmed is taken back; run by e2e/long/agent-config.test.ts.
# A change has seven steps: the copies (1), their record (2, 3), the change (4), its record (5, 6), the reload (7).
. ./harness.sh
. ./stage-world.sh
. ./config-world.sh

# at_step <step> [seconds]: a device that waits at that step.
at_step() {
	N=$((${N:-0} + 1))
	change
	if [ "$1" = 7 ]; then : >"$WORLD/reload-hangs"; else echo "$1" >"$WORLD/hold"; fi
	serve "s_$N config-apply 60 $SUM ${2:-2}"
	if [ "$1" = 7 ]; then until_true test -s "$WORLD/reloads"; else until_true test -f "$WORLD/held"; fi
}
release() { rm -f "$WORLD/hold" "$WORLD/reload-hangs"; }
# again: starts the agent once more; R is the outcome.
again() {
	# An agent that finds the time over reloads before it connects, for up to a minute.
	rm -f "$WORLD/hellos" "$WORLD/reload-hangs"
	serve "s_$N config-apply 60 $SUM 2"
	until_true test -s "$WORLD/hellos"
	release
	until_line "result s_$N \\(failed\\|already 1\\)"
	until_true now_has "$OLD"
	R="$(grep -m 1 "result s_$N \\(failed\\|already 1\\)" "$WORLD/lines" | sed 's/^result [^ ]* [a-z]* 1 1.1 //')"
	said=$R
	settings
	R="$said: $R $(names "$RM_ROOT/etc/config")"
	end
}
nothing='the agent was ended before anything was changed: old none network system '
halfway='undone: interrupted while it was applied: old undone network system '
intime='undone: not confirmed within 2 s: old undone network system '

for step in 1 2 3 4 5 6 7; do
	case $step in [1-5]) at_step "$step" 600 ;; *) at_step "$step" ;; esac
	killed
	again
	case $step in
		1 | 2) expected=$nothing ;;
		3 | 4 | 5) expected=$halfway ;;
		*) expected=$intime ;;
	esac
	check "the agent is killed in step $step" "$expected" "$R"
done
at_step 6 600
killed
serve "s_$N config-apply 60 $SUM 600"
release
until_true test -s "$WORLD/reloads"
check 'what was applied is reloaded by the next agent' "$NEW" "$(cat "$WORLD/reloads")"
crash

for step in 4 6; do
	at_step "$step"
	exec_tree "$SERVICE_PID"
	for pid in $exec_pids; do kill -9 "$pid" 2>/dev/null; done
	wait "$SERVICE_PID" 2>/dev/null
	release
	until_true state_is undone
	settings
	check "with no agent left in step $step, the guard takes it back" 'old undone' "$R"
	again
	check "and the next agent says so" "$intime" "$R"
done

for step in 4 7; do
	at_step "$step"
	end_guard
	release
	until_true state_is undone
	until_line "result s_$N \\(failed\\|already 1\\)"
	settings
	check "without the guard in step $step, the agent takes it back" 'old undone' "$R"
	end
done
at_step 7 3600
end_guard
release
guarded() { guard_alive; }
until_true guarded
check 'another guard is started while there is time' yes "$(guard_alive && echo yes)"
end
end_guard
serve "v_$N config-undo 60 s_$N"
until_true state_is undone
settings
check 'guard and agent killed: the next agent takes it back' 'old undone' "$R"
end

BOOT_N=2
for step in 1 2 3 4 5 6 7; do
	case $step in [1-5]) at_step "$step" 600 ;; *) at_step "$step" ;; esac
	power 3
	if [ "$step" -le 2 ]; then
		release
		serve "s_$N config-apply 60 $SUM 2"
		until_line "result s_$N"
		end
		settings
		check "a power cut in step $step" "result s_$N failed 5 1/1 the configuration has not been fetched old none network system " \
			"$(grep -m 1 result "$WORLD/lines") $R $(names "$RM_ROOT/etc/config")"
		continue
	fi
	again
	case $step in 3 | 4 | 5) expected=$halfway ;; *) expected=$intime ;; esac
	check "a power cut in step $step" "$expected" "$R"
done
# Then the record of taking it back (7, 8), the files (9), and the record that they are restored (10, 11).
for step in 8 9 11; do
	N=$((N + 1))
	change
	echo "$step" >"$WORLD/hold"
	serve "s_$N config-apply 60 $SUM 600"
	until_true grep -qs '"apply":"[^"]* applied"' "$WORLD/hellos"
	# The time is over.
	pass 600
	until_true test -f "$WORLD/held"
	power 3
	again
	check "a power cut while it is taken back ($step)" 'undone: not confirmed within 600 s: old undone network system ' "$R"
done

at_step 7 600
power 3
echo "cmd c_1 config-confirm 60 s_$N" >"$WORLD/later"
release
serve "s_$N config-apply 60 $SUM 600"
until_line 'result c_1'
settings
check 'what outlived a power cut can be confirmed' 'result c_1 done 0 1/1 confirmed new confirmed' "$(grep -m 1 'result c_1' "$WORLD/lines") $R"
end
at_step 7 600
power 3
release
rm -f "$WORLD/hellos"
serve "s_$N config-apply 60 $SUM 600"
until_line "result s_$N"
check 'or asked for' "result s_$N already 0 1/1 applied \"apply\":\"s_$N applied\"" "$(grep -m 1 "result s_$N" "$WORLD/lines") $(sed -n '1s/.*\("apply":"[^"]*"\).*/\1/p' "$WORLD/hellos")"
power 4
rm -f "$WORLD/hellos"
serve 'z refresh 60'
until_line 'result z'
settings
check 'in the third boot it is taken back before anything else' "old undone \"apply\":\"s_$N undone\"" "$R $(sed -n '1s/.*\("apply":"[^"]*"\).*/\1/p' "$WORLD/hellos")"
end
serve "s_$N config-apply 60 $SUM 600"
until_line "result s_$N"
check 'and says why' "result s_$N already 1 1/1 undone: the device has started 3 times without a confirmation" "$(grep -m 1 "result s_$N" "$WORLD/lines")"
end
finish
