import { linkTimes } from '@longreach/contract/link/limits'
import type { Bus } from '../bus/bus.ts'
import { deviceChanged, deviceDropped } from '../domains/devices/topics.ts'
import type { Refusal } from '../drivers/driver.ts'

/** A device whose link the gateway does not have yet: hints to close or change the link must wait here. */
export interface Arriving {
  deviceId: number
  dropped: Refusal | undefined
  changed: boolean
}

export interface Arrivals {
  start(deviceId: number): Arriving
  end(arriving: Arriving): void
  has(deviceId: number): boolean
}

export function createArrivals(bus: Pick<Bus, 'subscribe'>): Arrivals {
  const all = new Set<Arriving>()
  bus.subscribe(deviceDropped, ({ id, code, reason }) => {
    for (const arriving of all) {
      if (arriving.deviceId === id) arriving.dropped = { code, reason, retry: linkTimes.retryMax }
    }
  })
  bus.subscribe(deviceChanged, ({ id }) => {
    for (const arriving of all) arriving.changed ||= arriving.deviceId === id
  })
  return {
    start(deviceId) {
      const arriving = { deviceId, dropped: undefined, changed: false }
      all.add(arriving)
      return arriving
    },
    end: (arriving) => void all.delete(arriving),
    has: (deviceId) => [...all].some((arriving) => arriving.deviceId === deviceId),
  }
}
