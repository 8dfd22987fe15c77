import { type CompanyMetric, companyMetricNames, companyMetrics } from '@longreach/contract/monitoring/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/client.ts'
import { createPartitions } from '../../../db/partitions.ts'
import { systemScope } from '../../../db/scope.ts'
import { riseSinceBefore } from '../counter-rise.ts'
import { fleetDayTable } from '../history-tables.ts'

/** A value older than this is not used to compute the rise of a counter. */
const memory = sql`interval '31 days'`
const dueAtOnce = 500

interface DeviceDay {
  device_id: number
  day: Date
}

type Counter = 'sent' | 'received'

export const isCounter = (metric: CompanyMetric): metric is Counter => metric === 'sent' || metric === 'received'

const counters = companyMetricNames.filter(isCounter)
const counterNames = counters.flatMap((metric) => [...companyMetrics[metric]])
const measured = companyMetricNames.filter((metric) => !isCounter(metric))

/** Columns of a measured metric in `fleet_day`, with the aggregate over its parameters. */
const made = { low: 'min(min)', high: 'max(max)', sum: 'sum(sum)', count: 'sum(count)' }

const namesOf = (metric: CompanyMetric) => sql`name = ANY (${[...companyMetrics[metric]]}::text[])`

/** Bytes of one modem: those of its SIMs if it counts by SIM. */
const bytesOf = (metric: Counter) => sql`coalesce(sum(bytes) FILTER (WHERE ${namesOf(metric)} AND name LIKE 'sim%'),
  sum(bytes) FILTER (WHERE ${namesOf(metric)} AND name NOT LIKE 'sim%')) AS ${sql.id(metric)}`

const columns: Readonly<Record<string, RawBuilder<unknown>>> = Object.fromEntries([
  ...measured.flatMap((metric) =>
    Object.entries(made).map(([column, of]) => [
      `${metric}_${column}`,
      sql`${sql.raw(of)} FILTER (WHERE ${namesOf(metric)})`,
    ]),
  ),
  ...counters.map((metric) => [metric, sql`sum(${sql.id(metric)})`]),
])

/**
 * Last value before a time, on a closed day, of the parameter of a row of `cells (device_id, name)`; `places` are rows
 * `n (set_id, name, place)`. Looked up for each row, so only for rows without an earlier value of their own.
 */
export const lastBefore = (at: RawBuilder<unknown>, places: RawBuilder<unknown>): RawBuilder<number> => sql`(
  SELECT b.lasts[n.place] FROM history_day b JOIN ${places} ON n.set_id = b.set_id AND n.name = cells.name
  WHERE b.device_id = cells.device_id AND b.day < ${at} AND b.day >= ${at} - ${memory}
    AND b.counts[n.place] > 0
  ORDER BY b.last_at DESC LIMIT 1)`

/**
 * Computes the days whose roll-ups have changed. Idempotent; concurrent runs wait for each other, so that each day sees
 * the values before it.
 */
export async function makeFleetDays(db: Db): Promise<void> {
  const { rows: months } = await sql<{ month: Date }>`
    SELECT DISTINCT date_trunc('month', day, 'UTC') AS month FROM fleet_day_due`.execute(db)
  await createPartitions(db).ensure(
    fleetDayTable,
    months.map(({ month }) => month),
  )
  let made: number
  do {
    made = await db.transaction().execute(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext('fleet_days'))`.execute(tx)
      // A row whose writer has not committed yet is skipped and found by the next run, with the roll-up.
      const { rows: changed } = await sql<DeviceDay>`WITH due AS MATERIALIZED (
          SELECT device_id, day FROM fleet_day_due ORDER BY day, device_id LIMIT ${dueAtOnce} FOR UPDATE SKIP LOCKED)
        DELETE FROM fleet_day_due WHERE (device_id, day) IN (SELECT * FROM due)
        RETURNING device_id, day`.execute(tx)
      if (changed.length > 0) await summarise(tx, changed)
      return changed.length
    })
  } while (made === dueAtOnce)
}

/** Writes the rows of these days, and of later days whose rise depends on their last values. */
async function summarise(tx: Tx, changed: readonly DeviceDay[]): Promise<void> {
  const given = sql`unnest(${changed.map((key) => key.device_id)}::bigint[],
    ${changed.map(({ day }) => day.toISOString())}::timestamptz[]) AS given (device_id, day)`
  const { rows: due } = await sql<DeviceDay>`
    SELECT device_id, day FROM ${given}
    UNION
    SELECT f.device_id, f.day FROM ${given} JOIN fleet_day f
      ON f.device_id = given.device_id AND f.day > given.day AND f.day <= given.day + ${memory}
    WHERE ${systemScope('background job')}`.execute(tx)
  const times = due.map(({ day }) => day.getTime())
  const [from, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
  const keys = sql`unnest(${due.map((key) => key.device_id)}::bigint[],
    ${due.map(({ day }) => day.toISOString())}::timestamptz[]) AS due (device_id, day)`
  // There may be nothing left to compute them from.
  await sql`DELETE FROM fleet_day f USING ${keys}
    WHERE f.device_id = due.device_id AND f.day = due.day AND f.day >= ${from} AND f.day <= ${last}
      AND ${systemScope('background job')}`.execute(tx)
  await sql`
    INSERT INTO fleet_day (device_id, day, ${sql.join(Object.keys(columns).map((name) => sql.id(name)))})
    WITH names AS MATERIALIZED (
      SELECT p.id AS set_id, u.name, u.place FROM parameter_set p
        CROSS JOIN LATERAL unnest(p.numbers) WITH ORDINALITY u (name, place)
      WHERE u.name = ANY (${Object.values(companyMetrics).flat()}::text[])
    ), cells AS (
      SELECT h.device_id, h.day, n.name, n.name = ANY (${counterNames}::text[]) AS counts_up, h.last_at,
        h.counts[n.place] AS count, h.mins[n.place] AS min, h.maxs[n.place] AS max, h.sums[n.place] AS sum,
        h.firsts[n.place] AS first, h.lasts[n.place] AS last, h.rises[n.place] AS rise
      FROM history_day h JOIN ${keys} ON due.device_id = h.device_id AND due.day = h.day JOIN names n ON n.set_id = h.set_id
      WHERE h.day >= ${from} AND h.day <= ${last} AND h.counts[n.place] > 0 AND ${systemScope('background job')}
    ), ordered AS (
      SELECT *, coalesce(
        lag(last) OVER (PARTITION BY device_id, day, name ORDER BY last_at),
        CASE WHEN counts_up THEN ${lastBefore(sql`cells.day`, sql`names n`)} END) AS before
      FROM cells
    ), risen AS (
      SELECT *, ${riseSinceBefore} AS bytes FROM ordered
    ), modems AS (
      SELECT device_id, day, ${sql.join(counters.map(bytesOf))} FROM risen WHERE counts_up
      GROUP BY device_id, day, right(name, 2) = '_2'
    )
    SELECT device_id, day, ${sql.join(Object.values(columns))}
    FROM (
      SELECT device_id, day, name, min, max, sum, count, NULL::float8 AS sent, NULL::float8 AS received
      FROM cells WHERE NOT counts_up
      UNION ALL
      SELECT device_id, day, NULL, NULL, NULL, NULL, NULL, sent, received FROM modems
    ) figures GROUP BY device_id, day`.execute(tx)
}
