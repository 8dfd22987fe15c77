/**
 * Commands that a server may send. `keep` is where the agent records the id before it starts: flash for commands that
 * survive a reboot, memory for the rest. A verb outside this table is answered with `failed 127 unsupported`.
 */
export const linkCommands = {
  refresh: { keep: 'memory', writes: false },
  /** Sends no `done`: it is done when `hello` has another boot id. */
  reboot: { keep: 'flash', writes: true },
  /**
   * Argument: a shell command, with its seconds as time limit. The result contains stdout and stderr together and is
   * `done` with any exit status of the command, `failed` 124 if it timed out, `failed` 75 if too many are running
   * already.
   */
  exec: { keep: 'memory', writes: true },
  /**
   * Argument: `<ticket> <host> <port>`. `done` once it has been open for some seconds, `failed` with the client's
   * error.
   */
  tunnel: { keep: 'memory', writes: false },
  /**
   * Argument: `<session id> <seconds> <OpenSSH public key>`: allows the key to sign in at the device's own SSH server.
   * The result is `user=<name> server=<dropbear|openssh|none>`.
   */
  authorize: { keep: 'memory', writes: false },
  /** Argument: `<session id>`. */
  deauthorize: { keep: 'memory', writes: false },
  /**
   * Argument: `<ticket> <sha256> <bytes> <version>`: fetch that agent with the ticket (files.ts), try it, and replace
   * the running one. `failed` has the reason why the old one stays; the new one answers `already 0 <version>`.
   */
  'upgrade-agent': { keep: 'flash', writes: true },
  /**
   * Argument: `<ticket> <backup|troubleshoot|eventslog>`: create that file and send it with the ticket (files.ts).
   * `done` once the server has the whole file. `<ticket> file <seconds> <path>` sends the file at that path, within the
   * seconds.
   */
  send: { keep: 'memory', writes: false },
  /**
   * Argument: the new password of the user that the agent runs as. It appears in no answer and no log. `failed` 3: no
   * tool is installed that can set it, 4: the device refused it, 5: it could not be stored.
   */
  password: { keep: 'memory', writes: true, repeatable: true },
  /**
   * Argument: `<ticket> <sha256> <bytes> [seconds]`: fetch that content with the ticket (files.ts) into memory, where
   * it stays for `firmware`, `config-apply` or `store`; another one replaces it. `done 0 <bytes> bytes` once it is
   * complete with that checksum. fetchExits explains `failed`.
   */
  fetch: { keep: 'memory', writes: true, repeatable: true },
  /**
   * Argument: `<sha256> <keep|reset> <version or ->`: install the fetched content, with the settings of the device or
   * without; the agent stays in both cases. Sends no `done`: it is done when `hello` has another boot id. firmwareExits
   * explains `failed`.
   */
  firmware: { keep: 'flash', writes: true },
  /**
   * Argument: `<sha256> <path>`: store the fetched content as the file at that path, which it replaces in one step,
   * keeping its mode. The folder must exist. `done 0 <bytes> bytes` once it is stored. storeExits explains `failed`:
   * nothing was changed then.
   */
  store: { keep: 'memory', writes: true, repeatable: true },
  /**
   * Argument: `<ticket> all`, or `<ticket> <package …>` on systems with uci: send the text of the configuration with
   * the ticket (files.ts); equal settings give equal text. With uci it is the output of `uci export`, package by
   * package in order of their names; elsewhere a tar archive of the files that the device lists.
   */
  'config-read': { keep: 'memory', writes: false },
  /**
   * Argument: `<sha256> <seconds>`: apply the fetched configuration. With uci that is a line `touches <package …>` and
   * then lines for `uci batch`; elsewhere a gzipped tar archive of files that the device lists. After the lines of uci,
   * or instead of all of them, there may be lines `api <method> </api/path?query> <JSON or ->` (apiCapability): calls
   * of the device's own API, made one after the other as soon as the lines are applied. With them all of /etc/config is
   * taken back. The first one whose response has no code from 200 to 299 ends the calls, and takes everything back.
   * Answers end with the outcomes of the calls: ` [<code>/<milliseconds> …]`. `done` means applied: then the device
   * connects again, reports that in `hello`, and takes the change back after that many seconds (1 to 3600) unless it is
   * confirmed over the new link. With 0 (keepCapability) it stays as if it had been confirmed. The id of the command is
   * that of the configuration. A repetition is answered with `already 0 applied`, `already 0 confirmed`, or
   * `already 1 undone: <why>`. configExits explains `failed`.
   */
  'config-apply': { keep: 'flash', writes: true },
  /**
   * Argument: lines as for templates (template-lines.ts), measured once. `done 0` with a line `<parameter> = <JSON>`
   * for each value, and `<parameter> ! <word>`, a word of templateFaults, for each that could not be measured.
   */
  measure: { keep: 'memory', writes: false },
  /**
   * Argument: `<method> </api/path?query> <JSON or ->`: a call of the device's own API (apiCapability), within the
   * seconds of the command. `done 0` with a line `<code>` and the response below it; `failed` 1 if there was no
   * response, 2 if it is not such a call, 124 if it timed out.
   */
  'api-call': { keep: 'memory', writes: true },
  /** Argument: the id of a `config-apply`, which then stays. `failed` 8: it was already taken back. */
  'config-confirm': { keep: 'flash', writes: true, repeatable: true },
  /** Argument: the id of a `config-apply` to take back now. `failed` 8: it was already confirmed. */
  'config-undo': { keep: 'flash', writes: true, repeatable: true },
} as const satisfies Record<string, LinkCommand>

export interface LinkCommand {
  keep: 'memory' | 'flash'
  writes: boolean
  /** Executing it twice has the same outcome as once. */
  repeatable?: true
}

export type LinkVerb = keyof typeof linkCommands

/**
 * Word in `hello`'s caps of agents that know the verb; `config` covers its four, `store` also for `send … file` and the
 * seconds of `fetch`; all agents know `refresh`.
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
 * Word of agents that can call the device's own API: with `api-call`, and with `api` lines in the content of
 * `config-apply`.
 */
export const apiCapability = 'api-call'

/** Exit codes of `fetch`. The text of `memory` has the figures. */
export const fetchExits = { argument: 2, ticket: 3, memory: 4, content: 5, time: 6, busy: 75 } as const

/** Exit codes of `store`. The text of `path` has the reason. */
export const storeExits = { argument: 2, path: 3, storage: 4, missing: 5, busy: 75 } as const

/**
 * Exit codes of `firmware`. `refused`: the device's own check refused it; the text is the last line that it printed.
 * Except with `failed`, the installation was not started.
 */
export const firmwareExits = { failed: 1, argument: 2, missing: 5, refused: 7, busy: 75 } as const

/**
 * Exit codes of `config-apply`, `config-confirm` and `config-undo`. With `argument`, `storage`, `missing`, `refused`
 * and `busy` nothing was changed; the text of `refused` has the number of the line. `failed`: taken back, or not
 * started. `settled`: it is not open any more; the text has its outcome.
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
