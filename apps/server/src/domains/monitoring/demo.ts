import { sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import { eventHandler } from '../../events/handler.ts'
import type { Demo } from '../../module/module.ts'
import { setSimValues } from './usage/sim-limits.ts'
import { requireSimIn } from './usage/sim-slots.ts'

const gigabyte = 1024 ** 3

/** Limits in GB of the first SIMs of some devices by name, and their billing days. */
const limits: Readonly<Record<string, readonly [limit: number, billingDay: number]>> = {
  'Bus 12': [20, 1],
  'Bus 14': [8, 1],
  'Bus 27': [20, 1],
  'Bus 31 coast line': [30, 15],
  'Night bus N2': [20, 1],
  'Tram 4': [20, 15],
  'Ferry Aurora': [10, 1],
  'Ferry Selkie': [5, 1],
  'Pilot boat 2': [10, 15],
  'Solar field 1': [1, 1],
  'Solar field 2': [1, 1],
  'Pump station East': [0.5, 1],
  'Water tower': [0.5, 1],
  'Traffic light, Market Street': [2, 1],
  'Traffic light, Bridge Road': [2, 1],
  'Parking barrier P3': [2, 1],
  'Charging hub A9': [1, 15],
  'Fish market': [5, 1],
  'Harbour camera mast': [5, 1],
  'Pier 4 gateway': [10, 1],
}

/** Gives the SIMs of some devices of the demo their limits when the devices are created. */
const arrangeSims = eventHandler('demo.sims', ['device.created'], async (tx, events) => {
  for (const { data } of events) {
    const [limit, billing_day] = limits[data.name] ?? []
    if (limit === undefined || billing_day === undefined) continue
    const { rows } = await sql<{ id: number; company_id: number }>`
      SELECT d.id, d.company_id FROM devices d
      WHERE d.id = ${data.device_id} AND ${systemScope('console of the operator')} FOR NO KEY UPDATE`.execute(tx)
    const [device] = rows
    if (!device) continue
    const sim = await requireSimIn(tx, device, { modem: 1, sim: 1 })
    await setSimValues(tx, [sim], { data_limit: limit * gigabyte, billing_day, zone: 'Europe/Vilnius' })
  }
})

export const monitoringDemo: Demo<unknown> = { events: () => [arrangeSims] }
