/** Socket.IO path, and the folder of the polling fallback `GET /status/channel/<channel>`. */
export const socketPath = '/status/socket.io'
export const pollingPath = '/status/channel'

/** `private-user.<id>`: what concerns one user. */
export const userChannel = (user: number) => `private-user.${user}`
/** `private-devices.<user>`: state of the devices on the user's screen; `subscribe` carries `{device_id: […]}`, at most 200. */
export const devicesChannel = (user: number) => `private-devices.${user}`
/** `private-status.<user>.<random>`: progress of one piece of work. */
export const statusChannel = (user: number, random: string) => `private-status.${user}.${random}`

export const liveLimits = { devices: 200, channels: 20, keptSeconds: 3600 } as const

/** What the client emits. */
export interface ClientEvents {
  subscribe(request: { channel: string; data?: { device_id?: number[] } }): void
  unsubscribe(request: { channel: string }): void
}

export interface DeviceState {
  id: number
  /** 0 offline, 1 online, 2 pending, null not activated (rms-domain §2.1). */
  status: 0 | 1 | 2 | null
  /** dBm */
  signal: number | null
  connection_type: string | null
  operator: string | null
  last_update_at: string | null
  last_connection_at: string | null
}

/** What the server emits. */
export interface ServerEvents {
  DeviceStateChanged(event: { channel: string; data: DeviceState }): void
  DeviceCreated(event: { channel: string; data: { id: number; name: string; enrolment_key_id: number | null } }): void
  DeviceRemoved(event: { channel: string; data: { id: number } }): void
  /** A step of the work a status channel follows; `key` names the device or company it concerns. */
  StatusEvent(event: { channel: string; key: string; data: unknown }): void
  subscription_error(event: { channel: string; status: number; message: string }): void
}

export type LiveEvent = Exclude<keyof ServerEvents, 'subscription_error'>
