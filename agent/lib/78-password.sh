# shellcheck shell=sh
# `password`: sets the password of the agent's user. Only shell builtins pass it from the server's line to the standard
# input of a program: it is never an argument, in the environment, in a log or in an answer. In the background, because
# a device may contact other machines before it changes a password.

PASSWORD_SECONDS=60

password_init() {
	PASSWORD=
}

password_able() {
	[ "$(id -u)" -eq 0 ] || return 1
	password_tool || { [ -f "$RM_SHADOW" ] && password_hasher; }
}

# password_tool: R, the program that changes passwords, only for the running system.
password_tool() {
	R=
	[ "$RM_SHADOW" = /etc/shadow ] || return 1
	for R in chpasswd passwd; do
		have "$R" && return
	done
	R=
	return 1
}

# password_hasher: R, a program for hashes, if there is no such program.
password_hasher() {
	for R in mkpasswd cryptpw; do
		have "$R" && return
	done
	R=
	return 1
}

is_password() {
	case $1 in
		'' | *[!\ -~]*) return 1 ;;
	esac
	[ ${#1} -ge 8 ] && [ ${#1} -le 32 ]
}

# password_start <id> <password>
password_start() {
	if ! is_password "$2"; then
		command_done "$1" failed 2 'expected a password of 8 to 32 characters'
		return
	fi
	if [ -n "$PASSWORD" ]; then
		command_done "$1" failed 75 'another password is being set'
		return
	fi
	authorized_where
	command_note "$1" 0 'begun, not finished'
	PASSWORD=$1
	PASSWORD_UNTIL=$((NOW + PASSWORD_SECONDS))
	(
		exec 4>&- 5<&-
		password_set "$AUTHORIZED_USER" "$2" >/dev/null 2>&1
		echo "password $1 $?" >&3
	) </dev/null &
	PASSWORD_PID=$!
}

# password_set <user> <password>: 3 without a tool, 4 if it was refused, 5 if it could not be stored.
password_set() {
	if password_tool; then
		if [ "$R" = chpasswd ]; then
			printf '%s:%s\n' "$1" "$2" | chpasswd 3>&- || return 4
		else
			# passwd asks twice.
			printf '%s\n%s\n' "$2" "$2" | passwd "$1" 3>&- || return 4
		fi
		sync
		return 0
	fi
	password_hasher || return 3
	password_hash=$(printf '%s\n' "$2" | "$R" -m sha512 -P 0 3>&-) || return 4
	case $password_hash in
		\$6\$*) password_store "$1" || return 5 ;;
		*) return 4 ;;
	esac
}

# password_store <user>: writes the hash to the shadow file, by one rename.
password_store() {
	password_file=$RM_SHADOW
	[ ! -L "$password_file" ] || password_file=$(readlink -f "$password_file")
	grep -q "^$1:" "$password_file" || return 1
	password_new=$password_file.rm-agent
	rm -f "$password_new"
	cp -p "$password_file" "$password_new" || return 1
	password_day=$(($(date +%s) / 86400))
	{
		printf '%s\n' "$password_hash"
		cat "$password_file"
	} | LC_ALL=C awk -F: -v OFS=: -v user="$1" -v day="$password_day" '
		NR == 1 { hash = $0; next }
		$1 == user { $2 = hash; $3 = day }
		{ print }' >"$password_new" || return 1
	# Not every awk reports a full disk.
	if [ "$(wc -l <"$password_new")" -ne "$(wc -l <"$password_file")" ] || ! password_stored "$1"; then
		rm -f "$password_new"
		return 1
	fi
	# Some flash file systems rename first and write later.
	sync "$password_new" 2>/dev/null || sync
	mv -f "$password_new" "$password_file" && sync
}

# password_stored <user>: whether the new file has the hash.
password_stored() {
	while IFS=: read -r stored_user stored_hash _; do
		[ "$stored_user" != "$1" ] || [ "$stored_hash" != "$password_hash" ] || return 0
	done <"$password_new"
	return 1
}

# password_ended '<id> <exit>'
password_ended() {
	[ "${1%% *}" = "$PASSWORD" ] || return 0
	PASSWORD=
	case ${1#* } in
		0) command_done "${1%% *}" 'done' 0 'password set' ;;
		3) command_done "${1%% *}" failed 3 'no tool to set a password is installed' ;;
		4) command_done "${1%% *}" failed 4 'the device refused the password' ;;
		6) command_done "${1%% *}" failed 6 'not finished in time' ;;
		*) command_done "${1%% *}" failed 5 'the password could not be stored' ;;
	esac
}

password_tick() {
	[ -n "$PASSWORD" ] && [ "$NOW" -ge "$PASSWORD_UNTIL" ] || return 0
	exec_tree "$PASSWORD_PID"
	for exec_pid in $exec_pids; do kill -9 "$exec_pid" 2>/dev/null; done
	password_ended "$PASSWORD 6"
}
