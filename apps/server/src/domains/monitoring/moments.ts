import { groupRetention } from '@longreach/contract/monitoring/constants'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { dateOf, dayOf, nextDay, startOf } from './calendar.ts'
import { rolledUpUntil } from './rollups/rolled-up.ts'

const inHistory = systemScope('history of a device already resolved in scope')
const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * Days of a zone on which a device reported, newest first, limited to the time for which all of its reports are stored.
 */
export async function readReportDates(db: Db, deviceId: number, zone: string, now: Date): Promise<string[]> {
  const from = new Date(now.getTime() - groupRetention.dynamic * dayMs)
  const { hours } = await rolledUpUntil(db, deviceId)
  const { rows } = await sql<{ first_at: Date; last_at: Date }>`
    SELECT min(first_at) AS first_at, max(last_at) AS last_at FROM history_hour
    WHERE device_id = ${deviceId} AND hour >= ${from} AND ${inHistory} GROUP BY hour
    UNION ALL
    SELECT min(ts), max(ts) FROM history
    WHERE device_id = ${deviceId} AND ts >= greatest(${from}::timestamptz, ${hours}::timestamptz) AND ${inHistory}
    GROUP BY date_trunc('hour', ts)`.execute(db)
  const days = rows.flatMap(({ first_at, last_at }) => [first_at, last_at].map((at) => dayOf(zone, at.getTime())))
  return [...new Set(days)].sort((a, b) => b - a).map(dateOf)
}

/** Seconds of a day at which a device reported, in order. */
export async function readTimesOfDate(db: Db, deviceId: number, zone: string, date: string): Promise<Date[]> {
  const day = Date.parse(`${date}T00:00:00Z`)
  // A day has at most 25 hours, with one report per second.
  const { rows } = await sql<{ ts: Date }>`SELECT DISTINCT date_trunc('second', ts) AS ts FROM history
    WHERE device_id = ${deviceId} AND ts >= ${startOf(zone, day)} AND ts < ${startOf(zone, nextDay(day))}
      AND ${inHistory} ORDER BY ts LIMIT ${(25 * hourMs) / 1000}`.execute(db)
  return rows.map(({ ts }) => ts)
}
