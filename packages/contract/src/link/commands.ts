/**
 * Commands a server may send. `keep` says where the agent notes the id before it begins: flash for what survives
 * a reboot, memory for the rest. A verb outside this table is answered `failed 127 unsupported`.
 */
export const linkCommands = {
  refresh: { keep: 'memory', writes: false },
  /** Sends no `done`: it is done when `hello` brings another boot id. */
  reboot: { keep: 'flash', writes: true },
  /**
   * Argument: a shell command. Its seconds are its limit. The result holds both outputs together and is `done` with any
   * exit of its own, `failed` 124 when it was ended, `failed` 75 when too many run already.
   */
  exec: { keep: 'memory', writes: true },
  /** Argument: `<ticket> <host> <port>`. `done` when it has stood for some seconds, `failed` with the client's complaint. */
  tunnel: { keep: 'memory', writes: false },
  /**
   * Argument: `<session id> <seconds> <OpenSSH public key>`: lets the key sign in at the device's own SSH server.
   * The result says `user=<name> server=<dropbear|openssh|none>`.
   */
  authorize: { keep: 'memory', writes: false },
  /** Argument: `<session id>`. */
  deauthorize: { keep: 'memory', writes: false },
  /**
   * Argument: `<ticket> <sha256> <bytes> <version>`: fetch that agent with the ticket (files.ts), try it, and put it in
   * the place of the one that runs. `failed` says why the old one goes on; the new one answers `already 0 <version>`.
   */
  'upgrade-agent': { keep: 'flash', writes: true },
} as const satisfies Record<string, { keep: 'memory' | 'flash'; writes: boolean }>

export type LinkVerb = keyof typeof linkCommands

/** Word of `hello`'s caps an agent says when it knows the verb; `refresh` every agent knows. */
export const commandCapabilities = ['reboot', 'exec', 'tunnel', 'authorize', 'upgrade-agent'] as const
