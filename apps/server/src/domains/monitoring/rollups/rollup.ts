import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/client.ts'
import { boundsOf, createPartitions } from '../../../db/partitions.ts'
import { systemScope } from '../../../db/scope.ts'
import { hourTable } from '../history-tables.ts'
import { type HourKey, noteLateDays } from './days.ts'
import { sumShares } from './shares.ts'
import { dueRows, type Period, removeSummaries, type SummaryKey, spanOf, storeSummaries } from './summaries.ts'

const hourMs = 3_600_000
const hours: Period = { table: 'history_hour', start: 'hour', ms: hourMs }
/** Milliseconds to wait after the end of an hour, so that reports that arrived within it have been committed. */
const settleMs = 5 * 60_000
const dueAtOnce = 500

/**
 * Brings `history_hour` up to date: every hour that has ended, then the hours that late reports changed. Idempotent;
 * concurrent runs are harmless. Returns the number of hours and of changed rows it processed.
 */
export async function rollUp(db: Db, now: Date): Promise<{ hours: number; late: number }> {
  await ensureMonths(db, now)
  let done = 0
  while (await rollUpNextHour(db, now)) done++
  let late = 0
  let batch: number
  // Less than a full batch means that everything due is done. Devices may go on changing hours meanwhile; the next run
  // handles those.
  do {
    batch = await rollUpLate(db)
    late += batch
  } while (batch === dueAtOnce)
  return { hours: done, late }
}

async function ensureMonths(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ oldest: Date }>`SELECT least(until, (SELECT min(hour) FROM rollup_due)) AS oldest
    FROM rollup_mark`.execute(db)
  const months: Date[] = []
  for (let at = rows[0]?.oldest ?? now; at <= now; at = boundsOf('month', at).to) months.push(at)
  await createPartitions(db).ensure(hourTable, months)
}

async function rollUpNextHour(db: Db, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ until: Date }>`SELECT until FROM rollup_mark FOR UPDATE`.execute(tx)
    const from = rows[0]?.until
    if (!from || from.getTime() + hourMs + settleMs > now.getTime()) return false
    const to = new Date(from.getTime() + hourMs)
    await summarise(tx, from, to)
    await sql`UPDATE rollup_mark SET until = ${to}`.execute(tx)
    return true
  })
}

async function rollUpLate(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // A row whose writer has not committed yet is skipped and found by the next run, with the report.
    const { rows: due } = await sql<HourKey>`WITH due AS MATERIALIZED (
        SELECT device_id, set_id, hour FROM rollup_due ORDER BY hour, device_id, set_id
        LIMIT ${dueAtOnce} FOR UPDATE SKIP LOCKED)
      DELETE FROM rollup_due WHERE (device_id, set_id, hour) IN (SELECT * FROM due)
      RETURNING device_id, set_id, hour`.execute(tx)
    if (due.length === 0) return 0
    const keys = due.map(({ hour, ...key }) => ({ ...key, at: hour }))
    const { from, to } = spanOf(hours, keys)
    // An hour whose last report was moved to another one gets no new row.
    await removeSummaries(tx, hours, keys)
    await summarise(tx, from, to, keys)
    await noteLateDays(tx, due)
    return due.length
  })
}

/** Writes the rows of the hours in [from, to), of all devices or of the given keys. */
async function summarise(tx: Tx, from: Date, to: Date, keys?: readonly SummaryKey[]): Promise<void> {
  const due = keys
    ? sql`JOIN ${dueRows(hours, keys)}
        ON due.device_id = h.device_id AND due.set_id = h.set_id
          AND h.ts >= due.hour AND h.ts < due.hour + interval '1 hour'`
    : sql``
  await sql`WITH picked AS MATERIALIZED (
      SELECT h.device_id, h.set_id, date_trunc('hour', h.ts, 'UTC') AS hour, h.ts, h.seq, h.v, h.t
      FROM history h ${due}
      WHERE h.ts >= ${from} AND h.ts < ${to} AND ${systemScope('background job')}
    ), cells AS (
      SELECT device_id, set_id, hour, ts, seq, place, x,
        lag(x) OVER (PARTITION BY device_id, set_id, hour, place, x IS NULL ORDER BY ts, seq) AS before
      FROM picked CROSS JOIN LATERAL unnest(v) WITH ORDINALITY AS cell (x, place)
    ), places AS (
      SELECT device_id, set_id, hour, place, count(x)::int AS count, min(x) AS min, max(x) AS max, sum(x) AS sum,
        (array_agg(x ORDER BY ts, seq) FILTER (WHERE x IS NOT NULL))[1] AS first,
        (array_agg(x ORDER BY ts DESC, seq DESC) FILTER (WHERE x IS NOT NULL))[1] AS last,
        sum(CASE WHEN x >= before THEN x - before WHEN x < before THEN x ELSE 0 END) AS rise
      FROM cells GROUP BY device_id, set_id, hour, place
    ), ends AS (
      SELECT DISTINCT ON (device_id, set_id, hour) device_id, set_id, hour, t AS last_t,
        count(*) OVER whole AS reports, min(ts) OVER whole AS first_at, max(ts) OVER whole AS last_at
      FROM picked WINDOW whole AS (PARTITION BY device_id, set_id, hour)
      ORDER BY device_id, set_id, hour, ts DESC, seq DESC
    ), changed AS (
      SELECT device_id, set_id, hour FROM picked GROUP BY device_id, set_id, hour HAVING min(t) <> max(t)
    ), texts AS (
      SELECT device_id, set_id, hour, place, x, extract(epoch FROM lead(ts)
        OVER (PARTITION BY device_id, set_id, hour, place ORDER BY ts, seq) - ts) AS secs
      FROM picked JOIN changed USING (device_id, set_id, hour) CROSS JOIN LATERAL unnest(t) WITH ORDINALITY AS cell (x, place)
    ), spent AS (
      SELECT device_id, set_id, hour, place, x, CASE WHEN x IS NULL THEN 0 ELSE coalesce(secs, 0) END AS secs FROM texts
    ), ${sumShares(sql`device_id, set_id, hour`, { changing: true })} ${storeSummaries(hours)}`.execute(tx)
}
