import { sql } from 'kysely'
import type { Tx } from '../../../db/client.ts'

const hourMs = 3_600_000

/** A change in history: a report of the set, taken at the time. */
export interface Changed {
  deviceId: number
  setId: number
  ts: Date
}

/** Marks ended hours for another roll-up if one of their reports changed. */
export async function noteLateHours(tx: Tx, changes: readonly Changed[], now: Date): Promise<void> {
  const openHour = Math.floor(now.getTime() / hourMs) * hourMs
  const due = new Map<string, [deviceId: number, setId: number, hour: Date]>()
  for (const { deviceId, setId, ts } of changes) {
    const hour = Math.floor(ts.getTime() / hourMs) * hourMs
    if (hour < openHour) due.set(`${deviceId} ${setId} ${hour}`, [deviceId, setId, new Date(hour)])
  }
  if (due.size === 0) return
  const hours = [...due.values()]
  // Updates even an unchanged row: its lock makes a roll-up that is taking the row wait for this commit.
  await sql`INSERT INTO rollup_due (device_id, set_id, hour, touched_at)
    SELECT device_id, set_id, hour, ${now}::timestamptz
    FROM unnest(${hours.map(([deviceId]) => deviceId)}::bigint[], ${hours.map(([, setId]) => setId)}::int[],
      ${hours.map(([, , hour]) => hour.toISOString())}::timestamptz[]) AS due (device_id, set_id, hour)
    ORDER BY device_id, set_id, hour
    ON CONFLICT (device_id, set_id, hour) DO UPDATE SET touched_at = excluded.touched_at`.execute(tx)
}
