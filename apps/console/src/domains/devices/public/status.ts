import type { DeviceStatus } from '@longreach/contract/devices/constants'

/** Status of a stored code: 0 offline, 1 online, 2 pending, anything else not activated (spec §4). */
export function statusOf(code: number | null): DeviceStatus {
  return code === 0 ? 'offline' : code === 1 ? 'online' : code === 2 ? 'pending' : 'not_activated'
}
