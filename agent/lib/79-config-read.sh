# shellcheck shell=sh
# `config-read`: sends the text of the configuration.

# config_read <id> '<ticket> all|<package …>'
config_read() {
	read_what=${2#* }
	# uci has no such package name, and other systems have no packages.
	case $read_what in
		*[!A-Za-z0-9_\ -]* | '' | ' '* | *' ' | *'  '*) read_what= ;;
		all) ;;
		*) config_uci || read_what= ;;
	esac
	if ! is_ticket "${2%% *}" || [ -z "$read_what" ] || [ "$read_what" = "$2" ]; then
		command_done "$1" failed 2 "expected a ticket, and 'all' or packages"
		return
	fi
	if ! config_able; then
		command_done "$1" failed 127 unsupported
		return
	fi
	send_launch "$1" "${2%% *}" "config $read_what"
}

# send_config <file> <all|package …>: the text of the configuration, identical for identical settings.
send_config() {
	config_file=$1
	shift
	rm -f "$RM_RUN/config-read"
	if config_uci; then
		mkdir "$send_folder/changes" && config_text "$send_folder/changes" "$@" >"$config_file" || return
		[ "$*" = all ] || return 0
		sum_of "$config_file"
		put "$RM_RUN/config-read" "$R"
		return
	fi
	# Before reading, so that changes during the reading are reported.
	R=$(files_summed | sha256sum)
	put "$RM_RUN/config-read" "${R%% *}"
	config_present tar -cf "$config_file" -C "${RM_ROOT:-/}" || return
	# No tar creates an empty archive.
	[ -s "$config_file" ] || dd if=/dev/zero of="$config_file" bs=512 count=2
}

# config_present <command …>: runs it with the existing files of the list as arguments, if there are any: not every tar
# reads names from a file.
config_present() {
	present_words=$#
	while IFS= read -r present_path; do
		[ ! -f "$RM_ROOT/$present_path" ] || set -- "$@" "$present_path"
	done <<EOT
$(config_files)
EOT
	[ "$#" -eq "$present_words" ] || "$@"
}

# config_text <folder for changes> <all|package …>: prints the settings of uci.
config_text() {
	text_changes=$1
	shift
	if [ "$*" = all ]; then
		set --
		for config_path in "$RM_ROOT"/etc/config/*; do
			case ${config_path##*/} in *[!A-Za-z0-9_-]*) ;; *) set -- "$@" "${config_path##*/}" ;; esac
		done
	fi
	for config_package in $(printf '%s\n' "$@" | LC_ALL=C sort -u); do
		# Without uncommitted changes of others.
		uci -c "$RM_ROOT/etc/config" -t "$text_changes" export "$config_package" || return
	done
}
