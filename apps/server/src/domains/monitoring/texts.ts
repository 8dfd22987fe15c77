import { hourlyRetentionDays } from '@longreach/contract/monitoring/constants'
import type { Changes } from '@longreach/contract/monitoring/schemas'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { Window } from './samples.ts'
import type { DeviceSet } from './sets.ts'

const mostChanges = 1000
const dayMs = 86_400_000

interface Change {
  at: number
  value: string | null
}

/**
 * Times at which a text parameter changed, oldest first; at most the newest 1,000. Where reports are no longer kept,
 * accurate to the hour or the day.
 */
export async function changesOf(
  db: Db,
  sets: readonly DeviceSet[],
  name: string,
  { deviceId, from, to }: Window,
  now: Date,
  /** Days for which reports are kept. */
  kept: number,
): Promise<Changes> {
  const inHistory = systemScope('history of a device already resolved in scope')
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const parts = sets
    .filter((set) => set.texts.includes(name))
    .flatMap((set) => {
      const place = sql.lit(set.texts.indexOf(name) + 1)
      const raw = sql`SELECT ts AS at, seq, t[${place}] AS value FROM history
        WHERE device_id = ${deviceId} AND set_id = ${set.id} AND ts >= ${from} AND ts < ${to} AND ${inHistory}`
      const rolledUp = (table: 'history_hour' | 'history_day', at: 'hour' | 'day') =>
        sql`SELECT last_at AS at, 0 AS seq, last_t[${place}] AS value FROM ${sql.table(table)}
          WHERE device_id = ${deviceId} AND set_id = ${set.id} AND ${sql.ref(at)} >= ${from} AND ${sql.ref(at)} < ${to}
            AND ${inHistory}`
      return [
        raw,
        ...(from < daysAgo(kept) ? [rolledUp('history_hour', 'hour')] : []),
        ...(from < daysAgo(hourlyRetentionDays) ? [rolledUp('history_day', 'day')] : []),
      ]
    })
  if (parts.length === 0) return { times: [], values: [] }
  const { rows } = await sql<Change>`SELECT extract(epoch FROM at)::float8 AS at, value FROM (
      SELECT at, seq, value, lag(value) OVER ordered AS before, row_number() OVER ordered AS place
      FROM (${sql.join(parts, sql` UNION ALL `)}) AS texts WINDOW ordered AS (ORDER BY at, seq)
    ) AS compared WHERE place = 1 OR value IS DISTINCT FROM before
    ORDER BY at DESC, seq DESC LIMIT ${mostChanges}`.execute(db)
  const ordered = rows.toReversed()
  return { times: ordered.map(({ at }) => Math.floor(at)), values: ordered.map(({ value }) => value) }
}
