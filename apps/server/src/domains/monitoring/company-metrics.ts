import { type CompanyMetric, companyMetricLimits, companyMetrics } from '@longreach/contract/monitoring/constants'
import type { CompanyMetrics } from '@longreach/contract/monitoring/schemas'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inContext, inScope, type Scope } from '../../db/scope.ts'
import { daySeconds, hourSeconds } from './buckets.ts'

interface Request {
  parameter: CompanyMetric
  /** Only devices with this tag. */
  tag?: number | undefined
  from: Date
  to: Date
  /** Devices left out of the list, from its start. */
  offset: number
}

interface Row {
  bucket: number | null
  device_id: number
  device_name: string
  serial: string
  low: number
  low_at: number
  high: number
  high_at: number
  average: number
  total: number
  /** Devices with values; of buckets alone. */
  devices: number
}

const isCounter = (parameter: CompanyMetric) => parameter === 'sent' || parameter === 'received'

/**
 * The lowest and highest values of the devices in scope, from roll-ups: by the hour for some days, else by the day. Days
 * that are not closed yet are read from their hours.
 */
export async function readCompanyMetrics(
  db: Db,
  scope: Scope,
  request: Request,
): Promise<{ data: CompanyMetrics; total: number }> {
  const { parameter, from, to, offset } = request
  const days = (to.getTime() - from.getTime()) / 1000 / daySeconds
  const width = days > companyMetricLimits.hourlyDays ? daySeconds : hourSeconds
  const start = Math.floor(from.getTime() / 1000 / width) * width
  const cells = cellsOf(scope, request, new Date(start * 1000), width)
  const values = isCounter(parameter) ? riseValues(cells, start, width) : measuredValues(cells, start, width)
  const { rows } = await sql<Row>`
    WITH "values" AS MATERIALIZED (${values}),
    buckets AS (
      SELECT bucket, min(low) AS low, max(high) AS high, sum(sum) / sum(count) AS average FROM "values" GROUP BY bucket
    ), listed AS (
      SELECT device_id, min(low) AS low, (array_agg(bucket ORDER BY low, bucket))[1] AS low_at, max(high) AS high,
        (array_agg(bucket ORDER BY high DESC, bucket))[1] AS high_at, sum(sum) / sum(count) AS average, sum(sum) AS total
      FROM "values" GROUP BY device_id ORDER BY max(high) DESC, device_id LIMIT ${companyMetricLimits.devices} OFFSET ${offset}
    )
    SELECT bucket, NULL AS device_id, NULL AS device_name, NULL AS serial, low, NULL AS low_at, high, NULL AS high_at,
      average, NULL AS total, (SELECT count(DISTINCT device_id) FROM "values") AS devices FROM buckets
    UNION ALL
    SELECT NULL, l.device_id, d.name, d.serial, l.low, l.low_at, l.high, l.high_at, l.average, l.total, NULL
    FROM listed l JOIN devices d ON d.id = l.device_id WHERE ${inScope(scope, 'd')}`.execute(db)
  const buckets = rows
    .filter((row): row is Row & { bucket: number } => row.bucket !== null)
    .toSorted((one, other) => one.bucket - other.bucket)
  const devices = rows
    .filter(({ bucket }) => bucket === null)
    .toSorted((one, other) => other.high - one.high || one.device_id - other.device_id)
  const timeOf = (bucket: number) => formatTime(new Date((start + bucket * width) * 1000))
  return {
    data: {
      bucket_s: width,
      start: timeOf(0),
      end: formatTime(to),
      times: buckets.map(({ bucket }) => start + bucket * width),
      minimum: buckets.map(({ low }) => low),
      average: buckets.map(({ average }) => average),
      maximum: buckets.map(({ high }) => high),
      devices: devices.map((row) => ({
        device_id: row.device_id,
        device_name: row.device_name,
        serial: row.serial,
        minimum: row.low,
        minimum_at: timeOf(row.low_at),
        maximum: row.high,
        maximum_at: timeOf(row.high_at),
        average: row.average,
        total: isCounter(parameter) ? row.total : null,
      })),
    },
    total: buckets[0]?.devices ?? 0,
  }
}

/** What the devices reported of the parameter, by hour or day. */
function cellsOf(scope: Scope, { parameter, tag, to }: Request, start: Date, width: number): RawBuilder<unknown> {
  // A counter's first bucket has to know the value before.
  const from = isCounter(parameter) ? new Date(start.getTime() - daySeconds * 1000) : start
  const tagged =
    tag === undefined
      ? sql`true`
      : sql`EXISTS (SELECT FROM device_tags x JOIN tags g ON g.id = x.tag_id
          WHERE x.device_id = d.id AND x.tag_id = ${tag} AND ${inScope(scope, 'g')})`
  const rows = (table: 'history_day' | 'history_hour', at: 'day' | 'hour', bound: RawBuilder<unknown>) => sql`
    SELECT h.device_id, n.name, h.${sql.ref(at)} AS at, h.last_at, h.counts[n.place] AS count, h.mins[n.place] AS min,
      h.maxs[n.place] AS max, h.sums[n.place] AS sum, h.firsts[n.place] AS first, h.lasts[n.place] AS last,
      h.rises[n.place] AS rise
    FROM ${sql.table(table)} h JOIN names n ON n.id = h.set_id JOIN devices d ON d.id = h.device_id
    WHERE h.${sql.ref(at)} >= ${from} AND h.${sql.ref(at)} < ${to} AND ${bound} AND h.counts[n.place] > 0
      AND d.deleted_at IS NULL AND ${inContext(scope, 'd')} AND ${tagged}`
  const closed = sql`(SELECT until FROM day_mark)`
  const parts =
    width < daySeconds
      ? [rows('history_hour', 'hour', sql`true`)]
      : [rows('history_day', 'day', sql`h.day < ${closed}`), rows('history_hour', 'hour', sql`h.hour >= ${closed}`)]
  return sql`
    WITH names AS (
      SELECT p.id, u.name, u.place FROM parameter_set p CROSS JOIN LATERAL unnest(p.numbers) WITH ORDINALITY u (name, place)
      WHERE u.name = ANY (${[...companyMetrics[parameter]]}::text[]))
    ${sql.join(parts, sql` UNION ALL `)}`
}

const bucketOf = (start: number, width: number) =>
  sql`floor((extract(epoch FROM at)::float8 - ${start}) / ${width})::int`

const measuredValues = (cells: RawBuilder<unknown>, start: number, width: number) => sql`
  SELECT device_id, ${bucketOf(start, width)} AS bucket, min(min) AS low, max(max) AS high, sum(sum) AS sum, sum(count) AS count
  FROM (${cells}) cells GROUP BY 1, 2`

/** By how much counters rose in each bucket; a counter that falls has restarted from zero. */
const riseValues = (cells: RawBuilder<unknown>, start: number, width: number) => sql`
  SELECT device_id, bucket, sum AS low, sum AS high, sum, 1 AS count FROM (
    SELECT device_id, bucket, sum(coalesce(by_sim, whole)) AS sum FROM (
      SELECT device_id, ${bucketOf(start, width)} AS bucket, right(name, 2) = '_2' AS second,
        sum(rise) FILTER (WHERE name LIKE 'sim%') AS by_sim, sum(rise) FILTER (WHERE name NOT LIKE 'sim%') AS whole
      FROM (
        SELECT device_id, name, at,
          rise + CASE WHEN before IS NULL THEN 0 WHEN first >= before THEN first - before ELSE first END AS rise
        FROM (SELECT *, lag(last) OVER (PARTITION BY device_id, name ORDER BY last_at) AS before FROM (${cells}) cells) ordered
      ) risen GROUP BY 1, 2, 3
    ) modems GROUP BY 1, 2
  ) sums WHERE bucket >= 0`
