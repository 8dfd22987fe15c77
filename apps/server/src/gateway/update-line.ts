/**
 * The command that updates an agent which does not know `upgrade-agent`: like the install command, it fetches the new
 * agent from the server with the key that the device knows, and installs it in place of the old one.
 */
export function updateLine(sha256: string): string {
  const reach = '-T -p "$p" -l install "$h" agent'
  const openssh = [
    'ssh -F /dev/null -o "UserKnownHostsFile=$e/.ssh/known_hosts" -o GlobalKnownHostsFile=/dev/null',
    '-o StrictHostKeyChecking=yes -o HostKeyAlgorithms=ssh-ed25519 -o CheckHostIP=no -o BatchMode=yes',
    `-o PreferredAuthentications=none -o ConnectTimeout=20 -o LogLevel=ERROR ${reach}`,
  ].join(' ')
  return [
    'umask 077',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the device's shell expands it
    'e=${RM_ROOT:-}/etc/rm-agent',
    'read -r h p <"$e/server" || exit 1',
    'd=$(mktemp -d /tmp/rm-agent.XXXXXX) || exit 1',
    'if [ ! -f "$e/key.dropbear" ]',
    `then ${openssh}`,
    `elif command -v dbclient >/dev/null; then HOME=$e dbclient ${reach}`,
    `else HOME=$e ssh ${reach}`,
    'fi </dev/null >"$d/rm-agent"',
    `[ "$(sha256sum "$d/rm-agent" | cut -c1-64)" = ${sha256} ] && sh "$d/rm-agent" upgrade`,
    'r=$?',
    'rm -rf "$d"',
    'exit $r',
  ].join('\n')
}
