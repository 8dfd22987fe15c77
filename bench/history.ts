import { setTimeout as delay } from 'node:timers/promises'
import { getCompanyMetrics, getHistory } from '@longreach/contract/monitoring/endpoints'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../apps/server/src/db/client.ts'
import { createPartitions } from '../apps/server/src/db/partitions.ts'
import { dayTable, historyTables, hourTable } from '../apps/server/src/domains/monitoring/history-tables.ts'
import { orderDays } from '../apps/server/src/domains/monitoring/rollups/reading-order.ts'
import { startInstallation } from './installation.ts'
import { percentile, thousands } from './numbers.ts'
import { reported as names } from './reported.ts'
import { seedDevices } from './seed.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** Days of raw reports, of hourly and of daily values. */
const span = { raw: 30, hours: 60, days: 366 } as const
const reportsOfDay = 288
const repeats = 40

const table90 = historyTables.find(({ table }) => table === 'history_90')

/** Number of devices whose reports have about that many values. */
const devicesFor = (values: number) => Math.max(2, Math.round(values / (span.raw * reportsOfDay * names.length)))

const cells = (value: string) => sql.raw(`ARRAY(SELECT ${value} FROM generate_series(1, ${names.length}) p)::float8[]`)
const wave = '(x.id * 7 + extract(epoch FROM x.at)::bigint / 300 + p * 3) % 50'

/** Creates a month of raw reports, two months of hourly and a year of daily roll-ups, as after a year of operation. */
async function seedHistory(db: Db, now: Date): Promise<void> {
  const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const back = (days: number) => new Date(today.getTime() - days * dayMs)
  const partitions = createPartitions(db)
  const all = Array.from({ length: span.days + 1 }, (_, day) => back(day))
  await partitions.ensure(dayTable, all)
  await partitions.ensure(hourTable, all.slice(0, span.hours + 1))
  if (table90) await partitions.ensure(table90, all.slice(0, span.raw + 1))
  const set = await sql<{ id: number }>`
    INSERT INTO parameter_set (digest, numbers, texts) VALUES ('bench', ${names}::text[], '{}') RETURNING id`.execute(
    db,
  )
  const id = set.rows[0]?.id ?? 0
  await sql`INSERT INTO device_set (device_id, set_id) SELECT id, ${id} FROM devices`.execute(db)
  const rolled = (at: string, table: string, from: Date, to: Date, step: string) =>
    sql`INSERT INTO ${sql.table(table)} (device_id, set_id, ${sql.ref(at)}, reports, first_at, last_at, counts, mins, maxs, sums,
        firsts, lasts, rises, last_t)
      SELECT x.id, ${id}, x.at, 12, x.at, x.at + ${step}::interval - interval '5 minutes', ${cells('12')}::int[],
        ${cells(wave)}, ${cells(`${wave} + 5`)}, ${cells(`12 * (${wave})`)}, ${cells(wave)}, ${cells(wave)}, ${cells('7')}, '{}'
      FROM (SELECT d.id, at FROM devices d, generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 second', ${step}::interval) at) x`.execute(
      db,
    )
  for (let day = span.days; day > 0; day--) await rolled('day', 'history_day', back(day), back(day - 1), '1 day')
  for (let day = span.hours; day > 0; day--) await rolled('hour', 'history_hour', back(day), back(day - 1), '1 hour')
  for (let day = span.raw; day >= 0; day--) {
    await sql`INSERT INTO history_90 (device_id, set_id, ts, boot, seq, v, t)
      SELECT x.id, ${id}, x.at, 1, extract(epoch FROM x.at)::bigint, ${cells(wave)}, '{}'
      FROM (SELECT d.id, at FROM generate_series(${back(day)}::timestamptz,
        ${new Date(Math.min(back(day - 1).getTime(), now.getTime()))}::timestamptz - interval '1 second', interval '5 minutes') at, devices d) x`.execute(
      db,
    )
  }
  await sql`UPDATE rollup_mark SET until = ${today}`.execute(db)
  await sql`UPDATE day_mark SET until = ${today}`.execute(db)
  for (const table of ['history_90', 'history_hour', 'history_day']) await sql`ANALYZE ${sql.table(table)}`.execute(db)
}

/** Resolves when the server has rolled up the seeded data, so that it does not disturb the measurement. */
async function rolledUp(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ left: number }>`SELECT count(*) AS left FROM fleet_day_due`.execute(db)
    if (rows[0]?.left === 0) return
    await delay(1000)
  }
}

type Measured = readonly (readonly [name: string, run: () => Promise<void>])[]

/** Prints the times of each measurement, as a ratio to the first. */
async function measure(measured: Measured): Promise<void> {
  let baseline = 0
  for (const [name, run] of measured) {
    const times: number[] = []
    for (let repeat = 0; repeat <= repeats; repeat++) {
      const began = performance.now()
      await run()
      // The first run plans its statements.
      if (repeat > 0) times.push(performance.now() - began)
    }
    const p95 = percentile(times, 0.95)
    baseline ||= p95
    console.log(
      `${name.padEnd(44)} p50 ${percentile(times, 0.5).toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms   ${(p95 / baseline).toFixed(1).padStart(5)} × the baseline`,
    )
  }
}

/** Database pages with the reports of a week, including those of the index. */
async function pagesOfWeek(db: Db, deviceId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
    EXPLAIN (ANALYZE, BUFFERS, FORMAT json) SELECT v[1] FROM history_90
    WHERE device_id = ${deviceId} AND ts >= ${new Date(now.getTime() - 7 * dayMs)} AND ts < ${now}`.execute(db)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

/**
 * Duration of charts over a long history, as a ratio to a call in the same run over a single hour, before and after
 * closed days are put in reading order.
 * `HISTORY_VALUES` is the number of values in the reports: the goal is 100,000,000, the default of 5,000,000 is ready
 * within two minutes.
 */
export async function benchHistory(values = Number(process.env.HISTORY_VALUES ?? 5_000_000)): Promise<void> {
  const installation = await startInstallation()
  try {
    const { db } = installation.database
    const devices = devicesFor(values)
    const startedAt = performance.now()
    await seedDevices(db, devices)
    const now = new Date()
    await seedHistory(db, now)
    const { rows } = await sql<{ id: number; company_id: number }>`
      SELECT d.id, d.company_id FROM devices d ORDER BY d.id`.execute(db)
    const count = span.raw * reportsOfDay * names.length * devices
    console.log(
      `${thousands(devices)} devices with ${thousands(count)} values seeded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    )
    await rolledUp(db)
    const { admin } = installation
    const range = (ms: number) => ({
      start_date: formatTime(new Date(now.getTime() - ms)),
      end_date: formatTime(now),
    })
    let turn = 0
    const next = () => rows[turn++ % rows.length] ?? { id: 0, company_id: 0 }
    const history = (parameters: string, ms: number) => async () => {
      const { status, text } = await admin.call(getHistory, {
        params: { id: next().id },
        query: { ...range(ms), parameters },
      })
      if (status !== 200) throw new Error(text)
    }
    const measured: [name: string, run: () => Promise<void>][] = [
      ['an hour of one parameter, the baseline', history('signal', hourMs)],
      ['one parameter of one device, 7 days', history('signal', 7 * dayMs)],
      ['one parameter of one device, a year', history('signal', 365 * dayMs)],
      ['20 parameters of one device, a day', history(names.join(','), dayMs)],
      [
        `a parameter of ${thousands(devices)} devices, 30 days`,
        async () => {
          const { status, text } = await admin.call(getCompanyMetrics, {
            params: { id: rows[0]?.company_id ?? 0 },
            query: { ...range(30 * dayMs), parameter: 'signal', include_child_companies: true },
          })
          if (status !== 200) throw new Error(text)
        },
      ],
    ]
    await measure(measured)
    const before = await pagesOfWeek(db, rows[0]?.id ?? 0, now)
    const orderedAt = performance.now()
    const ordered = await orderDays(db, now, { atOnce: span.raw })
    console.log(
      `\n${ordered.length} closed days put in reading order in ${((performance.now() - orderedAt) / 1000).toFixed(1)} s: 7 days of one device are on ${await pagesOfWeek(db, rows[0]?.id ?? 0, now)} pages, before on ${before}`,
    )
    await measure(measured)
  } finally {
    await installation.stop()
  }
}
