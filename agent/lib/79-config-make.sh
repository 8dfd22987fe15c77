# shellcheck shell=sh
# The files of a fetched configuration: checked line by line, then created in memory, so that nothing is changed unless
# everything can be.

CONFIG_BYTES=1048576

# config_uci: whether uci has the settings; elsewhere they are listed files.
config_uci() {
	[ "$BACKEND" != linux ]
}

config_able() {
	if config_uci; then have uci; else [ -x "$RM_ETC/hooks/reload" ]; fi
}

# config_make <sha256>: creates files in $config/new and their list in $config/list. R is the reason of a failure, with
# the exit code of the contract.
config_make() {
	sum_of "$stage/file"
	if [ "$R" != "$1" ]; then
		R='the configuration has changed since it was fetched'
		return "$CONFIG_MISSING"
	fi
	size_of "$stage/file"
	if [ "$R" -gt "$CONFIG_BYTES" ]; then
		R="more than $CONFIG_BYTES bytes"
		return "$CONFIG_REFUSED"
	fi
	rm -rf "$config"
	if ! mkdir "$config" "$config/new" "$config/copies" 2>/dev/null; then
		R="no space left in $RM_RUN"
		return "$CONFIG_STORAGE"
	fi
	if config_uci; then make_calls && make_uci; else make_files; fi || return "$CONFIG_REFUSED"
}

# make_uci: R is the reason of a failure. Works on copies under names that no package has: uci adds the uncommitted changes
# in /tmp/.uci, and in newer versions replaces a package by that in /var/run/uci, by the name alone.
make_uci() {
	uci_touches=
	[ -s "$config/uci" ] || [ ! -s "$config/calls" ] || return 0
	name='[A-Za-z0-9_-]+'
	uci_touches=$(sed -n 1p "$config/uci")
	if ! printf '%s\n' "$uci_touches" | LC_ALL=C grep -qxE "touches( $name){1,64}"; then
		R="line 1: expected 'touches' and the packages"
		return 1
	fi
	uci_touches=${uci_touches#touches }
	package="($(printf '%s' "$uci_touches" | tr ' ' '|'))"
	section="$package\.($name|@$name\[-?[0-9]+\])"
	# Uci interprets nothing in it, except for the quotes around it.
	text="'[^'$(printf '\001')]*'"
	value="([A-Za-z0-9_.:/-]+|$text(\\\\'$text)*)"
	R=$(sed 1d "$config/uci" | LC_ALL=C grep -nvxE "set $section(\.$name)?=$value|add $package $name|(add_list|del_list) $section\.$name=$value|delete $section(\.$name)?|rename $section(\.$name)?=($name|'$name')|reorder $section=([0-9]+|'[0-9]+')" |
		sed -n '1s/:.*//p')
	if [ -n "$R" ]; then
		R="line $((R + 1)): not a line that may be applied"
		return 1
	fi
	mkdir -p "$config/new/etc/config"
	for uci_package in $uci_touches; do
		if [ -f "$RM_ROOT/etc/config/$uci_package" ] && [ ! -L "$RM_ROOT/etc/config/$uci_package" ]; then
			cat "$RM_ROOT/etc/config/$uci_package" >"$config/copies/rm--$uci_package" || return
		elif [ -e "$RM_ROOT/etc/config/$uci_package" ] || [ -L "$RM_ROOT/etc/config/$uci_package" ]; then
			R="$uci_package is not a file"
			return 1
		else
			: >"$config/copies/rm--$uci_package"
		fi
	done
	LC_ALL=C sed '1d; s/^[a-z_]* /&rm--/' "$config/uci" | tr '\002' '\n' >"$config/batch"
	make_copies
	make_exit=$?
	# What is left after a failure.
	rm -f "$RM_ROOT"/tmp/.uci/rm--*
	return "$make_exit"
}

# make_copies: changes the copies; R is the reason of a failure.
make_copies() {
	rm -f "$RM_ROOT"/tmp/.uci/rm--*
	# It returns 0 even if lines failed.
	make_quiet batch <"$config/batch" || return
	for uci_package in $uci_touches; do
		make_quiet commit "rm--$uci_package" || return
		uci_copy=$config/copies/rm--$uci_package
		if [ -e "$RM_ROOT/etc/config/$uci_package" ]; then
			if cmp -s "$uci_copy" "$RM_ROOT/etc/config/$uci_package"; then continue; fi
		elif [ ! -s "$uci_copy" ]; then
			continue
		fi
		mv "$uci_copy" "$config/new/etc/config/$uci_package" || return
		echo "etc/config/$uci_package" >>"$config/list"
	done
}

# make_quiet <command of uci>: works on the copies. 1 if it prints an error.
make_quiet() {
	uci -c "$config/copies" "$@" >/dev/null 2>"$config/said" 3>&- && [ ! -s "$config/said" ] && return
	R=$(tr -d '\r' <"$config/said" | sed -n 1p)
	R="refused by uci${R:+: $R}"
	return 1
}

# config_files: the paths that may be read and written without uci, relative to /. Never those of the agent, which would
# lose itself or its undo.
config_files() {
	sed -n 's/[[:space:]]*$//; s|^/\([A-Za-z0-9_./@+-]*[A-Za-z0-9_@+-]\)$|\1|p' "$RM_ETC/config-files" 2>/dev/null |
		grep / | grep -v -e '//' -e '\.\.' -e '/\./' -e '^etc/rm-agent/' -e '^\./' | LC_ALL=C sort -u
}

# make_files: R is the reason of a failure.
make_files() {
	if ! tar -tzf "$stage/file" 2>/dev/null >"$config/names" 3>&- || [ ! -s "$config/names" ]; then
		R='not an archive'
		return 1
	fi
	config_files >"$config/allowed"
	R=$(sed 's|^\./||' "$config/names" | LC_ALL=C grep -nvxFf "$config/allowed" | sed -n '1s/:.*//p')
	if [ -n "$R" ] || [ ! -s "$config/allowed" ]; then
		R="entry ${R:-1}: not a file of config-files"
		return 1
	fi
	# Only regular files, each once.
	if tar -tvzf "$stage/file" 2>/dev/null 3>&- | grep -qv '^-' || [ -n "$(sed 's|^\./||' "$config/names" | sort | uniq -d)" ]; then
		R='something in it is not a file, or twice in it'
		return 1
	fi
	if ! tar -xzof "$stage/file" -C "$config/new" 2>/dev/null 3>&- || [ -n "$(find "$config/new" -type f -links +1)" ]; then
		R='the archive cannot be unpacked'
		return 1
	fi
	sed 's|^\./||' "$config/names" >"$config/list"
	while IFS= read -r make_path; do
		if [ -d "$RM_ROOT/$make_path" ] || [ ! -d "$RM_ROOT/${make_path%/*}" ]; then
			R="/$make_path cannot be a file here"
			return 1
		fi
	done <"$config/list"
}

# config_keep: copies the files to be changed on flash, and puts their replacements beside them: from then on renames
# are enough, in both directions. 1 with the reason in R.
config_keep() {
	undo_sweep
	(
		umask 077
		mkdir "$undo" "$undo/before" || exit
		: >"$undo/list"
		dd if=/dev/urandom of="$undo/reserve" bs=1024 count=8 || exit
		[ ! -f "$config/list" ] || while IFS= read -r keep_path; do
			keep_new=$RM_ROOT/${keep_path%/*}/.${keep_path##*/}.rm-new
			if [ -e "$RM_ROOT/$keep_path" ] || [ -L "$RM_ROOT/$keep_path" ]; then
				echo "+ $keep_path" >>"$undo/list" && mkdir -p "$undo/before/${keep_path%/*}" &&
					cp -pP "$RM_ROOT/$keep_path" "$undo/before/$keep_path" || exit
			else
				echo "- $keep_path" >>"$undo/list" || exit
			fi
			# With owner and mode of the replaced file.
			if [ -f "$RM_ROOT/$keep_path" ]; then
				cp -p "$RM_ROOT/$keep_path" "$keep_new" && cat "$config/new/$keep_path" >"$keep_new" || exit
			else
				cat "$config/new/$keep_path" >"$keep_new" && chmod 644 "$keep_new" || exit
			fi
			cmp -s "$config/new/$keep_path" "$keep_new" || exit
		done <"$config/list"
		[ ! -s "$config/calls" ] || keep_all
	) >/dev/null 2>&1 && sync && return
	undo_sweep
	R="no space left in $RM_ETC, or it cannot be written"
	return 1
}

# config_change
config_change() {
	while IFS=' ' read -r change_had change_path; do
		case $change_had in = | /) continue ;; esac
		mv -f "$RM_ROOT/${change_path%/*}/.${change_path##*/}.rm-new" "$RM_ROOT/$change_path" || return
	done <"$undo/list"
	sync
}
