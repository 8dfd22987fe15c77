import { type CompanyMetric, companyMetrics } from '@longreach/contract/monitoring/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inContext, inScope, type Scope } from '../../../db/scope.ts'
import { daySeconds } from '../buckets.ts'
import { riseSinceBefore } from '../counter-rise.ts'
import { isCounter, lastBefore } from '../rollups/fleet-days.ts'

export interface CompanyRequest {
  parameter: CompanyMetric
  /** Limits the request to devices with this tag. */
  tag?: number | undefined
  from: Date
  to: Date
  /** Number of devices to skip at the start of the list. */
  offset: number
}

/** Bucket width and start of the time axis, in Unix seconds. */
interface Span {
  start: number
  width: number
}

/**
 * Statement with the values of each device in scope and bucket: `device_id, bucket, low, high, sum, count`. Closed days
 * are read from `fleet_day`; other days, and hours, from roll-ups by hour.
 */
export async function companyValues(
  db: Db,
  scope: Scope,
  request: CompanyRequest,
  span: Span,
): Promise<RawBuilder<unknown>> {
  const from = new Date(span.start * 1000)
  if (span.width < daySeconds) return hourValues(db, scope, request, from, span)
  const closed = await closedUntil(db)
  if (closed >= request.to) return dayValues(scope, request, from, request.to)
  const open = closed > from ? closed : from
  return sql`${dayValues(scope, request, from, open)} UNION ALL ${await hourValues(db, scope, request, open, span)}`
}

/** End of the closed days for which all rows exist. */
async function closedUntil(db: Db): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    SELECT until - CASE WHEN last IN (SELECT day FROM day_due) OR last IN (SELECT day FROM fleet_day_due)
      THEN interval '1 day' ELSE interval '0' END AS until
    FROM (SELECT until, until - interval '1 day' AS last FROM day_mark) mark`.execute(db)
  return rows[0]?.until ?? new Date(0)
}

/** Condition for the devices `d` of the request. */
const isListed = (scope: Scope, { tag }: CompanyRequest) => {
  const tagged =
    tag === undefined
      ? sql`true`
      : sql`EXISTS (SELECT FROM device_tags x JOIN tags g ON g.id = x.tag_id
          WHERE x.device_id = d.id AND x.tag_id = ${tag} AND ${inScope(scope, 'g')})`
  return sql`d.deleted_at IS NULL AND ${inContext(scope, 'd')} AND ${tagged}`
}

function dayValues(scope: Scope, request: CompanyRequest, start: Date, to: Date): RawBuilder<unknown> {
  const column = (end: string) => sql.ref(`f.${request.parameter}${end}`)
  const values = isCounter(request.parameter)
    ? sql`${column('')} AS low, ${column('')} AS high, ${column('')} AS sum, 1 AS count`
    : sql`${column('_low')} AS low, ${column('_high')} AS high, ${column('_sum')} AS sum, ${column('_count')} AS count`
  return sql`
    SELECT f.device_id, f.day::date - ${start}::timestamptz::date AS bucket, ${values}
    FROM fleet_day f JOIN devices d ON d.id = f.device_id
    WHERE f.day >= ${start} AND f.day < ${to} AND ${column(isCounter(request.parameter) ? '' : '_count')} IS NOT NULL
      AND ${isListed(scope, request)}`
}

async function hourValues(
  db: Db,
  scope: Scope,
  request: CompanyRequest,
  from: Date,
  span: Span,
): Promise<RawBuilder<unknown>> {
  const places = await placesOf(db, request.parameter)
  const rows = sql`unnest(${places.map(({ id }) => id)}::integer[], ${places.map(({ place }) => place)}::integer[],
    ${places.map(({ name }) => name)}::text[]) n (set_id, place, name)`
  const cells = (first: Date) => sql`
    SELECT h.device_id, n.name, h.hour, h.last_at, h.counts[n.place] AS count, h.mins[n.place] AS min,
      h.maxs[n.place] AS max, h.sums[n.place] AS sum, h.firsts[n.place] AS first, h.lasts[n.place] AS last,
      h.rises[n.place] AS rise
    FROM history_hour h JOIN ${rows} ON n.set_id = h.set_id JOIN devices d ON d.id = h.device_id
    WHERE h.hour >= ${first} AND h.hour < ${request.to} AND h.counts[n.place] > 0 AND ${isListed(scope, request)}`
  if (!isCounter(request.parameter)) return measuredValues(cells(from), span)
  // The first bucket of a counter needs the value before it: of the day before, or else the last one of earlier days.
  const first = new Date(from.getTime() - daySeconds * 1000)
  const earlier = lastBefore(sql`date_trunc('day', ${first}::timestamptz, 'UTC') + interval '1 day'`, rows)
  return riseValues(cells(first), earlier, from, span)
}

interface ParameterPlace {
  id: number
  name: string
  place: number
}

/**
 * Positions of a metric's parameters in the parameter sets. Read beforehand, so that the planner knows how many rows a
 * range has.
 */
async function placesOf(db: Db, parameter: CompanyMetric): Promise<ParameterPlace[]> {
  const { rows } = await sql<ParameterPlace>`
    SELECT p.id, u.name, u.place
    FROM parameter_set p CROSS JOIN LATERAL unnest(p.numbers) WITH ORDINALITY u (name, place)
    WHERE u.name = ANY (${[...companyMetrics[parameter]]}::text[])`.execute(db)
  return rows
}

const bucketOf = ({ start, width }: Span) => sql`floor((date_part('epoch', hour) - ${start}) / ${width})::int`

const measuredValues = (cells: RawBuilder<unknown>, span: Span) => sql`
  SELECT device_id, ${bucketOf(span)} AS bucket, min AS low, max AS high, sum, count FROM (${cells}) cells`

/** Rise of the counters in each bucket. */
const riseValues = (cells: RawBuilder<unknown>, earlier: RawBuilder<unknown>, from: Date, span: Span) => sql`
  SELECT device_id, bucket, sum AS low, sum AS high, sum, 1 AS count FROM (
    SELECT device_id, bucket, sum(coalesce(by_sim, whole)) AS sum FROM (
      SELECT device_id, ${bucketOf(span)} AS bucket, right(name, 2) = '_2' AS second,
        sum(rise) FILTER (WHERE name LIKE 'sim%') AS by_sim, sum(rise) FILTER (WHERE name NOT LIKE 'sim%') AS whole
      FROM (
        SELECT device_id, name, hour, ${riseSinceBefore} AS rise FROM (
          SELECT *, coalesce(lag(last) OVER (PARTITION BY device_id, name ORDER BY last_at),
            CASE WHEN hour >= ${from} THEN ${earlier} END) AS before FROM (${cells}) cells
        ) ordered
      ) risen WHERE hour >= ${from} GROUP BY 1, 2, 3
    ) modems GROUP BY 1, 2
  ) sums`
