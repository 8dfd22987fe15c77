import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { ReportsStored } from '../monitoring/hooks.ts'

const dayMs = 86_400_000
/** Most pairs of device and day in the cache; beyond that they are looked up again. */
const remembered = 500_000

/**
 * Notes the days of reports, in their transaction. A device's day is only cached once its row was found: what a
 * transaction wrote may be rolled back.
 */
export function createSeen(): ReportsStored {
  const known = new Set<string>()
  return async (tx, rows) => {
    const unknown = new Map<string, { id: number; day: Date }>()
    for (const { device_id: id, ts } of rows) {
      const day = Math.floor(ts.getTime() / dayMs) * dayMs
      const key = `${id} ${day}`
      if (!known.has(key)) unknown.set(key, { id, day: new Date(day) })
    }
    if (unknown.size === 0) return
    const days = [...unknown.values()]
    const { rows: added } = await sql<{ device_id: number; day: Date }>`
      INSERT INTO device_seen (device_id, day, company_id, l1_id, l2_id)
      SELECT d.id, s.day, d.company_id, d.l1_id, d.l2_id
      FROM unnest(${days.map(({ id }) => id)}::bigint[], ${days.map(({ day }) => day.toISOString())}::timestamptz[]) AS s (id, day)
      JOIN devices d ON d.id = s.id WHERE ${systemScope('link of the device itself')}
      ORDER BY d.id, s.day
      ON CONFLICT DO NOTHING RETURNING device_id, day`.execute(tx)
    for (const { device_id, day } of added) unknown.delete(`${device_id} ${day.getTime()}`)
    if (known.size + unknown.size > remembered) known.clear()
    for (const key of unknown.keys()) known.add(key)
  }
}

/** Notes the days of links, for devices that are online or connected or disconnected since yesterday. */
export async function noteLinks(db: Db, now: Date): Promise<void> {
  await sql`
    INSERT INTO device_seen (device_id, day, company_id, l1_id, l2_id)
    SELECT d.id, s.day, d.company_id, d.l1_id, d.l2_id FROM devices d CROSS JOIN LATERAL (
      SELECT date_trunc('day', ${now}::timestamptz, 'UTC') AS day WHERE d.status = 1
      UNION
      SELECT date_trunc('day', d.status_since, 'UTC') WHERE d.status_since > ${new Date(now.getTime() - dayMs)}
    ) s
    WHERE d.deleted_at IS NULL AND d.status IN (0, 1) AND ${systemScope('background job')}
      AND NOT EXISTS (SELECT FROM device_seen x WHERE x.device_id = d.id AND x.day = s.day)
    ORDER BY d.id, s.day
    ON CONFLICT DO NOTHING`.execute(db)
}
