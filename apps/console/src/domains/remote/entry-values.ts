import { defaultPorts, type OpenProtocol } from '@longreach/contract/remote/constants'
import type { NewRemoteAccess, RemoteAccess, RemoteAccessChange } from '@longreach/contract/remote/schemas'

/** The values of the form; numbers as typed. */
export interface EntryValues {
  device_id: string
  name: string
  protocol: OpenProtocol
  destination_ip: string
  destination_port: string
  credentials_required: boolean
  username: string
  password: string
  /** Clears stored credentials. */
  forget: boolean
}

export function valuesOf(entry: RemoteAccess | null, device: { id: number } | null): EntryValues {
  return {
    device_id: device ? String(device.id) : '',
    name: entry?.name ?? '',
    protocol: entry?.protocol ?? 'http',
    destination_ip: entry?.destination_ip ?? '',
    destination_port: String(entry?.destination_port ?? defaultPorts.http),
    credentials_required: entry?.credentials_required ?? false,
    username: '',
    password: '',
    forget: false,
  }
}

function commonOf(values: EntryValues) {
  return {
    name: values.name.trim(),
    protocol: values.protocol,
    destination_ip: values.destination_ip.trim(),
    destination_port: Number(values.destination_port.trim()),
    credentials_required: values.credentials_required,
  }
}

/** Typed credentials; none if they are asked for each time. */
function typedOf({ credentials_required, username, password }: EntryValues) {
  if (credentials_required) return {}
  return { ...(username.trim() ? { username: username.trim() } : {}), ...(password ? { password } : {}) }
}

export function newEntryOf(values: EntryValues): NewRemoteAccess {
  return { device_id: Number(values.device_id), ...commonOf(values), ...typedOf(values) }
}

/** An empty password keeps the stored one. */
export function changeOf(values: EntryValues): RemoteAccessChange {
  if (values.forget || values.credentials_required) return { ...commonOf(values), username: null, password: null }
  return { ...commonOf(values), ...typedOf(values) }
}
