import { signalBand } from '@longreach/contract/devices/constants'
import type { DeviceDetails } from '@longreach/contract/devices/schemas'

export type Unusual =
  | { kind: 'approval' }
  | { kind: 'permitted'; until: string; username: string | null }
  | { kind: 'waiting' }
  | { kind: 'pending' }
  | { kind: 'shared'; machines: { address: string; mac: string }[] }
  | { kind: 'refused-link'; reason: string }
  | { kind: 'refused-reports'; count: number; reason: string | null; at: string | null }
  | { kind: 'config-drifted' }
  | { kind: 'weak-signal'; dbm: number; modem: 1 | 2 }
  | { kind: 'roaming'; operator: string | null }
  | { kind: 'memory'; free: number }
  | { kind: 'flash'; free: number }
  | { kind: 'cpu'; load: number }
  | { kind: 'hot'; celsius: number }

/** Share of free memory or flash that counts as too little. */
const little = 0.08
const busyCpu = 90
/** °C; modules are specified up to 75. */
const hot = 75
/** Milliseconds for which a refusal is shown: a day. */
const recent = 86_400_000

function share(parameters: DeviceDetails['parameters'], free: string, total: string): number | null {
  const [part, whole] = [parameters[free], parameters[total]]
  return typeof part === 'number' && typeof whole === 'number' && whole > 0 ? part / whole : null
}

const isRoaming = (state: string | null) => state?.toLowerCase().includes('roaming') === true

/**
 * Unusual conditions, most severe first. Values of a device that is not online are stale and left out; why it is offline
 * is shown above.
 */
export function findUnusual(device: DeviceDetails, now: number): Unusual[] {
  const found: Unusual[] = []
  const add = (condition: boolean, item: () => Unusual) => {
    if (condition) found.push(item())
  }
  const { status, parameters, refused } = device
  const reason = device.failed_auth_message
  add(device.approval_pending, () => ({ kind: 'approval' }))
  const permit = device.enrolment_permit
  if (permit) found.push({ kind: 'permitted', until: permit.expires_at, username: permit.username })
  add(status === null, () => ({ kind: 'waiting' }))
  add(status === 2, () => ({ kind: 'pending' }))
  const shared = device.shared_identity
  if (shared) found.push({ kind: 'shared', machines: shared.machines })
  add(status !== 1 && reason !== null, () => ({ kind: 'refused-link', reason: reason as string }))
  const refusedAt = refused.at === null ? 0 : Date.parse(`${refused.at.replace(' ', 'T')}Z`)
  add(refused.count > 0 && now - refusedAt < recent, () => ({
    kind: 'refused-reports',
    count: refused.count,
    reason: refused.reason,
    at: refused.at,
  }))
  add(device.config_state === 'drifted', () => ({ kind: 'config-drifted' }))
  if (status !== 1) return found
  add(signalBand(device.signal) === 'low', () => ({ kind: 'weak-signal', dbm: device.signal as number, modem: 1 }))
  add(signalBand(device.signal_2) === 'low', () => ({ kind: 'weak-signal', dbm: device.signal_2 as number, modem: 2 }))
  add(isRoaming(device.network_state), () => ({ kind: 'roaming', operator: device.operator }))
  const cpu = parameters.cpu_load
  add(typeof cpu === 'number' && cpu >= busyCpu, () => ({ kind: 'cpu', load: cpu as number }))
  const memory = share(parameters, 'ram_free', 'ram_total')
  add(memory !== null && memory < little, () => ({ kind: 'memory', free: memory as number }))
  const flash = share(parameters, 'flash_free', 'flash_total')
  add(flash !== null && flash < little, () => ({ kind: 'flash', free: flash as number }))
  const celsius = parameters.temperature
  add(typeof celsius === 'number' && celsius >= hot, () => ({ kind: 'hot', celsius: celsius as number }))
  return found
}
