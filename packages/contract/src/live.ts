import type { ConfigState, OfflineReason } from './devices/constants.ts'
import type { News } from './names.ts'
import type { PermissionName } from './permissions.ts'

/** Socket.IO path, and the folder of the polling fallback `GET /status/channel/<channel>`. */
export const socketPath = '/status/socket.io'
export const pollingPath = '/status/channel'

/** `private-user.<id>`: events for one user. */
export const userChannel = (user: number) => `private-user.${user}`
/**
 * `private-devices.<user>`: states of the devices on the user's screen; `subscribe` has `{device_id: […]}`, at most
 * 200.
 */
export const devicesChannel = (user: number) => `private-devices.${user}`
/** Kind of the ids that are keys of a status channel, and the permission with which it was opened. */
export interface StatusSubject {
  subject: 'device' | 'company'
  permission: PermissionName
}

/**
 * `private-status.<user>.<subject>.<permission>.<random>`: progress of an operation, for its user as long as they have
 * the permission, limited to keys that they see.
 */
export const statusChannel = (user: number, { subject, permission }: StatusSubject, random: string) =>
  `private-status.${user}.${subject}.${permission}.${random}`

export function parseStatusChannel(channel: string): (StatusSubject & { user: number }) | null {
  const [, user, subject, permission] = /^private-status\.(\d+)\.(device|company)\.(\w+)\.[\w-]+$/.exec(channel) ?? []
  return subject ? ({ user: Number(user), subject, permission } as StatusSubject & { user: number }) : null
}

/** `sockets` per user, in one process; `messages` of a socket as points within `duration` seconds. */
export const liveLimits = {
  devices: 200,
  channels: 20,
  sockets: 50,
  messages: { points: 150, duration: 10 },
  keptSeconds: 3600,
} as const

/** A step of an operation (rms-domain §1.1). */
export interface StatusEvent {
  /** `completed`, `error` and `warning` end the work on a key; all others are intermediate steps. */
  status: string
  /** A line for the user. */
  value: string
  progress?: { value: number; total: number }
  errorCode?: string
  link?: string
  /** For a finished read of configuration values: `completed`, or `failed` if nothing was read. */
  response_state?: string
  data?: unknown
}

/** True for the last event of a key. */
export const endsWork = (event: StatusEvent) => ['completed', 'error', 'warning'].includes(event.status)

export interface ClientEvents {
  /** `done` is called once later events will arrive, or the subscription was refused. */
  subscribe(request: { channel: string; data?: { device_id?: number[] } }, done?: () => void): void
  unsubscribe(request: { channel: string }): void
}

export interface DeviceState {
  id: number
  /** 0 offline, 1 online, 2 pending, null not activated (rms-domain §2.1). */
  status: 0 | 1 | 2 | null
  /** Reason why it is offline; null while it is not. */
  offline_reason: OfflineReason | null
  /** dBm */
  signal: number | null
  connection_type: string | null
  operator: string | null
  /** State of its configuration; null from a node of another release. */
  config_state: ConfigState | null
  last_update_at: string | null
  last_connection_at: string | null
}

/**
 * `fetched`: the install script was requested with the key. `refused`: the device proved that it has the key, but was
 * refused for `reason`. `enrolled`: the key was accepted, for `device`.
 */
export interface EnrolmentProgress {
  enrolment_key_id: number
  step: 'fetched' | 'refused' | 'enrolled'
  device: { id: number; name: string } | null
  reason: string | null
}

/** News of the domains, with the channel they come over. */
type NewsEvents = { [Name in keyof News]: (event: { channel: string } & News[Name]) => void }

export interface ServerEvents extends NewsEvents {
  /** Whether the installation accepts changes; sent with the subscription to the user's channel, and on changes. */
  ChangesTaken(event: { channel: string; taken: boolean }): void
  /**
   * Steps on a status channel, collected for a quarter second; `key` is the device or company of a step. Ids grow with
   * time for each key: a step with an id already shown is a repetition.
   */
  ActionStatusUpdated(event: { channel: string; events: { id: number; key: string; data: StatusEvent }[] }): void
  subscription_error(event: { channel: string; status: number; message: string }): void
}

export type LiveEvent = Exclude<keyof ServerEvents, 'subscription_error'>
