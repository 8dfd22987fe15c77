# shellcheck shell=sh
# The checksum of the configuration, by which the server notices changes on the device. It is a separate report, sent
# only if the server does not know it: without changes nothing is sent.

config_sum_init() {
	# The last checksum sent to the server, in the report with that number or with the whole configuration.
	CONFIG_REPORTED=
	CONFIG_SEQ=0
	rm -rf "$RM_RUN/config-sum" "$RM_RUN/config-read"
}

# config_known: called after a welcome, which does not cover an unacknowledged report.
config_known() {
	[ "$CONFIG_SEQ" -le "$ACKED" ] || CONFIG_KNOWN=$CONFIG_REPORTED
}

# config_spooled '["<sum>"]': called when the checksum is in the spool.
config_spooled() {
	CONFIG_REPORTED=${1#??}
	CONFIG_REPORTED=${CONFIG_REPORTED%??}
	CONFIG_KNOWN=$CONFIG_REPORTED
	CONFIG_SEQ=$SEQ
}

# config_sent: adopts the checksum of a configuration that was read, which supersedes earlier reports.
config_sent() {
	first_line "$RM_RUN/config-read" || return 0
	CONFIG_REPORTED=$R
	CONFIG_KNOWN=$R
	rm -f "$RM_RUN/config-read"
}

# linux_config: a group of reports, measured in the background; not while a change may be taken back.
linux_config() {
	config_able && ! config_busy || return 0
	config_looks
	if [ ! -s "$RM_RUN/config-sum/sum" ] || [ "$R" != "$(cat "$RM_RUN/config-sum/looks" 2>/dev/null)" ]; then
		# Before reading, so that changes during the reading look different the next time.
		sum_looks=$R
		config_sum || return 0
		put "$RM_RUN/config-sum/sum" "$R" && put "$RM_RUN/config-sum/looks" "$sum_looks"
	fi
	first_line "$RM_RUN/config-sum/sum"
	if [ "$R" != "$CONFIG_KNOWN" ] || [ "$R" != "${CONFIG_REPORTED:-$R}" ]; then text config_sum "$R"; fi
}

# config_looks: R, numbers, sizes and times of all files of the configuration, which is cheap.
config_looks() {
	if config_uci; then
		R=$(list_files "$RM_ROOT/etc/config")
	else
		R=$(cd "${RM_ROOT:-/}" && config_present list_files "$RM_ETC/config-files")
	fi
}

# list_files <path …>: with times to the second or better, if ls supports it.
list_files() {
	ls -lniA --full-time "$@" 2>/dev/null || ls -lniA "$@" 2>/dev/null
}

# config_sum: R, the checksum of the text of `config-read`; for files, that of their checksums and paths, since an
# archive contains times. 1 if it cannot be read.
config_sum() {
	mkdir -p "$RM_RUN/config-sum/copies" && rm -f "$RM_RUN/config-sum/failed" || return
	R=$(config_summed 2>/dev/null | sha256sum)
	R=${R%% *}
	[ ! -e "$RM_RUN/config-sum/failed" ]
}

config_summed() {
	if config_uci; then
		config_text "$RM_RUN/config-sum/copies" all
	else
		files_summed
	fi || : >"$RM_RUN/config-sum/failed"
}

files_summed() {
	cd "${RM_ROOT:-/}" && config_present sum_files
}

# sum_files <path …>: links are sent as such, but not compared.
sum_files() {
	for sum_path; do
		[ -L "$sum_path" ] || sha256sum "$sum_path" || return
	done
}
