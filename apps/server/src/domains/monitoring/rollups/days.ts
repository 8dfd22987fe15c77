import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/client.ts'
import { boundsOf, createPartitions } from '../../../db/partitions.ts'
import { systemScope } from '../../../db/scope.ts'
import { riseSinceBefore } from '../counter-rise.ts'
import { dayTable } from '../history-tables.ts'
import { makeFleetDays } from './fleet-days.ts'
import { longestSeconds, sumShares } from './shares.ts'
import { dueRows, type Period, removeSummaries, spanOf, storeSummaries } from './summaries.ts'

const dayMs = 86_400_000
const days: Period = { table: 'history_day', start: 'day', ms: dayMs }
const dueAtOnce = 500
/** Days closed per run. After an update there may be years to catch up with; until then hours are read. */
const closedAtOnce = 31

/** An hour of a device's reports with one set of parameters. */
export interface HourKey {
  device_id: number
  set_id: number
  hour: Date
}

interface DayKey {
  device_id: number
  set_id: number
  day: Date
}

/**
 * Marks days whose hours changed after they were closed, so that they are computed again. Runs in the transaction of
 * the hours: a day is closed either before it, and is marked here, or after it, and then its hours are found.
 */
export async function noteLateDays(tx: Tx, hours: readonly HourKey[]): Promise<void> {
  const { rows } = await sql<{ until: Date }>`SELECT until FROM day_mark FOR SHARE`.execute(tx)
  const until = rows[0]?.until.getTime() ?? 0
  const due = new Map<string, DayKey>()
  for (const { device_id, set_id, hour } of hours) {
    const day = Math.floor(hour.getTime() / dayMs) * dayMs
    if (day < until) due.set(`${device_id} ${set_id} ${day}`, { device_id, set_id, day: new Date(day) })
  }
  if (due.size === 0) return
  const late = [...due.values()]
  // Updates even an unchanged row: its lock makes a run that is taking the row leave it to the next one.
  await sql`INSERT INTO day_due (device_id, set_id, day, touched_at)
    SELECT device_id, set_id, day, now() FROM unnest(${late.map((key) => key.device_id)}::bigint[],
      ${late.map((key) => key.set_id)}::int[], ${late.map((key) => key.day.toISOString())}::timestamptz[])
      AS due (device_id, set_id, day)
    ORDER BY device_id, set_id, day
    ON CONFLICT (device_id, set_id, day) DO UPDATE SET touched_at = excluded.touched_at`.execute(tx)
}

/**
 * Brings `history_day` up to date: days whose hours have all been rolled up, and days whose hours changed since.
 * Idempotent; concurrent runs are harmless. Returns the number of rows written.
 */
export async function rollUpDays(db: Db): Promise<number> {
  await ensureMonths(db)
  let made = await makeDue(db)
  for (let closed = 0; closed < closedAtOnce && (await closeNextDay(db)); closed++) made += await makeDue(db)
  return made
}

async function ensureMonths(db: Db): Promise<void> {
  const { rows } = await sql<{ oldest: Date; newest: Date }>`
    SELECT least(d.until, (SELECT min(day) FROM day_due)) AS oldest, h.until AS newest
    FROM day_mark d, rollup_mark h`.execute(db)
  const [marks] = rows
  if (!marks) return
  const months: Date[] = []
  for (let at = marks.oldest; at <= marks.newest; at = boundsOf('month', at).to) months.push(at)
  await createPartitions(db).ensure(dayTable, months)
}

async function closeNextDay(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ until: Date; hours: Date }>`
      SELECT d.until, h.until AS hours FROM day_mark d, rollup_mark h FOR UPDATE OF d`.execute(tx)
    const [marks] = rows
    if (!marks) return false
    const from = marks.until
    const to = new Date(from.getTime() + dayMs)
    if (to > marks.hours) return false
    await sql`INSERT INTO day_due (device_id, set_id, day, touched_at)
      SELECT DISTINCT device_id, set_id, ${from}::timestamptz, now() FROM history_hour
      WHERE hour >= ${from} AND hour < ${to} AND ${systemScope('background job')}
      ORDER BY device_id, set_id
      ON CONFLICT (device_id, set_id, day) DO UPDATE SET touched_at = excluded.touched_at`.execute(tx)
    await sql`UPDATE day_mark SET until = ${to}`.execute(tx)
    return true
  })
}

/** Computes the days that are due; devices may mark further ones meanwhile, which the next run handles. */
async function makeDue(db: Db): Promise<number> {
  let made = 0
  let done: number
  do {
    done = await makeSome(db)
    made += done
  } while (done === dueAtOnce)
  await makeFleetDays(db)
  return made
}

async function makeSome(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: due } = await sql<DayKey>`WITH due AS MATERIALIZED (
        SELECT device_id, set_id, day FROM day_due ORDER BY day, device_id, set_id
        LIMIT ${dueAtOnce} FOR UPDATE SKIP LOCKED)
      DELETE FROM day_due WHERE (device_id, set_id, day) IN (SELECT * FROM due)
      RETURNING device_id, set_id, day`.execute(tx)
    if (due.length > 0) await summarise(tx, due)
    return due.length
  })
}

/** Writes the rows of the given days, or removes them if no hour is left. */
async function summarise(tx: Tx, due: readonly DayKey[]): Promise<void> {
  const keys = due.map(({ day, ...key }) => ({ ...key, at: day }))
  const { from, to } = spanOf(days, keys)
  await removeSummaries(tx, days, keys)
  await sql`WITH picked AS MATERIALIZED (
      SELECT due.day, h.* FROM history_hour h JOIN ${dueRows(days, keys)} ON due.device_id = h.device_id AND due.set_id = h.set_id
        AND h.hour >= due.day AND h.hour < due.day + interval '24 hours'
      WHERE h.hour >= ${from} AND h.hour < ${to} AND ${systemScope('background job')}
    ), cells AS (
      SELECT device_id, set_id, day, hour, cell.*,
        lag(last) OVER (PARTITION BY device_id, set_id, day, place, count = 0 ORDER BY hour) AS before
      FROM picked CROSS JOIN LATERAL unnest(counts, mins, maxs, sums, firsts, lasts, rises)
        WITH ORDINALITY AS cell (count, min, max, sum, first, last, rise, place)
    ), places AS (
      SELECT device_id, set_id, day, place, sum(count)::int AS count, min(min) AS min, max(max) AS max, sum(sum) AS sum,
        (array_agg(first ORDER BY hour) FILTER (WHERE count > 0))[1] AS first,
        (array_agg(last ORDER BY hour DESC) FILTER (WHERE count > 0))[1] AS last,
        sum(${riseSinceBefore}) AS rise
      FROM cells GROUP BY device_id, set_id, day, place
    ), ends AS (
      SELECT DISTINCT ON (device_id, set_id, day) device_id, set_id, day, last_t,
        sum(reports) OVER whole AS reports, min(first_at) OVER whole AS first_at, max(last_at) OVER whole AS last_at
      FROM picked WINDOW whole AS (PARTITION BY device_id, set_id, day)
      ORDER BY device_id, set_id, day, hour DESC
    ), texts AS (
      SELECT device_id, set_id, day, cell.*, first_at, last_at, shares -> place::text AS pairs,
        lead(first_at) OVER (PARTITION BY device_id, set_id, day, place ORDER BY hour) AS next_at
      FROM picked CROSS JOIN LATERAL unnest(last_t) WITH ORDINALITY AS cell (x, place)
    ), spent AS (
      SELECT device_id, set_id, day, place, x, extract(epoch FROM last_at - first_at) AS secs FROM texts
      WHERE pairs IS NULL AND x IS NOT NULL
      UNION ALL
      SELECT device_id, set_id, day, place, pair ->> 0, (pair ->> 1)::numeric
      FROM texts CROSS JOIN LATERAL jsonb_array_elements(pairs) AS pair
      UNION ALL
      SELECT device_id, set_id, day, place, x, least(extract(epoch FROM next_at - last_at), ${longestSeconds})
      FROM texts WHERE next_at IS NOT NULL AND x IS NOT NULL
    ), ${sumShares(sql`device_id, set_id, day`, { changing: false })} ${storeSummaries(days)}`.execute(tx)
}
