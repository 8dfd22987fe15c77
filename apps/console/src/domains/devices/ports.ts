import type { DeviceDetails } from '@longreach/contract/devices/schemas'

export interface Port {
  name: string
  /** As the device words it, e.g. `1000 full`. */
  state: string | null
  /** Bytes since the port came up. */
  received: number | null
  sent: number | null
}

/** The ports among the reported parameters (`port_rx_bytes.eth0`), in the order one counts them. */
export function portsOf(parameters: DeviceDetails['parameters']): readonly Port[] {
  const ports = new Map<string, Port>()
  for (const [key, value] of Object.entries(parameters)) {
    const match = /^port_(state|rx_bytes|tx_bytes)\.(.+)$/.exec(key)
    if (!match) continue
    const [, field, name] = match as unknown as [string, string, string]
    const port = ports.get(name) ?? { name, state: null, received: null, sent: null }
    if (field === 'state') port.state = value === null ? null : String(value)
    else if (typeof value === 'number') port[field === 'rx_bytes' ? 'received' : 'sent'] = value
    ports.set(name, port)
  }
  return [...ports.values()].sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
}
