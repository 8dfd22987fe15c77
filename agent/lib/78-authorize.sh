# shellcheck shell=sh
# `authorize`: temporarily allows a key of one session to sign in to the device's own SSH server. The agent's lines end
# in `rm-agent:<session>:<end, as uptime>`; all are removed when the service starts, so none outlives a boot.

AUTHORIZED_MAX=16
AUTHORIZED_SECONDS=86400

# authorized_where: AUTHORIZED, the file of keys, and AUTHORIZED_USER, the user who signs in with them.
authorized_where() {
	authorized_uid=$(id -u)
	AUTHORIZED_USER=root
	authorized_home=/root
	[ ! -r "$RM_ROOT/etc/passwd" ] || while IFS=: read -r passwd_name _ passwd_uid _ _ passwd_home _; do
		[ "$passwd_uid" = "$authorized_uid" ] || continue
		AUTHORIZED_USER=$passwd_name
		authorized_home=$passwd_home
		break
	done <"$RM_ROOT/etc/passwd"
	AUTHORIZED=${RM_AUTHORIZED:-$RM_ROOT$authorized_home/.ssh/authorized_keys}
	[ "$BACKEND" = linux ] || [ ! -d "$RM_ROOT/etc/dropbear" ] || AUTHORIZED=${RM_AUTHORIZED:-$RM_ROOT/etc/dropbear/authorized_keys}
	[ ! -L "$AUTHORIZED" ] || AUTHORIZED=$(readlink -f "$AUTHORIZED")
}

authorized_init() {
	authorized_where
	authorized_sweep all
}

# authorized_sweep <all | session id | ''>: removes the agent's lines of that session, and expired ones; 1 if the file
# could not be written. AUTHORIZED_END is the next expiry, AUTHORIZED_OVERDUE is retried then. Other lines stay.
authorized_sweep() {
	AUTHORIZED_END=
	AUTHORIZED_OVERDUE=
	[ -f "$AUTHORIZED" ] || return 0
	authorized_ends=$(authorized_ours "$1" | while read -r ours_state ours_end; do
		echo "$ours_state"
		[ "$ours_state" = out ] || echo "$ours_end"
	done)
	case $authorized_ends in
		'') return 0 ;;
		*out*)
			authorized_rewrite "$1" || {
				log "$AUTHORIZED could not be written: expired keys are removed later"
				AUTHORIZED_OVERDUE=$1
				AUTHORIZED_END=$((NOW + 60))
				return 1
			}
			;;
	esac
	for authorized_one in $authorized_ends; do
		is_natural "$authorized_one" || continue
		[ -n "$AUTHORIZED_END" ] && [ "$AUTHORIZED_END" -le "$authorized_one" ] || AUTHORIZED_END=$authorized_one
	done
}

# authorized_ours <which>: '<out|in> <end>' for each of the agent's lines.
authorized_ours() {
	LC_ALL=C awk -v which="$1" -v now="$NOW" "$AUTHORIZED_AWK"'
	ours() { print (leaves() ? "out" : "in"), field[3] }' "$AUTHORIZED"
}

# Shared by two readers, so that both recognise the same lines.
# shellcheck disable=SC2016
AUTHORIZED_AWK='
function ours() { return $NF ~ /^rm-agent:[A-Za-z0-9_-]+:[0-9]+$/ && split($NF, field, ":") }
function leaves() { return which == "all" || field[2] == which || field[3] + 0 <= now + 0 }
'

# authorized_others <file> <which>: the lines that stay.
authorized_others() {
	LC_ALL=C awk -v which="$2" -v now="$NOW" "$AUTHORIZED_AWK"'!(ours() && leaves())' "$1"
}

# authorized_rewrite <which> [new line]: atomically, preserving owner and mode.
authorized_rewrite() {
	# A link to /dev/null means that no keys are allowed; replacing it by a file would ruin the device.
	[ -n "$AUTHORIZED" ] && { [ -f "$AUTHORIZED" ] || [ ! -e "$AUTHORIZED" ]; } || return 1
	rm -f "$AUTHORIZED.rm-agent"
	if [ -f "$AUTHORIZED" ]; then
		cp -p "$AUTHORIZED" "$AUTHORIZED.rm-agent" || return 1
	else
		authorized_make || return 1
	fi
	{
		[ ! -f "$AUTHORIZED" ] || authorized_others "$AUTHORIZED" "$1"
		[ -z "${2:-}" ] || printf '%s\n' "$2"
	} >"$AUTHORIZED.rm-agent" || return 1
	# Not every awk reports a full disk, and these keys may be the only access.
	[ ! -f "$AUTHORIZED" ] || authorized_whole "$1" "${2:-}" || {
		rm -f "$AUTHORIZED.rm-agent"
		return 1
	}
	if [ ! -s "$AUTHORIZED.rm-agent" ] && first_line "$RM_ETC/authorized"; then
		rm -f "$AUTHORIZED.rm-agent" "$AUTHORIZED" "$RM_ETC/authorized"
		[ "$R" = file ] || rmdir "${AUTHORIZED%/*}" 2>/dev/null
		return 0
	fi
	# Some flash file systems rename first and write later: a power cut in between would leave an empty file.
	sync "$AUTHORIZED.rm-agent" 2>/dev/null || sync
	mv -f "$AUTHORIZED.rm-agent" "$AUTHORIZED"
}

# authorized_whole <which> [new line]: whether the new file contains everything that stays.
authorized_whole() {
	authorized_sum=$({
		authorized_others "$AUTHORIZED" "$1"
		[ -z "$2" ] || printf '%s\n' "$2"
	} | sha256sum)
	[ "$authorized_sum" = "$(sha256sum <"$AUTHORIZED.rm-agent")" ]
}

# Created files are removed again if they contain nothing else.
authorized_make() {
	authorized_made='file'
	[ -d "${AUTHORIZED%/*}" ] || authorized_made=folder
	put "$RM_ETC/authorized" "$authorized_made" && (
		umask 077
		mkdir -p "${AUTHORIZED%/*}" && : >"$AUTHORIZED.rm-agent"
	)
}

is_key() {
	case $1 in
		'ssh-ed25519 AAAA'* | 'ssh-rsa AAAA'* | 'ecdsa-sha2-nistp256 AAAA'*) ;;
		*) return 1 ;;
	esac
	case ${1#* } in
		*[!A-Za-z0-9+/=]*) return 1 ;;
	esac
	[ ${#1} -le 1000 ]
}

# authorize_start <id> '<session> <seconds> <key>'
authorize_start() {
	authorize_session=${2%% *}
	authorize_rest=${2#* }
	authorize_seconds=${authorize_rest%% *}
	authorize_key=${authorize_rest#* }
	if ! is_id "$authorize_session" || [ "$authorize_session" = all ] || ! is_natural "$authorize_seconds" ||
		[ ${#authorize_seconds} -gt 6 ] || [ "$authorize_seconds" -lt 1 ] ||
		[ "$authorize_seconds" -gt "$AUTHORIZED_SECONDS" ] || ! is_key "$authorize_key"; then
		command_done "$1" failed 2 'expected a session, seconds and an OpenSSH public key'
		return
	fi
	authorized_where
	[ -z "$AUTHORIZED_OVERDUE" ] || authorized_sweep "$AUTHORIZED_OVERDUE"
	if [ -f "$AUTHORIZED" ] && [ "$(grep -c ' rm-agent:' "$AUTHORIZED")" -ge "$AUTHORIZED_MAX" ]; then
		command_done "$1" failed 75 "$AUTHORIZED_MAX keys are authorised already"
		return
	fi
	authorize_line="no-port-forwarding,no-agent-forwarding,no-X11-forwarding $authorize_key rm-agent:$authorize_session:$((NOW + authorize_seconds))"
	if authorized_rewrite "$authorize_session" "$authorize_line"; then
		authorized_sweep ''
		find_sshd
		command_done "$1" 'done' 0 "user=$AUTHORIZED_USER server=$R"
	else
		command_done "$1" failed 1 "$AUTHORIZED cannot be written"
	fi
}

# authorize_end <id> <session>
authorize_end() {
	if ! is_id "$2" || [ "$2" = all ]; then
		command_done "$1" failed 2 'expected a session'
		return
	fi
	authorized_where
	if authorized_sweep "$2"; then
		command_done "$1" 'done' 0 ended
	else
		command_done "$1" failed 1 "$AUTHORIZED cannot be written"
	fi
}

# find_sshd: R, the SSH server that runs here, according to the list of processes.
find_sshd() {
	R=none
	for sshd_comm in /proc/[0-9]*/comm; do
		{ read -r sshd_name <"$sshd_comm"; } 2>/dev/null || continue
		case $sshd_name in
			dropbear) R=dropbear ;;
			sshd) R=openssh ;;
			*) continue ;;
		esac
		return
	done
}

authorized_tick() {
	[ -n "$AUTHORIZED_END" ] && [ "$NOW" -ge "$AUTHORIZED_END" ] || return 0
	authorized_sweep "$AUTHORIZED_OVERDUE"
}
