import type { Hello, LinkEvent, ReportValue, ResultState } from '@longreach/contract/link/lines'

/** A connection attempt that was turned down: the code and reason of contract/link/codes.ts and when to try again. */
export interface Refusal {
  code: number
  reason: string
  /** Seconds until the next attempt makes sense. */
  retry: number
}

export interface Attempt {
  code: number
  reason: string
  /** Address the connection came from. */
  address: string
  deviceId?: number
  serial?: string
  mac?: string
  model?: string
  firmware?: string
}

export interface Enrolment {
  hello: Hello
  nonce: string
  /** HMAC-SHA256 in hex over contract/link/identity.ts proofText. */
  proof: string
  /** OpenSSH public key, `ssh-ed25519 AAAA…`, without a comment. */
  publicKey: string
  address: string
}

export interface Arrival {
  deviceId: number
  /** The key it signed in with; it may have been revoked since. */
  publicKey: string
  hello: Hello
  address: string
}

/** The fence of one link: what a superseded link still says about presence is ignored. */
export interface Presence {
  deviceId: number
  epoch: number
}

export interface Report {
  boot: string
  seq: number
  /** Seconds between measuring and sending. */
  age: number
  /** Uptime of the device now, from its hello plus the time since; a report cannot be older. */
  uptime: number
  arrivedAt: Date
  names: readonly string[]
  values: readonly ReportValue[]
}

export interface CommandResult {
  id: string
  state: ResultState
  exit: number
  part: number
  parts: number
  text: string
}

/** The only way a driver talks to the house. Every method resolves after commit and rejects when the database is away. */
export interface DevicePort {
  /** Whether the device may sign in with the key. */
  identify(deviceId: number, publicKey: string): Promise<'known' | 'unknown' | 'revoked'>
  enrol(enrolment: Enrolment): Promise<{ deviceId: number } | Refusal>
  /** Marks the device online. `settings` are the key=value words of `welcome`. */
  hello(arrival: Arrival): Promise<{ presence: Presence; settings: Record<string, string | number> } | Refusal>
  /** `undefined` when stored or already known; the reason when the report was refused. Either way it is to be acknowledged. */
  report(presence: Presence, report: Report): Promise<string | undefined>
  /** Counts a line that cannot be used; with a mark it is remembered as acknowledged. */
  refuse(presence: Presence, reason: string, mark?: { boot: string; seq: number }): Promise<void>
  event(presence: Presence, event: LinkEvent): Promise<void>
  result(presence: Presence, result: CommandResult): Promise<void>
  /** Marks the device offline unless a newer link has taken over. */
  gone(presence: Presence, reason: string): Promise<void>
  /** Adds a row to the connection-attempt log. */
  attempt(attempt: Attempt): Promise<void>
}

export interface Command {
  id: string
  verb: string
  /** Not begun later than this many seconds after sending. */
  seconds: number
  arg: string
}

/** A southbound protocol. Constructing it does nothing; `start` listens, `stop` leaves nothing behind. */
export interface Driver {
  name: string
  start(): Promise<void>
  /** Says bye on every link, waits for reports under way, closes. */
  stop(): Promise<void>
  /** Resolves once the line was written; rejects with DeviceAway when the device has no link on this node. */
  send(deviceId: number, command: Command): Promise<void>
  /** Closes the device's link on this node at once. */
  drop(deviceId: number, refusal: Refusal): void
}

export class DeviceAway extends Error {
  constructor(deviceId: number) {
    super(`Device ${deviceId} has no link on this node`)
    this.name = 'DeviceAway'
  }
}
