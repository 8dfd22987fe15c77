/**
 * Commands a server may send. `keep` says where the agent records the id before it starts: flash for what survives a
 * reboot, memory for the rest. A verb outside this table is answered `failed 127 unsupported`.
 */
export const linkCommands = {
  refresh: { keep: 'memory', writes: false },
  /** Sends no `done`: it is done when `hello` brings another boot id. */
  reboot: { keep: 'flash', writes: true },
  /**
   * Argument: a shell command, with its seconds as time limit. The result contains both outputs together and is `done`
   * with any exit status of its own, `failed` 124 if it timed out, `failed` 75 if too many are running already.
   */
  exec: { keep: 'memory', writes: true },
  /**
   * Argument: `<ticket> <host> <port>`. `done` when it has been open for some seconds, `failed` with the client's
   * error.
   */
  tunnel: { keep: 'memory', writes: false },
  /**
   * Argument: `<session id> <seconds> <OpenSSH public key>`: allows the key to sign in at the device's own SSH server.
   * The result says `user=<name> server=<dropbear|openssh|none>`.
   */
  authorize: { keep: 'memory', writes: false },
  /** Argument: `<session id>`. */
  deauthorize: { keep: 'memory', writes: false },
  /**
   * Argument: `<ticket> <sha256> <bytes> <version>`: fetch that agent with the ticket (files.ts), try it, and replace
   * the running one. `failed` says why the old one stays; the new one answers `already 0 <version>`.
   */
  'upgrade-agent': { keep: 'flash', writes: true },
  /**
   * Argument: `<ticket> <backup|troubleshoot|eventslog>`: make that file and send it with the ticket (files.ts). `done`
   * when the server has it whole. `<ticket> file <seconds> <path>` sends the file at that path, within the seconds.
   */
  send: { keep: 'memory', writes: false },
  /**
   * Argument: the new password of the user the agent runs as. It appears in no answer and no log. `failed` 3 says that
   * no tool is installed that can set it, 4 that the device refused it, 5 that it could not be stored.
   */
  password: { keep: 'memory', writes: true, repeatable: true },
  /**
   * Argument: `<ticket> <sha256> <bytes> [seconds]`: fetch that content with the ticket (files.ts) into memory, where it
   * stays for `firmware`, `config-apply` or `store`; another one takes its place. `done 0 <bytes> bytes` when it is there
   * whole and has that checksum. fetchExits says what `failed` means.
   */
  fetch: { keep: 'memory', writes: true, repeatable: true },
  /**
   * Argument: `<sha256> <keep|reset> <version or ->`: install the content that was fetched, with the settings of the
   * device or without; the agent stays in both cases. Sends no `done`: it is done when `hello` brings another boot id.
   * firmwareExits says what `failed` means.
   */
  firmware: { keep: 'flash', writes: true },
  /**
   * Argument: `<sha256> <path>`: store the content that was fetched as the file at that path, which it replaces in one
   * step and with the mode it had. The folder has to exist. `done 0 <bytes> bytes` when it is there. storeExits says what
   * `failed` means: nothing was changed then.
   */
  store: { keep: 'memory', writes: true, repeatable: true },
  /**
   * Argument: `<ticket> all`, or `<ticket> <package …>` where there is uci: send the text of the configuration with the
   * ticket (files.ts), the same for the same settings. With uci it is what `uci export` prints, package by package in
   * order of their names; elsewhere a tar archive of the files that the device lists.
   */
  'config-read': { keep: 'memory', writes: false },
  /**
   * Argument: `<sha256> <seconds>`: apply the configuration that was fetched. With uci that is a line
   * `touches <package …>` and then lines for `uci batch`; elsewhere a gzipped tar archive of files the device lists.
   * After lines of uci, or instead of all of them, there may be lines `api <method> </api/path?query> <JSON or ->`
   * (apiCapability): calls of the device's own API, made one after the other as soon as the lines are applied. With them
   * all of /etc/config is taken back. The first that is not answered with a code from 200 to 299 ends them, and takes it
   * back. Answers have what became of the calls at their end: ` [<code>/<milliseconds> …]`.
   * `done` says that it is applied: then the device connects again, says so in `hello`, and takes it back after that
   * many seconds (1 to 3600) unless it is confirmed over the new link. With 0 (keepCapability) it stays as if it had been
   * confirmed. Its own id is that of the configuration. Asked again: `already 0 applied`, `already 0 confirmed`, or
   * `already 1 undone: <why>`. configExits says what `failed` means.
   */
  'config-apply': { keep: 'flash', writes: true },
  /**
   * Argument: lines as for templates (template-lines.ts), measured once. `done 0` with a line `<parameter> = <JSON>` for
   * each value, and `<parameter> ! <word>` of templateFaults for what could not be measured.
   */
  measure: { keep: 'memory', writes: false },
  /**
   * Argument: `<method> </api/path?query> <JSON or ->`: a call of the device's own API (apiCapability), within the
   * seconds of the command. `done 0` with a line `<code>` and what was answered below it; `failed` 1 if there was no
   * answer, 2 if it is not such a call, 124 if it timed out.
   */
  'api-call': { keep: 'memory', writes: true },
  /** Argument: the id of a `config-apply`: it stays. `failed` 8 says that it has been taken back. */
  'config-confirm': { keep: 'flash', writes: true, repeatable: true },
  /** Argument: the id of a `config-apply`: take it back now. `failed` 8 says that it has been confirmed. */
  'config-undo': { keep: 'flash', writes: true, repeatable: true },
} as const satisfies Record<string, LinkCommand>

export interface LinkCommand {
  keep: 'memory' | 'flash'
  writes: boolean
  /** Executed twice it has the same outcome as once. */
  repeatable?: true
}

export type LinkVerb = keyof typeof linkCommands

/**
 * Word in `hello`'s caps of agents that know the verb, `config` for its four, `store` also for `send … file` and the
 * seconds of `fetch`; `refresh` is known to all.
 */
export const commandCapabilities = [
  'reboot',
  'exec',
  'tunnel',
  'authorize',
  'upgrade-agent',
  'password',
  'send',
  'fetch',
  'firmware',
  'config',
  'store',
] as const

/** Word of agents that can apply a configuration and keep it without a confirmation. */
export const keepCapability = 'config-keep'

/**
 * Word of agents on devices with an API of their own that can call it: `api-call`, and lines `api` in what `config-apply`
 * applies.
 */
export const apiCapability = 'api-call'

/** Exit codes of `fetch`. The text of `memory` has the figures. */
export const fetchExits = { argument: 2, ticket: 3, memory: 4, content: 5, time: 6, busy: 75 } as const

/** Exit codes of `store`. The text of `path` says why not there. */
export const storeExits = { argument: 2, path: 3, storage: 4, missing: 5, busy: 75 } as const

/**
 * Exit codes of `firmware`. `refused`: the device's own check refused it, with the last line it printed as text. Except
 * with `failed`, the installation was not started.
 */
export const firmwareExits = { failed: 1, argument: 2, missing: 5, refused: 7, busy: 75 } as const

/**
 * Exit codes of `config-apply`, `config-confirm` and `config-undo`. With `argument`, `storage`, `missing`, `refused` and
 * `busy` nothing was changed; the text of `refused` has the number of the line. `failed`: taken back, or not started.
 * `settled`: it is not open any more, the text says what became of it.
 */
export const configExits = {
  failed: 1,
  argument: 2,
  storage: 4,
  missing: 5,
  refused: 7,
  settled: 8,
  busy: 75,
} as const
