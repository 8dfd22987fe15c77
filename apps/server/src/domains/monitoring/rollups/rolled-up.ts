import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'

/** Ends of the time for which roll-ups can be read: rolled up, and unchanged since. */
export interface RolledUp {
  hours: Date
  /** Not later than `hours`; absent where whole days are too coarse. */
  days?: Date | undefined
}

export async function rolledUpUntil(db: Db, deviceId: number): Promise<Required<RolledUp>> {
  const { rows } = await prepared(sql<{ hours: Date; days: Date }>`
    SELECT hours, least(date_trunc('day', hours, 'UTC'), until, due) AS days FROM (
      SELECT d.until, least(h.until, (SELECT min(hour) FROM rollup_due WHERE device_id = ${deviceId})) AS hours,
        (SELECT min(day) FROM day_due WHERE device_id = ${deviceId}) AS due
      FROM rollup_mark h, day_mark d) marks`).execute(db)
  return rows[0] ?? { hours: new Date(0), days: new Date(0) }
}
