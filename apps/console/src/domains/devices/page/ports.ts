import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import { language } from '../../../i18n/i18n.ts'

export interface Port {
  name: string
  /** Speed and duplex in the words of the device, e.g. `1000 full`. */
  state: string | null
  /** Bytes since the port came up. */
  received: number | null
  sent: number | null
}

/** `lan1:1000FD,wan:down` → ports with their states. */
function statesOf(text: unknown): [string, string][] {
  if (typeof text !== 'string') return []
  return text.split(',').flatMap((part) => {
    const at = part.indexOf(':')
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as [string, string]] : []
  })
}

/** The ports among the reported parameters (`port_rx_bytes.eth0`, `port_state`), in natural order. */
export function portsOf(parameters: DeviceDetails['parameters']): readonly Port[] {
  const ports = new Map<string, Port>()
  const of = (name: string) => {
    const port = ports.get(name) ?? { name, state: null, received: null, sent: null }
    ports.set(name, port)
    return port
  }
  for (const [name, state] of statesOf(parameters.port_state)) of(name).state = state
  for (const [key, value] of Object.entries(parameters)) {
    const [field, name] = key.split('.', 2) as [string, string | undefined]
    if (name === undefined || typeof value !== 'number') continue
    if (field === 'port_rx_bytes') of(name).received = value
    if (field === 'port_tx_bytes') of(name).sent = value
  }
  return [...ports.values()].sort((one, other) => one.name.localeCompare(other.name, language, { numeric: true }))
}
