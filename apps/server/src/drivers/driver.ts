import type { Duplex } from 'node:stream'
import type { LinkVerb } from '@longreach/contract/link/commands'
import type { Hello, LinkEvent, ResultState } from '@longreach/contract/link/lines'
import type { ReportValue } from '@longreach/contract/link/report'

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

/** A report that cannot be used, and why. */
export interface BadReport {
  boot: string
  seq: number
  fault: string
}

export interface CommandResult {
  id: string
  state: ResultState
  exit: number
  part: number
  parts: number
  text: string
}

/** What a tunnel ends at, as the device names it. */
export interface TunnelTarget {
  /** A name or an address; `127.0.0.1` is the device itself. */
  host: string
  port: number
}

/** A file devices may fetch. */
export interface ServedFile {
  content: Buffer
  /** In hex. */
  sha256: string
}

/** Why a ticket opens nothing. */
export type TicketFault = 'unknown' | 'used' | 'expired' | 'foreign'

export interface TakenTicket extends TunnelTarget {
  /** The other node that gave it out, when it was another. */
  elsewhere?: string
}

/** The only way a driver talks to the server. Every method resolves after commit and rejects when the database is away. */
export interface DevicePort {
  /** Whether the device may sign in with the key. */
  identify(deviceId: number, publicKey: string): Promise<'known' | 'unknown' | 'revoked'>
  enrol(enrolment: Enrolment): Promise<{ deviceId: number } | Refusal>
  /** Marks the device online. `settings` are the key=value words of `welcome`, the node's own left out. */
  hello(arrival: Arrival): Promise<{ presence: Presence; settings: Record<string, string | number> } | Refusal>
  /** The words of `welcome` as they are now; undefined when the device is no more. */
  settings(presence: Presence): Promise<Record<string, string | number> | undefined>
  /**
   * Takes the reports of one line, in their order. Resolves with why some were refused, when each is stored, known
   * already or refused: all of them are to be acknowledged.
   */
  report(presence: Presence, reports: readonly (Report | BadReport)[]): Promise<string[]>
  /** Counts a line that cannot be used. */
  refuse(presence: Presence, reason: string): Promise<void>
  event(presence: Presence, event: LinkEvent): Promise<void>
  result(presence: Presence, result: CommandResult): Promise<void>
  /** Marks the device offline unless a newer link has taken over. */
  gone(presence: Presence, reason: string): Promise<void>
  /** Adds a row to the connection-attempt log. */
  attempt(attempt: Attempt): Promise<void>
  /** A ticket good for one tunnel of that device and key within `seconds`; only its hash is kept. */
  issueTicket(ticket: TunnelTarget & { deviceId: number; publicKey: string; seconds: number }): Promise<string>
  /** Uses a ticket up; the target it was issued for, or why it is not good. */
  takeTicket(ticket: { ticket: string; deviceId: number; publicKey: string }): Promise<TakenTicket | TicketFault>
  /** A ticket with which that device and key fetch that file within `seconds`; only its hash is kept. */
  issueFileTicket(ticket: { deviceId: number; publicKey: string; sha256: string; seconds: number }): Promise<string>
  /** The file a ticket is good for, or why it is not good. */
  takeFileTicket(ticket: {
    ticket: string
    deviceId: number
    publicKey: string
  }): Promise<{ sha256: string } | Exclude<TicketFault, 'used'>>
}

export interface Command {
  id: string
  verb: string
  /** Not begun later than this many seconds after sending. */
  seconds: number
  arg: string
}

/** A command whose answer is waited for. */
export interface Question {
  verb: LinkVerb
  arg: string
  /** Not begun later than this, and for `exec` its limit. */
  seconds: number
}

export interface Answer {
  state: ResultState
  exit: number
  /** Line breaks and the like as they were; device-supplied. */
  text: string
}

/** A way through the device to one target, over an SSH connection of its own. */
export interface Tunnel {
  deviceId: number
  /** A new connection to the target. Rejects with TunnelError, or with the signal's reason. */
  open(signal?: AbortSignal): Promise<Duplex>
  close(reason: string): void
  /** Once, whoever closed it; at once when it is closed already. */
  onClose(listener: (reason: string) => void): void
}

/** A southbound protocol. Constructing it does nothing; `start` listens, `stop` leaves nothing behind. */
export interface Driver {
  name: string
  start(): Promise<void>
  /** Says bye on every link, waits for reports under way, closes. */
  stop(): Promise<void>
  /** Resolves once the line was written; rejects with DeviceAway when the device has no link on this node. */
  send(deviceId: number, command: Command): Promise<void>
  /**
   * Sends a command under an id of its own and resolves with its result. Rejects with DeviceAway when the device has
   * no link on this node or its link ends, with NoAnswer when the seconds went by, or with the signal's reason.
   */
  ask(deviceId: number, question: Question, signal?: AbortSignal): Promise<Answer>
  /** Has the device open a tunnel. Rejects with TunnelError, or with the signal's reason. */
  openTunnel(deviceId: number, target: TunnelTarget, options?: { signal?: AbortSignal }): Promise<Tunnel>
  /**
   * A ticket with which the device fetches the agent; undefined when the one it has is too old to. Rejects with DeviceAway
   * when the device has no link on this node.
   */
  offerAgent(deviceId: number): Promise<string | undefined>
  /** What `welcome` says of the device has changed: its link on this node is told, when the agent is new enough. */
  renew(deviceId: number): void
  /** Closes the device's link, tunnels and transfers on this node at once. */
  drop(deviceId: number, refusal: Refusal): void
}

/** What a node knows of a link it has, as far as tunnels go. */
export interface LinkFacts {
  publicKey: string
  /** Whether the agent is new enough to open tunnels. */
  tunnels: boolean
}

/** The links and waits of this node alone, for what other nodes ask of it. */
export interface OwnLinks {
  link(deviceId: number): LinkFacts | undefined
  /** The device has a newer link, here or on another node: one before it ends. */
  replaced(newer: Presence): void
  ask: Driver['ask']
  /** False when nothing here waits for a tunnel with that ticket. */
  takeIn(ticket: string, tunnel: Tunnel): boolean
}

/** The other nodes, as a driver needs them for devices whose link or tunnel is there. */
export interface Neighbours {
  /** Of the link another node has; undefined when none has one. */
  findLink(deviceId: number): Promise<LinkFacts | undefined>
  /** `Driver.ask` on the node that has the device's link, and likewise when none has one. */
  ask(deviceId: number, question: Question, signal?: AbortSignal): Promise<Answer>
  /** Offers a tunnel that came here to the node that waits for it. False when nobody does any more. */
  offer(node: string, ticket: string, tunnel: Tunnel): Promise<boolean>
}

export class DeviceOffline extends Error {
  constructor(deviceId: number) {
    super(`Device ${deviceId} has no link on this node`)
    this.name = 'DeviceAway'
  }
}

export class NoAnswer extends Error {
  constructor(deviceId: number, { verb }: Pick<Question, 'verb'>) {
    super(`Device ${deviceId} did not answer '${verb}' in time`)
    this.name = 'NoAnswer'
  }
}

/** How far a tunnel, or a connection through it, came. */
export type TunnelStep =
  | 'device_offline'
  | 'unsupported'
  | 'too_many'
  | 'no_answer'
  | 'device_failed'
  | 'target_refused'
  | 'target_unreachable'
  | 'tunnel_gone'

/** The message may hold what the device said: cut and free of control characters, yet not to be trusted. */
export class TunnelError extends Error {
  readonly step: TunnelStep

  constructor(step: TunnelStep, message: string) {
    super(message)
    this.name = 'TunnelError'
    this.step = step
  }
}
