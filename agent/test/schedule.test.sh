#!/bin/sh
. ./harness.sh
fake_proc
report_start() {
	STARTED="$STARTED$COLLECT_QUEUE"
	COLLECT_QUEUE=
}
STARTED=
report_init
settings_read 'dynamic=60 static=86400 wireless=0 io=0 gps=300 evil=1 keepalive=x'
check 'a setting that is no number is left alone' 300 "$KEEPALIVE"

clock 1000
report_schedule
check 'everything is measured at the start' ' dynamic static mobile gps' "$STARTED"
STARTED=
clock 1030
report_schedule
check 'nothing before its time' '' "$STARTED"
clock 1062
report_schedule
check 'each group has its own interval' ' dynamic mobile' "$STARTED"
STARTED=
settings_read 'dynamic=10'
clock 1063
report_schedule
clock 1073
report_schedule
check 'a shorter interval holds at once' ' dynamic mobile' "$STARTED"
STARTED=
settings_read 'dynamic=60'
clock 5000
report_schedule
STARTED=
clock 5030
report_schedule
check 'a device that slept does not catch up' '' "$STARTED"
finish
