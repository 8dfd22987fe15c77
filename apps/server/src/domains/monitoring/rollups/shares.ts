import { historyShares } from '@longreach/contract/monitoring/constants'
import type { Shares } from '@longreach/contract/monitoring/schemas'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { systemScope } from '../../../db/scope.ts'
import { hourSeconds } from '../buckets.ts'
import type { Window } from '../samples.ts'
import type { DeviceSet } from '../sets.ts'

const dayMs = 86_400_000

/** A value counts until the next report of its set, but no longer than this: beyond it the value is unknown. */
export const longestSeconds = hourSeconds

/**
 * CTEs that end with `shared`, the `shares` of each key, from `spent` (key, place, x, secs); x is null for values that
 * are summed up. With `changing` only for places that have several values, even if none of them lasted.
 */
export function sumShares(key: RawBuilder<unknown>, { changing }: { changing: boolean }): RawBuilder<unknown> {
  return sql`ranked AS (
      SELECT ${key}, place, x, sum(secs) AS secs, count(*) OVER (PARTITION BY ${key}, place) AS several,
        row_number() OVER (PARTITION BY ${key}, place ORDER BY x IS NULL, sum(secs) DESC, x) AS rank
      FROM spent GROUP BY ${key}, place, x
    ), merged AS (
      SELECT ${key}, place, CASE WHEN rank <= ${historyShares} THEN x END AS named, round(sum(secs))::int AS secs
      FROM ranked WHERE several > ${sql.lit(changing ? 1 : 0)} GROUP BY ${key}, place, named
    ), listed AS (
      SELECT ${key}, place, coalesce(jsonb_agg(jsonb_build_array(named, secs) ORDER BY named IS NULL, secs DESC, named)
        FILTER (WHERE secs > 0), '[]') AS pairs
      FROM merged GROUP BY ${key}, place ${changing ? sql`` : sql`HAVING sum(secs) > 0`}
    ), shared AS (
      SELECT ${key}, jsonb_object_agg(place, pairs) AS shares FROM listed GROUP BY ${key}
    )`
}

interface Row {
  day: number
  value: string | null
  secs: number
}

/**
 * Seconds of each day (UTC) for which each value of a text parameter was reported. Closed days are read as such. Days
 * that are not closed, or start before the window, are read from their reports unless these are no longer kept.
 */
export async function sharesOf(
  db: Db,
  sets: readonly DeviceSet[],
  name: string,
  { deviceId, from, to }: Window,
  /** End of the closed days. */
  rolledUp: Date,
  /** Time of the oldest reports that are still kept. */
  kept: Date,
): Promise<Shares> {
  const inHistory = systemScope('history of a device already resolved in scope')
  const midnight = (time: number) => Math.floor(time / dayMs) * dayMs
  const first = from < kept ? midnight(from.getTime()) : midnight(from.getTime() + dayMs - 1)
  const closed = new Date(Math.max(first, midnight(Math.min(rolledUp.getTime(), to.getTime()))))
  const parts = sets
    .filter((set) => set.texts.includes(name))
    .flatMap((set) => {
      const place = set.texts.indexOf(name) + 1
      const raw = (since: Date, until: Date) =>
        since < until
          ? [
              sql`SELECT day, value, least(extract(epoch FROM next_at - ts), ${longestSeconds}) AS secs FROM (
                SELECT ts, day, t[${sql.lit(place)}] AS value, lead(ts) OVER (PARTITION BY day ORDER BY ts, seq) AS next_at
                FROM (SELECT *, date_trunc('day', ts, 'UTC') AS day FROM history WHERE device_id = ${deviceId}
                  AND set_id = ${set.id} AND ts >= ${since} AND ts < ${until} AND ${inHistory}) AS reports
              ) AS followed WHERE value IS NOT NULL AND next_at IS NOT NULL`,
            ]
          : []
      return [
        ...raw(from, new Date(Math.min(first, to.getTime()))),
        sql`SELECT day, pair ->> 0 AS value, (pair ->> 1)::float8 AS secs
          FROM history_day CROSS JOIN LATERAL jsonb_array_elements(shares -> ${sql.lit(String(place))}) AS pair
          WHERE device_id = ${deviceId} AND set_id = ${set.id} AND day >= ${new Date(first)} AND day < ${closed}
            AND ${inHistory}`,
        ...raw(closed, to),
      ]
    })
  if (parts.length === 0) return { times: [], values: [], seconds: [] }
  const { rows } = await sql<Row>`SELECT extract(epoch FROM day)::float8 AS day, value, round(sum(secs))::float8 AS secs
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS spent GROUP BY day, value HAVING sum(secs) > 0 ORDER BY day`.execute(
    db,
  )
  return present(rows)
}

function present(rows: readonly Row[]): Shares {
  const totals = new Map<string | null, number>()
  for (const { value, secs } of rows) totals.set(value, (totals.get(value) ?? 0) + secs)
  const others = totals.get(null)
  totals.delete(null)
  const ordered = [...totals].sort(([one, a], [other, b]) => b - a || (one as string).localeCompare(other as string))
  const named = ordered.slice(0, historyShares).map(([value]) => value)
  const values = others !== undefined || ordered.length > named.length ? [...named, null] : named
  const times = [...new Set(rows.map(({ day }) => day))]
  const places = new Map(values.map((value, index) => [value, index]))
  const dayPlaces = new Map(times.map((time, index) => [time, index]))
  const seconds = values.map(() => times.map(() => 0))
  for (const { day, value, secs } of rows) {
    const row = seconds[places.get(value) ?? values.length - 1] as number[]
    row[dayPlaces.get(day) as number] = (row[dayPlaces.get(day) as number] ?? 0) + secs
  }
  return { times, values, seconds }
}
