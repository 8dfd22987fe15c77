import { type MainKind, mainEntries, type OpenProtocol } from '@longreach/contract/remote/constants'
import { openCli, openRemoteAccess, openWebui } from '@longreach/contract/remote/endpoints'
import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import i18next from 'i18next'
import { call } from '../../api/call.ts'

export interface Opening {
  /** Seconds. */
  duration: number
  username?: string | undefined
  password?: string | undefined
}

/** Identifies the target of a session; serializable. */
export type TargetOf = { entry: number } | { device: number; main: MainKind }

export interface Target {
  /** Id of its window or tab. */
  key: string
  of: TargetOf
  name: string
  deviceName: string
  /** `192.168.1.10:80`, or a word for the device's own page or shell. */
  address: string
  protocol: OpenProtocol
  asksCredentials: boolean
}

type Opened = { data: { session_id: number; link: string }; meta: { channel?: string } }
const opened = ({ data, meta }: Opened) => ({
  sessionId: data.session_id,
  link: data.link,
  channel: meta.channel ?? '',
})

/** `[::1]:80`, `192.168.1.10:80` */
export const addressOf = ({
  destination_ip,
  destination_port,
}: Pick<RemoteAccess, 'destination_ip' | 'destination_port'>) =>
  destination_ip.includes(':') ? `[${destination_ip}]:${destination_port}` : `${destination_ip}:${destination_port}`

/** Starts a session; its link can be used once. */
export async function openTarget(target: TargetOf, body: Opening) {
  if ('entry' in target) return opened(await call(openRemoteAccess, { params: { access_id: target.entry }, body }))
  return opened(await call(target.main === 'webui' ? openWebui : openCli, { params: { id: target.device }, body }))
}

export function targetOf(entry: RemoteAccess): Target {
  return {
    key: `remote-${entry.id}`,
    of: { entry: entry.id },
    name: entry.name,
    deviceName: entry.device_name,
    address: addressOf(entry),
    protocol: entry.protocol,
    asksCredentials: entry.credentials_required,
  }
}

/** The device's own page or shell, if only the device is known, not the entry. */
export function mainTarget(device: { id: number; name: string }, kind: MainKind): Target {
  return {
    key: `remote-${kind}-${device.id}`,
    of: { device: device.id, main: kind },
    name: device.name,
    deviceName: device.name,
    // Address and port of the automatic entries may have been edited.
    address: i18next.t(`remote:main.${kind}`),
    protocol: mainEntries[kind].protocol,
    asksCredentials: false,
  }
}
