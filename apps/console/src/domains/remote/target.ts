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

/** The target of a session. */
export interface Target {
  /** Title of its window. */
  key: string
  name: string
  deviceName: string
  /** `192.168.1.10:80`, or its kind. */
  address: string
  protocol: OpenProtocol
  asksCredentials: boolean
  open: (opening: Opening) => Promise<{ sessionId: number; link: string; channel: string }>
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

export function targetOf(entry: RemoteAccess): Target {
  return {
    key: `remote-${entry.id}`,
    name: entry.name,
    deviceName: entry.device_name,
    address: addressOf(entry),
    protocol: entry.protocol,
    asksCredentials: entry.credentials_required,
    open: async (body) => opened(await call(openRemoteAccess, { params: { access_id: entry.id }, body })),
  }
}

/** The device's own page or shell, where the device is known and not the entry. */
export function mainTarget(device: { id: number; name: string }, kind: MainKind): Target {
  const endpoint = kind === 'webui' ? openWebui : openCli
  return {
    key: `remote-${kind}-${device.id}`,
    name: device.name,
    deviceName: device.name,
    // Address and port of the automatic entries may have been edited.
    address: i18next.t(`remote:main.${kind}`),
    protocol: mainEntries[kind].protocol,
    asksCredentials: false,
    open: async (body) => opened(await call(endpoint, { params: { id: device.id }, body })),
  }
}
