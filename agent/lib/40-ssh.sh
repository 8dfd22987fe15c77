# shellcheck shell=sh
# The SSH client: dropbear's dbclient or OpenSSH's ssh. The server's key is always pinned beforehand.

# Sets SSH_KIND and SSH_BIN. An existing key decides: the two store keys in different formats.
ssh_choose() {
	SSH_KIND=${RM_SSH:-}
	if [ -z "$SSH_KIND" ]; then
		if [ -f "$RM_ETC/key.dropbear" ]; then
			SSH_KIND=dropbear
		elif [ -f "$RM_ETC/key.openssh" ]; then
			SSH_KIND=openssh
		elif have dbclient && have dropbearkey; then
			SSH_KIND=dropbear
		elif have ssh && have ssh-keygen && ssh -V 2>&1 | grep -q OpenSSH; then
			SSH_KIND=openssh
		elif have ssh && have dropbearkey; then
			SSH_KIND=dropbear
		fi
	fi
	SSH_BIN=ssh
	[ "$SSH_KIND" = dropbear ] && have dbclient && SSH_BIN=dbclient
	[ -n "$SSH_KIND" ] && have "$SSH_BIN"
}

# ssh_make_key: under another name first, since an incomplete key would be used forever.
ssh_make_key() {
	[ -s "$RM_ETC/key.$SSH_KIND" ] && return
	make_key=$RM_ETC/new-key
	rm -f "$make_key" "$make_key.pub"
	{
		case $SSH_KIND in
			dropbear) dropbearkey -t ed25519 -f "$make_key" >/dev/null 2>&1 ;;
			openssh) ssh-keygen -q -t ed25519 -N '' -C rm-agent -f "$make_key" ;;
		esac && sync && mv -f "$make_key" "$RM_ETC/key.$SSH_KIND"
	} || fail "an ed25519 key could not be created with the tools of $SSH_KIND"
	rm -f "$make_key.pub"
}

# ssh_pin <key line>: both clients read the same file, each its own line.
ssh_pin() {
	case $1 in
		'ssh-ed25519 AAAA'*) ;;
		*) fail "the server's key is missing or malformed: use the install command from the console" ;;
	esac
	mkdir -p "$RM_ETC/.ssh"
	printf '%s\n' "$HOST $1" "[$HOST]:$PORT $1" | keep "$RM_ETC/.ssh/known_hosts"
}

# server_load: HOST and PORT of the stored server.
server_load() {
	read -r HOST PORT 2>/dev/null <"$RM_ETC/server"
}

# server_split <host:port>
server_split() {
	HOST=${1%:*}
	PORT=${1##*:}
	[ "$HOST" = "$1" ] && PORT=15009
	HOST=${HOST#[}
	HOST=${HOST%]}
	is_natural "$PORT" && [ -n "$HOST" ]
}

# ssh_pipes <name>: this process writes to fd 4 and the client reads from fd 7; the client writes to fd 9 and this
# process reads from fd 8. New pipes for every client, without data of an old one. Each is first opened for reading and
# writing, because opening a single end waits for the other, and a child that ends at that moment interrupts busybox's
# open: the shell would exit.
ssh_pipes() {
	pipes_tx=$RM_RUN/tx.$1
	pipes_rx=$RM_RUN/rx.$1
	rm -f "$pipes_tx" "$pipes_rx"
	mkfifo "$pipes_tx" "$pipes_rx" || return 1
	# shellcheck disable=SC2094
	exec 6<>"$pipes_tx" 7<"$pipes_tx" 4>"$pipes_tx"
	# shellcheck disable=SC2094
	exec 6<>"$pipes_rx" 8<"$pipes_rx" 9>"$pipes_rx" 6>&-
	rm -f "$pipes_tx" "$pipes_rx"
}

# ssh_exec <user> <command> <keepalive seconds>: replaces this process by the client of a link.
ssh_exec() {
	ssh_become "$1" "$2" "$3"
}

# ssh_tunnel <forward>: replaces this process by the client of a tunnel.
ssh_tunnel() {
	case $SSH_KIND in
		dropbear) ssh_become "$DEVICE" '' 15 -N -W 262144 -o ExitOnForwardFailure=yes -R "$1" ;;
		openssh) ssh_become "$DEVICE" '' 15 -N -o ExitOnForwardFailure=yes -R "$1" ;;
	esac
}

# ssh_become <user> <command or ''> <keepalive seconds> [option …]
ssh_become() {
	become_user=$1 become_command=$2 become_alive=$3
	shift 3
	case $SSH_KIND in
		dropbear)
			HOME=$RM_ETC
			export HOME
			exec "$SSH_BIN" -T -p "$PORT" -i "$RM_ETC/key.dropbear" -K "$become_alive" "$@" -l "$become_user" "$HOST" \
				${become_command:+"$become_command"}
			;;
		openssh)
			exec "$SSH_BIN" -F /dev/null -T -p "$PORT" -i "$RM_ETC/key.openssh" -o IdentitiesOnly=yes -o IdentityAgent=none \
				-o "UserKnownHostsFile=$RM_ETC/.ssh/known_hosts" -o GlobalKnownHostsFile=/dev/null \
				-o StrictHostKeyChecking=yes -o HostKeyAlgorithms=ssh-ed25519 -o CheckHostIP=no -o UpdateHostKeys=no \
				-o BatchMode=yes -o PreferredAuthentications=publickey -o Compression=no -o ControlPath=none \
				-o ConnectTimeout=20 -o "ServerAliveInterval=$become_alive" -o ServerAliveCountMax=2 -o LogLevel=ERROR \
				"$@" -l "$become_user" "$HOST" ${become_command:+"$become_command"}
			;;
	esac
}

# ssh_complaint <file>: R, the client's last error message.
ssh_complaint() {
	R=$(tr -d '\r' <"$1" 2>/dev/null | grep -v '^ *$' | tail -n 1 | cut -c1-200)
}
