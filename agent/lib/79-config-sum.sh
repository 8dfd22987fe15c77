# shellcheck shell=sh
# The checksum of the configuration, by which the server notices what was changed on the device. It is a report of its
# own, sent only when the server does not know it: nothing travels while nothing changes.

config_sum_init() {
	# The last one that the server was sent, in a report of that number or with all of the configuration.
	CONFIG_REPORTED=
	CONFIG_SEQ=0
	rm -rf "$RM_RUN/config-sum" "$RM_RUN/config-read"
}

# config_known: after a welcome, which does not know of a report that is on its way.
config_known() {
	[ "$CONFIG_SEQ" -le "$ACKED" ] || CONFIG_KNOWN=$CONFIG_REPORTED
}

# config_spooled '["<sum>"]': it is in the spool.
config_spooled() {
	CONFIG_REPORTED=${1#??}
	CONFIG_REPORTED=${CONFIG_REPORTED%??}
	CONFIG_KNOWN=$CONFIG_REPORTED
	CONFIG_SEQ=$SEQ
}

# config_sent: so is that of a configuration that was read; what was reported meanwhile is older for the server.
config_sent() {
	first_line "$RM_RUN/config-read" || return 0
	CONFIG_REPORTED=$R
	CONFIG_KNOWN=$R
	rm -f "$RM_RUN/config-read"
}

# linux_config: a group of reports like the others, measured in the background. Not while a change may be taken back.
linux_config() {
	config_able && ! config_busy || return 0
	config_looks
	if [ ! -s "$RM_RUN/config-sum/sum" ] || [ "$R" != "$(cat "$RM_RUN/config-sum/looks" 2>/dev/null)" ]; then
		# Before it is read: what changes meanwhile looks different the next time.
		sum_looks=$R
		config_sum || return 0
		put "$RM_RUN/config-sum/sum" "$R" && put "$RM_RUN/config-sum/looks" "$sum_looks"
	fi
	first_line "$RM_RUN/config-sum/sum"
	if [ "$R" != "$CONFIG_KNOWN" ] || [ "$R" != "${CONFIG_REPORTED:-$R}" ]; then text config_sum "$R"; fi
}

# config_looks: R, numbers, sizes and times of all files of the configuration, which is cheap to get.
config_looks() {
	if config_uci; then
		R=$(list_files "$RM_ROOT/etc/config")
	else
		R=$(cd "${RM_ROOT:-/}" && config_present list_files "$RM_ETC/config-files")
	fi
}

# list_files <path …>: with times to the second or better, where ls has them.
list_files() {
	ls -lniA --full-time "$@" 2>/dev/null || ls -lniA "$@" 2>/dev/null
}

# config_sum: R, the checksum of what `config-read` sends; of files, that of their checksums and paths, since an archive
# has times. 1 if it cannot be read.
config_sum() {
	mkdir -p "$RM_RUN/config-sum/changes" && rm -f "$RM_RUN/config-sum/failed" || return
	R=$(config_summed 2>/dev/null | sha256sum)
	R=${R%% *}
	[ ! -e "$RM_RUN/config-sum/failed" ]
}

config_summed() {
	if config_uci; then
		config_text "$RM_RUN/config-sum/changes" all
	else
		files_summed
	fi || : >"$RM_RUN/config-sum/failed"
}

files_summed() {
	cd "${RM_ROOT:-/}" && config_present sum_files
}

# sum_files <path …>: links are sent as such, and are no part of what is compared.
sum_files() {
	for sum_path; do
		[ -L "$sum_path" ] || sha256sum "$sum_path" || return
	done
}
