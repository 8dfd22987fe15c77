/** Every protocol that an entry of the public API may name; `openProtocols` are those that the console can open. */
export const remoteProtocols = ['http', 'https', 'telnet', 'vpn', 'ssh', 'rdp', 'vnc', 'sftp'] as const
export const openProtocols = ['http', 'https', 'ssh'] as const satisfies readonly (typeof remoteProtocols)[number][]
export type OpenProtocol = (typeof openProtocols)[number]

export const defaultPorts = {
  http: 80,
  https: 443,
  telnet: 23,
  vpn: 1194,
  ssh: 22,
  rdp: 3389,
  vnc: 5900,
  sftp: 22,
} as const satisfies Record<(typeof remoteProtocols)[number], number>

/** The automatic entries of every device: its own web pages and its own shell. */
export const mainEntries = {
  webui: { name: 'WebUI', destination_ip: '127.0.0.1', destination_port: 80, protocol: 'http' },
  cli: { name: 'CLI', destination_ip: '127.0.0.1', destination_port: 22, protocol: 'ssh' },
} as const
export const mainKinds = ['webui', 'cli'] as const
export type MainKind = (typeof mainKinds)[number]

/** Kind of target: the device's pages, those of a host behind it, a shell. */
export const connectionKinds = ['webui', 'lan-webui', 'cli'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** Characters of a target's longest credentials; it may refuse shorter ones itself. */
export const credentialLimits = { username: 128, password: 1024 } as const

const minute = 60
const hour = 3600

/** Allowed durations of a session in seconds. */
export const sessionLimits = { shortest: 10, longest: 24 * hour, ticketSeconds: 60, perUser: 32 } as const
/** Durations that the console offers, in seconds; an hour is preselected. */
export const sessionDurations = [
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
  24 * hour,
] as const

/** Steps of opening a session, in this order; a failure has the step as its `errorCode`. */
export const connectSteps = [
  'address',
  'device',
  'admission',
  'link',
  'ticket',
  'tunnel',
  'target',
  'tls',
  'host_key',
  'credentials',
  'shell',
  'session',
] as const
export type ConnectStep = (typeof connectSteps)[number]
