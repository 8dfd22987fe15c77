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
		mkdir "$send_folder/copies" && config_text "$send_folder/copies" "$@" >"$config_file" || return
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

# config_text <folder> <all|package …>: prints the settings of uci, without uncommitted changes of others. All but what
# uci cannot read, which a line at the end names: one broken file must not hide the others.
config_text() {
	text_folder=$1
	text_unread=
	text_some=
	text_names=
	shift
	text_all=
	if [ "$*" = all ]; then
		text_all=1
		set --
		for config_path in "$RM_ROOT"/etc/config/*; do
			case ${config_path##*/} in *[!A-Za-z0-9_-]*) ;; *) set -- "$@" "${config_path##*/}" ;; esac
		done
	fi
	for config_package in $(printf '%s\n' "$@" | LC_ALL=C sort -u); do
		if text_package "$RM_ROOT/etc/config/$config_package"; then
			printf 'package %s\n' "$config_package"
			sed 1d "$text_folder/text" || return
			text_some=1
			continue
		fi
		if [ -z "$text_all" ]; then
			echo "$config_package: $R" >&2
			return 1
		fi
		text_unread="$text_unread# not readable: $config_package: $R$NL"
		text_names=$text_names${text_names:+, }$config_package
	done
	# The fault of a uci that reads nothing is its own.
	if [ -n "$text_unread" ] && [ -z "$text_some" ]; then
		echo "$config_package: $R" >&2
		return 1
	fi
	printf '%s' "$text_unread"
	# For the answer.
	put "$text_folder.unread" "$text_names"
}

# text_package <path>: what uci exports of a file; 1 with the reason in R. Under a name that no package has, as in
# make_uci.
text_package() {
	rm -f "$text_folder"/*
	if [ ! -f "$1" ] || [ ! -r "$1" ]; then
		R='not a file'
		return 1
	fi
	if ! ln -s "$1" "$text_folder/rm-read--$config_package" 2>/dev/null; then
		R="no space left in $RM_RUN"
		text_all=
		return 1
	fi
	uci -c "$text_folder" export "rm-read--$config_package" >"$text_folder/text" 2>"$text_folder/said" 3>&-
	text_exit=$?
	first_line "$text_folder/text"
	# A uci that does not know an option prints its usage and ends with 0.
	[ "$text_exit" -ne 0 ] || [ "$R" != "package rm-read--$config_package" ] || return 0
	R=$(tr -d '\000-\010\013-\037\177' <"$text_folder/said" | sed -n '1s/^[^:]*uci[^:]*: *//p' | cut -c1-100)
	R=${R:-uci does not read it}
	return 1
}
