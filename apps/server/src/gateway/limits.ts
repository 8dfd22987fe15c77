import { linkLimits, linkTimes } from '@longreach/contract/link/limits'

export interface Rate {
  /** Per second. */
  rate: number
  burst: number
}

export interface GatewayLimits {
  /** Connections of this process that have not proved to be a known device. */
  unauthenticated: number
  /** Limit for one address. Known devices do not count: many of them are behind one carrier NAT. */
  unauthenticatedPerAddress: number
  /** Milliseconds after which a silent one gives way to a newcomer. */
  silence: number
  /** Control links of this process; further devices are asked to come back later. */
  links: number
  /** Devices welcomed. */
  admission: Rate
  enrolments: Rate
  /** Reports younger than `resentAge` seconds, per device. */
  freshReports: Rate
  resentReports: Rate
  resentAge: number
  /** All other lines, per device. */
  lines: Rate
  /** Unparsable lines before a link is closed. */
  badLines: number
  unacknowledgedReports: number
  /** Events and results in progress for one device. */
  pendingLines: number
  upLineBytes: number
  /** Bytes a device may leave unread. */
  behindBytes: number
  /** Tunnels open at once. */
  tunnelsPerDevice: number
  channelsPerTunnel: number
  /** Concurrent transfers, one per device. */
  files: number
  /** Bytes per second of one transfer. */
  fileRate: number
  /** Rows of one address in the connection-attempt log. */
  attemptRows: Rate
}

/** Times in milliseconds. */
export interface GatewayTimes {
  /** From accepting the connection to the sign-in. */
  ready: number
  /** From the sign-in to `hello` (control link) or the end (enrolment). */
  hello: number
  install: number
  /** Time for which a device may exceed its rate. */
  throttle: number
  /** From the last line to the disconnect. */
  linger: number
  /** Interval of checks for silence and unread bytes. */
  sweep: number
  /** Longest wait of `stop` for reports in progress. */
  drain: number
  /** From requesting a tunnel until it is open. */
  tunnel: number
  /** For a device to reach a target. */
  target: number
  /** A tunnel's silence until a keep-alive is sent; after `tunnelMisses` unanswered ones it is closed. */
  tunnelKeepalive: number
  /** Longest stall of a transfer. */
  fileStall: number
  /** Interval of reading the traffic of connections. */
  traffic: number
  /** First and longest wait before reporting a disconnected device again. */
  goneRetry: [number, number]
}

export const defaultLimits: GatewayLimits = {
  unauthenticated: 200,
  unauthenticatedPerAddress: 50,
  silence: 3000,
  links: 15_000,
  admission: { rate: 300, burst: 600 },
  enrolments: { rate: 0.2, burst: 20 },
  freshReports: { rate: 5, burst: 100 },
  resentReports: { rate: 500, burst: 1000 },
  resentAge: 60,
  lines: { rate: 10, burst: 100 },
  badLines: 50,
  unacknowledgedReports: linkLimits.unacknowledgedReports,
  pendingLines: 8,
  upLineBytes: linkLimits.upLineBytes,
  behindBytes: 256 * 1024,
  tunnelsPerDevice: linkLimits.tunnelsPerDevice,
  channelsPerTunnel: 32,
  files: 100,
  fileRate: 256 * 1024,
  attemptRows: { rate: 0.2, burst: 20 },
}

export const defaultTimes: GatewayTimes = {
  ready: linkTimes.readyWithin * 1000,
  hello: linkTimes.readyWithin * 1000,
  install: 120_000,
  throttle: 10_000,
  linger: 2_000,
  sweep: 1_000,
  drain: 5_000,
  tunnel: linkTimes.tunnelWithin * 1000,
  target: 15_000,
  tunnelKeepalive: linkTimes.tunnelKeepalive * 1000,
  fileStall: 60_000,
  traffic: 60_000,
  goneRetry: [1_000, 30_000],
}
