import type { seenPeriods } from '@longreach/contract/statistics/constants'
import type { Seen } from '@longreach/contract/statistics/schemas'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inContext, inContextHistory, type Scope } from '../../db/scope.ts'

interface Range {
  from: Date
  to: Date
}

/** Number of distinct devices by day or month, starting with the first period that has any. */
export async function readSeen(
  db: Db,
  scope: Scope,
  { from, to }: Range,
  by: (typeof seenPeriods)[number],
): Promise<Seen[]> {
  const start = sql`date_trunc(${by}, ${from}::timestamptz, 'UTC')`
  const { rows } = await sql<Seen>`
    WITH seen AS (
      SELECT date_trunc(${by}, s.day, 'UTC') AS at, count(DISTINCT s.device_id)::int AS devices FROM device_seen s
      WHERE s.day >= ${start} AND s.day < ${to} AND ${inContextHistory(scope, 's')} GROUP BY 1
    ), created AS (
      SELECT date_trunc(${by}, d.created_at, 'UTC') AS at, count(*)::int AS devices FROM devices d
      WHERE d.created_at >= ${start} AND d.created_at < ${to} AND d.deleted_at IS NULL AND ${inContext(scope, 'd')} GROUP BY 1
    ), first AS (SELECT min(at) AS at FROM (SELECT at FROM seen UNION ALL SELECT at FROM created) a)
    SELECT to_char(p.at AT TIME ZONE 'UTC', ${by === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'}) AS period,
      coalesce(s.devices, 0) AS devices, coalesce(c.devices, 0) AS new_devices
    FROM first f CROSS JOIN LATERAL generate_series(f.at AT TIME ZONE 'UTC', (${to}::timestamptz - interval '1 second') AT TIME ZONE 'UTC',
      ${sql.lit(`1 ${by}`)}::interval) AS g (wall) CROSS JOIN LATERAL (SELECT g.wall AT TIME ZONE 'UTC' AS at) p
    LEFT JOIN seen s ON s.at = p.at LEFT JOIN created c ON c.at = p.at
    ORDER BY p.at`.execute(db)
  return rows
}
