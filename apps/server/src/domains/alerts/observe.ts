import type { NewEvent } from '../../events/catalogue.ts'
import type { Emit } from '../../events/emit.ts'
import type { PresenceChanged } from '../devices/hooks.ts'
import type { ReportsStored } from '../monitoring/hooks.ts'
import { watchedValues } from './values.ts'
import type { WatchedDevices } from './watched-devices.ts'

interface ObserveDeps {
  watching: WatchedDevices
  emit: Emit
  now: () => Date
}

/** Emits the watched values in reports of devices with rules; the rules are evaluated after the commit. */
export const observeReports =
  ({ watching, emit }: ObserveDeps): ReportsStored =>
  async (tx, rows) => {
    await watching.ready(tx)
    const events = rows.flatMap(({ device_id, ts, values }): NewEvent[] => {
      if (!watching.has('report', device_id)) return []
      const seen = watchedValues(values)
      if (!seen) return []
      return [
        {
          type: 'alert.observed',
          data: { device_id, seen: { kind: 'report', at: ts.toISOString(), values: { ...seen } } },
        },
      ]
    })
    if (events.length > 0) await emit(tx, ...events)
  }

/** Emits connections and disconnections of devices with rules. */
export const observePresence =
  ({ watching, emit, now }: ObserveDeps): PresenceChanged =>
  async (tx, changes) => {
    await watching.ready(tx)
    const at = now().toISOString()
    const events = changes.flatMap(({ id, online, rebooted, reason, cause }): NewEvent[] => {
      if (!watching.has('presence', id)) return []
      const seen = online
        ? ({ kind: 'online', at, rebooted } as const)
        : ({ kind: 'offline', at, reason: reason ?? '', cause } as const)
      return [{ type: 'alert.observed', data: { device_id: id, seen } }]
    })
    if (events.length > 0) await emit(tx, ...events)
  }
