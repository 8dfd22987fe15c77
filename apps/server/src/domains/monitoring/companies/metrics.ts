import { companyMetricLimits } from '@longreach/contract/monitoring/constants'
import type { CompanyMetrics } from '@longreach/contract/monitoring/schemas'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { inScope, type Scope } from '../../../db/scope.ts'
import { daySeconds, hourSeconds } from '../buckets.ts'
import { isCounter } from '../rollups/fleet-days.ts'
import { type CompanyRequest, companyValues } from './values.ts'

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
  /** Devices with values; only in buckets. */
  devices: number
}

/** Hours for some days, else days: the width of a bucket in seconds, and the start of the first one. */
function spanOf({ from, to }: Pick<CompanyRequest, 'from' | 'to'>): { start: number; width: number } {
  const days = (to.getTime() - from.getTime()) / 1000 / daySeconds
  const width = days > companyMetricLimits.hourlyDays ? daySeconds : hourSeconds
  return { start: Math.floor(from.getTime() / 1000 / width) * width, width }
}

/**
 * Lowest and highest values of the devices in scope, from roll-ups: by hour for some days, otherwise by day. Days that
 * are not closed yet are read from their hours.
 */
export async function readCompanyMetrics(
  db: Db,
  scope: Scope,
  request: CompanyRequest,
): Promise<{ data: CompanyMetrics; total: number }> {
  const { parameter, to, offset } = request
  const { start, width } = spanOf(request)
  const values = await companyValues(db, scope, request, { start, width })
  const statement = sql<Row>`
    WITH "values" AS MATERIALIZED (${values}),
    buckets AS (
      SELECT bucket, min(low) AS low, max(high) AS high, sum(sum) / sum(count) AS average FROM "values" GROUP BY bucket
    ), by_device AS MATERIALIZED (
      SELECT device_id, min(low) AS low, max(high) AS high, sum(sum) / sum(count) AS average, sum(sum) AS total
      FROM "values" GROUP BY device_id
    ), listed AS MATERIALIZED (
      SELECT * FROM by_device ORDER BY high DESC, device_id LIMIT ${companyMetricLimits.devices} OFFSET ${offset}
    ), extremes AS (
      SELECT v.device_id, min(v.bucket) FILTER (WHERE v.low = l.low) AS low_at,
        min(v.bucket) FILTER (WHERE v.high = l.high) AS high_at
      FROM listed l JOIN "values" v USING (device_id) GROUP BY v.device_id
    )
    SELECT bucket, NULL AS device_id, NULL AS device_name, NULL AS serial, low, NULL AS low_at, high, NULL AS high_at,
      average, NULL AS total, (SELECT count(*) FROM by_device) AS devices FROM buckets
    UNION ALL
    SELECT NULL, device_id, d.name, d.serial, l.low, e.low_at, l.high, e.high_at, l.average, l.total, NULL
    FROM listed l JOIN extremes e USING (device_id) JOIN devices d ON d.id = device_id
    WHERE ${inScope(scope, 'd')}`
  const rows = await runScanning(db, statement)
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

interface ExtremeRow {
  kind: 'Maximum' | 'Minimum'
  device_id: number
  serial: string
  value: number
  bucket: number
}

/** The devices with the highest and the lowest value, and when; null without any value. */
export async function readExtremes(db: Db, scope: Scope, request: CompanyRequest) {
  const span = spanOf(request)
  const values = await companyValues(db, scope, request, span)
  const first = (kind: ExtremeRow['kind'], value: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<ExtremeRow>`
    (SELECT ${kind} AS kind, v.device_id, d.serial, ${value} AS value, v.bucket FROM "values" v JOIN devices d ON d.id = v.device_id
      WHERE ${inScope(scope, 'd')} ORDER BY ${order}, v.bucket, v.device_id LIMIT 1)`
  const rows = await runScanning(
    db,
    sql<ExtremeRow>`WITH "values" AS MATERIALIZED (${values})
      ${first('Maximum', sql`v.high`, sql`v.high DESC`)} UNION ALL ${first('Minimum', sql`v.low`, sql`v.low`)}`,
  )
  const extremes = rows.map(({ kind, bucket, ...row }) => [
    kind,
    { ...row, created_at: formatTime(new Date((span.start + bucket * span.width) * 1000)) },
  ])
  return { Maximum: null, Minimum: null, ...Object.fromEntries(extremes) }
}

/**
 * The rows of one device are spread over a month, so that reading the whole month is often faster. A month of ten
 * thousand devices is summed up in memory.
 */
async function runScanning<Found>(db: Db, statement: RawBuilder<Found>): Promise<Found[]> {
  return db.transaction().execute(async (tx) => {
    await sql`SET LOCAL random_page_cost = 4`.execute(tx)
    await sql`SET LOCAL work_mem = '64MB'`.execute(tx)
    return (await statement.execute(tx)).rows
  })
}
