import type { Duplex } from 'node:stream'
import type { LinkVerb } from '@longreach/contract/link/commands'
import type { Hello, LinkEvent, ResultState } from '@longreach/contract/link/lines'
import type { ReportValue } from '@longreach/contract/link/report'
import type { TrafficKind } from '@longreach/contract/monitoring/usage-constants'

/** A refused connection attempt: code and reason of contract/link/codes.ts. */
export interface Refusal {
  code: number
  reason: string
  /** Seconds until the next attempt is worthwhile. */
  retry: number
}

/** A refused enrolment: the refusal for the device, and the true reason for the server's log. */
export interface EnrolRefusal extends Refusal {
  cause: Pick<Refusal, 'code' | 'reason'>
}

export interface Attempt {
  code: number
  reason: string
  /** Source address of the connection. */
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
  /** The key of the sign-in; it may have been revoked since. */
  publicKey: string
  hello: Hello
  address: string
}

/** Fencing token of a link: presence reported by a superseded link is ignored. */
export interface Presence {
  deviceId: number
  epoch: number
}

export interface Report {
  boot: string
  seq: number
  /** Seconds from the measurement to sending. */
  age: number
  /** Uptime of the device now, from its hello plus the time since; a report cannot be older. */
  uptime: number
  arrivedAt: Date
  names: readonly string[]
  values: readonly ReportValue[]
}

/** A report that cannot be used, with the reason. */
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

/** Bytes from (up) and to (down) a device on one day (UTC). */
export interface DeviceTraffic {
  deviceId: number
  day: Date
  kind: TrafficKind
  up: number
  down: number
}

/** Target of a tunnel, as addressed by the device. */
export interface TunnelTarget {
  /** A name or an address; `127.0.0.1` is the device itself. */
  host: string
  port: number
}

/** A file that devices may fetch. */
export interface ServedFile {
  content: Buffer
  /** In hex. */
  sha256: string
}

/** Reason why a ticket is not valid. */
export type TicketFault = 'unknown' | 'used' | 'ended' | 'expired' | 'foreign'

/** A file that a device is sending. */
export interface DeviceUpload {
  /** Number of bytes stored so far. */
  received(): Promise<number>
  /** Stores bytes from an offset on; offset 0 starts a new file. Returns the new end. Rejects with UploadRefused. */
  append(offset: number, bytes: AsyncIterable<Buffer>): Promise<number>
  /** Completes the file and resolves with its size. Rejects with UploadRefused if its checksum or content is wrong. */
  finish(sha256: string): Promise<number>
}

/**
 * Thrown for bytes at an offset other than the end of the file (`offset`), or for a file that is not accepted (`file`).
 */
export class UploadRefused extends Error {
  readonly fault: 'offset' | 'file'

  constructor(fault: 'offset' | 'file', message: string) {
    super(message)
    this.name = 'UploadRefused'
    this.fault = fault
  }
}

/** Content that a device fetches. */
export interface DeviceDownload {
  size: number
  /** No byte at or beyond this offset was ever sent to the device. */
  released: number
  /**
   * The next bytes from an offset on; it was stored before that the device may have them. `sent` is the number of bytes
   * sent since the last call.
   */
  next(offset: number, sent: number): Promise<Buffer>
  /**
   * Stores the remaining number of sent bytes, and that the device has fetched the content if it was sent completely.
   */
  end(sent: number, whole: boolean): Promise<void>
}

export interface TakenTicket extends TunnelTarget {
  /** The issuing node, if it was another one. */
  elsewhere?: string
}

/**
 * The only interface of a driver to the server. Every method resolves after the commit and rejects while the database
 * is unavailable, or with LinkSuperseded if the link of the presence may not write any more.
 */
export interface DevicePort {
  /** Checks whether the device may sign in with the key. */
  identify(deviceId: number, publicKey: string): Promise<'known' | 'unknown' | 'revoked'>
  enrol(enrolment: Enrolment): Promise<{ deviceId: number } | EnrolRefusal>
  /** Marks the device online. `settings` are the key=value words of `welcome`, without those of the node. */
  hello(arrival: Arrival): Promise<{ presence: Presence; settings: Record<string, string | number> } | Refusal>
  /** The current words of `welcome`; undefined if the device does not exist any more. */
  settings(presence: Presence, publicKey: string): Promise<Record<string, string | number> | undefined>
  /**
   * Takes the reports of one line, in order. Resolves with the reasons for refusals once each report is stored, a
   * repetition, or refused: all of them must then be acknowledged.
   */
  report(presence: Presence, reports: readonly (Report | BadReport)[]): Promise<string[]>
  /** Counts a line that cannot be used. */
  refuse(presence: Presence, reason: string): Promise<void>
  event(presence: Presence, event: LinkEvent): Promise<void>
  result(presence: Presence, result: CommandResult): Promise<void>
  /** Marks the device offline unless a newer link has taken over. */
  gone(presence: Presence, reason: string): Promise<void>
  /** Adds to the stored traffic; if it rejects, nothing was added. */
  traffic(counts: readonly DeviceTraffic[]): Promise<void>
  /** Adds a row to the connection-attempt log. */
  attempt(attempt: Attempt): Promise<void>
  /** A ticket for one tunnel of that device and key within `seconds`; only its hash is stored. */
  issueTicket(ticket: TunnelTarget & { deviceId: number; publicKey: string; seconds: number }): Promise<string>
  /** Uses a ticket; returns its target, or the reason why it is not valid. */
  takeTicket(ticket: { ticket: string; deviceId: number; publicKey: string }): Promise<TakenTicket | TicketFault>
  /** A ticket with which that device and key fetch that file within `seconds`; only its hash is stored. */
  issueFileTicket(ticket: { deviceId: number; publicKey: string; sha256: string; seconds: number }): Promise<string>
  /** The file of a ticket, or the reason why the ticket is not valid. */
  takeFileTicket(ticket: {
    ticket: string
    deviceId: number
    publicKey: string
  }): Promise<{ sha256: string } | Exclude<TicketFault, 'used'>>
  /** The device's plan for templates, if it has this checksum. */
  takePlans(deviceId: number, sha256: string): Promise<ServedFile | undefined>
  /** The upload of a ticket, or the reason why the ticket is not valid. */
  takeUpload(ticket: {
    ticket: string
    deviceId: number
    publicKey: string
  }): Promise<DeviceUpload | Exclude<TicketFault, 'used'>>
  /** The content of a ticket, or the reason why the ticket is not valid. */
  takeDownload(ticket: {
    ticket: string
    deviceId: number
    publicKey: string
  }): Promise<DeviceDownload | Exclude<TicketFault, 'used'>>
}

export interface Command {
  id: string
  verb: string
  /** Must start within this many seconds after sending. */
  seconds: number
  arg: string
}

/** A command with an awaited answer. */
export interface Question {
  verb: LinkVerb
  arg: string
  /** Seconds within which it must start; for `exec` also its time limit. */
  seconds: number
}

export interface Answer {
  state: ResultState
  exit: number
  /** Text of the device, unescaped. */
  text: string
}

/** A path through the device to one target, over a separate SSH connection. */
export interface Tunnel {
  deviceId: number
  /** A new connection to the target. Rejects with TunnelError, or with the signal's reason. */
  open(signal?: AbortSignal): Promise<Duplex>
  close(reason: string): void
  /** Called once, whichever side closed it; immediately if it is already closed. */
  onClose(listener: (reason: string) => void): void
}

/** A device protocol. Creating it does nothing; `start` listens, `stop` leaves nothing behind. */
export interface Driver {
  name: string
  start(): Promise<void>
  /** Says bye on every link, waits for reports in progress, closes. */
  stop(): Promise<void>
  /** Resolves once the line was written; rejects with DeviceOffline if the device has no link on this node. */
  send(deviceId: number, command: Command): Promise<void>
  /**
   * Sends a command under a new id and resolves with its result. Rejects with DeviceOffline if the device has no link
   * on this node or its link ends, with NoAnswer after the timeout, or with the signal's reason.
   */
  ask(deviceId: number, question: Question, signal?: AbortSignal): Promise<Answer>
  /** Makes the device open a tunnel. Rejects with TunnelError, or with the signal's reason. */
  openTunnel(deviceId: number, target: TunnelTarget, options?: { signal?: AbortSignal }): Promise<Tunnel>
  /**
   * A ticket with which the device fetches the agent; undefined if its present agent is too old for that. Rejects with
   * DeviceOffline if the device has no link on this node.
   */
  offerAgent(deviceId: number): Promise<string | undefined>
  /** Sends changed settings of `welcome` over the device's link on this node, if the agent is new enough. */
  renew(deviceId: number): void
  /** Closes the device's link, tunnels and transfers on this node at once. */
  drop(deviceId: number, refusal: Refusal): void
}

/** Properties of a link that tunnels depend on. */
export interface LinkFacts {
  publicKey: string
  /** True if the agent is new enough to open tunnels. */
  tunnels: boolean
}

/** The links and tunnels of this node, for requests of other nodes. */
export interface OwnLinks {
  link(deviceId: number): LinkFacts | undefined
  /** The device has a newer link, on any node: earlier ones end. */
  replaced(newer: Presence): void
  ask: Driver['ask']
  /** False if no tunnel with that ticket is awaited here. */
  takeIn(ticket: string, tunnel: Tunnel): boolean
}

/** Access to other nodes, for devices with a link or tunnel there. */
export interface Neighbours {
  /** The link on another node; undefined if no node has one. */
  findLink(deviceId: number): Promise<LinkFacts | undefined>
  /** `Driver.ask` on the node that has the device's link; also rejects with DeviceOffline if no node has one. */
  ask(deviceId: number, question: Question, signal?: AbortSignal): Promise<Answer>
  /** Offers a tunnel that arrived here to the node that waits for it. False if none does any more. */
  offer(node: string, ticket: string, tunnel: Tunnel): Promise<boolean>
}

/**
 * Thrown when a link writes that no longer belongs to its device, because it was replaced or closed or its key was
 * revoked.
 */
export class LinkSuperseded extends Error {
  constructor(deviceId: number) {
    super(`The link of device ${deviceId} is not current any more`)
    this.name = 'LinkSuperseded'
  }
}

export class DeviceOffline extends Error {
  constructor(deviceId: number) {
    super(`Device ${deviceId} has no link on this node`)
    this.name = 'DeviceOffline'
  }
}

export class NoAnswer extends Error {
  constructor(deviceId: number, { verb }: Pick<Question, 'verb'>) {
    super(`Device ${deviceId} did not answer '${verb}' in time`)
    this.name = 'NoAnswer'
  }
}

/** The step at which a tunnel, or a connection through it, failed. */
export type TunnelStep =
  | 'device_offline'
  | 'unsupported'
  | 'too_many'
  | 'no_answer'
  | 'device_failed'
  | 'target_refused'
  | 'target_unreachable'
  | 'tunnel_gone'

/** The message may contain text of the device: truncated and free of control characters, but untrusted. */
export class TunnelError extends Error {
  readonly step: TunnelStep

  constructor(step: TunnelStep, message: string) {
    super(message)
    this.name = 'TunnelError'
    this.step = step
  }
}
