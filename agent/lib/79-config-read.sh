# shellcheck shell=sh
# `config-read`: sends the text of the configuration.

# config_read <id> '<ticket> all|<package …>'
config_read() {
	read_what=${2#* }
	# uci has no such package name, and other systems no packages.
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

# send_config <file> <all|package …>: the text of the configuration, the same for the same settings.
send_config() {
	config_file=$1
	shift
	if ! config_uci; then
		config_files >"$send_folder/names"
		set --
		while IFS= read -r config_path; do
			[ ! -f "$RM_ROOT/$config_path" ] || set -- "$@" "$config_path"
		done <"$send_folder/names"
		# As arguments: not every tar reads names from a file, and none makes an archive of nothing.
		if [ "$#" -gt 0 ]; then
			tar -cf "$config_file" -C "${RM_ROOT:-/}" "$@"
		else
			dd if=/dev/zero of="$config_file" bs=512 count=2
		fi
		return
	fi
	if [ "$*" = all ]; then
		set --
		for config_path in "$RM_ROOT"/etc/config/*; do
			case ${config_path##*/} in *[!A-Za-z0-9_-]*) ;; *) set -- "$@" "${config_path##*/}" ;; esac
		done
	fi
	mkdir "$send_folder/changes" || return
	for config_package in $(printf '%s\n' "$@" | LC_ALL=C sort -u); do
		# Without what others have changed and not committed.
		uci -c "$RM_ROOT/etc/config" -t "$send_folder/changes" export "$config_package" || return
	done >"$config_file"
}
