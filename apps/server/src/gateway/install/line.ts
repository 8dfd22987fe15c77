export interface InstallTarget {
  /** Name or address of the gateway as the device reaches it; an IPv6 address may be in brackets. */
  host: string
  port: number
  /** `ssh-ed25519 AAAA…` */
  hostKeyLine: string
  /** SHA-256 in hex of the script the gateway serves. */
  agentSha256: string
  /** `<public part>.<secret>` */
  enrolmentKey: string
}

const patterns: Record<Exclude<keyof InstallTarget, 'port'>, RegExp> = {
  host: /^[A-Za-z0-9.:_-]+$/,
  hostKeyLine: /^ssh-ed25519 [A-Za-z0-9+/]+=*$/,
  agentSha256: /^[0-9a-f]{64}$/,
  enrolmentKey: /^[a-z0-9]{8}\.[A-Za-z0-9]{32}$/,
}

/**
 * The steps of an installation, for ash, dash or bash, with dropbear's or OpenSSH's client: pin the server's key, fetch
 * the agent from the gateway, verify its checksum and install it. Throws RangeError for a part that is not safe in a
 * shell line.
 */
function installSteps(target: InstallTarget): string[] {
  const host = target.host.replace(/^\[(.*)\]$/, '$1')
  const { port, hostKeyLine, agentSha256, enrolmentKey } = target
  for (const [name, value] of Object.entries({ host, hostKeyLine, agentSha256, enrolmentKey })) {
    if (!patterns[name as keyof typeof patterns].test(value)) throw new RangeError(`install line: bad ${name}`)
  }
  const reach = `-T -p ${port} -l install ${host} agent`
  const openssh = [
    'ssh -F /dev/null -o "UserKnownHostsFile=$d/.ssh/known_hosts" -o GlobalKnownHostsFile=/dev/null',
    '-o StrictHostKeyChecking=yes -o HostKeyAlgorithms=ssh-ed25519 -o CheckHostIP=no -o BatchMode=yes',
    `-o PreferredAuthentications=none -o ConnectTimeout=20 -o LogLevel=ERROR ${reach}`,
  ].join(' ')
  return [
    'umask 077',
    'd=',
    'fail() { echo "rm-agent: $1" >&2; rm -rf "$d"; exit 1; }',
    `[ "$(id -u)" = 0 ] || fail 'run this command as root'`,
    `command -v sha256sum >/dev/null || fail 'sha256sum is missing on this device'`,
    `d=$(mktemp -d /tmp/rm-agent.XXXXXX) || fail 'no temporary folder could be made in /tmp'`,
    'mkdir "$d/.ssh"',
    `printf '%s\\n' '${host} ${hostKeyLine}' '[${host}]:${port} ${hostKeyLine}' >"$d/.ssh/known_hosts"`,
    `echo 'rm-agent: fetching the agent from ${host}:${port}' >&2`,
    `if command -v dbclient >/dev/null; then HOME=$d dbclient ${reach}`,
    `elif ssh -V 2>&1 | grep -q OpenSSH; then ${openssh}`,
    // On OpenWrt `ssh` is dropbear's client.
    `elif command -v ssh >/dev/null; then HOME=$d ssh ${reach}`,
    `else fail 'neither dbclient nor ssh is installed on this device'`,
    `fi </dev/null >"$d/rm-agent" || fail 'the agent could not be fetched from ${host}:${port} (see the line above): is the address reachable from here, and does the server still have the key of this install command?'`,
    `[ "$(sha256sum "$d/rm-agent" | cut -c1-64)" = ${agentSha256} ] || fail 'the agent is not the one this install command was created for: create a new one'`,
    `RM_HOST_KEY='${hostKeyLine}' sh "$d/rm-agent" install ${host}:${port} ${enrolmentKey}`,
    'r=$?',
    'rm -rf "$d"',
    'exit $r',
  ]
}

/** The install command for an administrator to run on the device. Throws RangeError like `installSteps`. */
export const installLine = (target: InstallTarget): string => `(${installSteps(target).join('; ')})`

/**
 * The same steps as a script for `curl … | sh`. They are in a function that is called at the end: a script that arrives
 * incompletely does nothing. Throws RangeError like `installSteps`.
 */
export const installScript = (target: InstallTarget): string =>
  [
    '#!/bin/sh',
    `# Installs the management agent on this device and connects it to ${target.host}:${target.port}.`,
    '# It trusts only the server with the host key below and runs only an agent with the checksum below.',
    'install_agent() {',
    ...installSteps(target).map((step) => `  ${step}`),
    '}',
    'install_agent </dev/null',
    '',
  ].join('\n')

/** Replaces the script of an install command that can no longer be used. */
export const refusalScript = (reason: string): string => `echo 'rm-agent: ${reason.replaceAll("'", '')}' >&2; exit 1\n`
