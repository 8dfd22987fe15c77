import { companyMetricNames } from '@longreach/contract/monitoring/constants'
import { getCompanyMetrics } from '@longreach/contract/monitoring/endpoints'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../apps/server/src/db/client.ts'
import { createPartitions } from '../apps/server/src/db/partitions.ts'
import { dayTable } from '../apps/server/src/domains/monitoring/history-tables.ts'
import { makeFleetDays } from '../apps/server/src/domains/monitoring/rollups/fleet-days.ts'
import { startInstallation } from './installation.ts'
import { percentile, thousands } from './numbers.ts'
import { reported as names } from './reported.ts'
import { seedDevices } from './seed.ts'

/** Default of the number after `company`. */
const usualDevices = 10_000
const days = 30
const repeats = 10
const dayMs = 86_400_000
const cells = (value: string) => sql.raw(`ARRAY(SELECT ${value} FROM generate_series(1, ${names.length}) p)::float8[]`)
const wave = '(d.id * 7 + extract(epoch FROM at)::bigint / 300 + p * 3) % 50'

/** Creates closed days of all devices, in the order in which days are closed. */
async function seedDays(db: Db, today: Date): Promise<void> {
  const all = Array.from({ length: days + 1 }, (_, day) => new Date(today.getTime() - (days - day) * dayMs))
  await createPartitions(db).ensure(dayTable, all)
  const set = await sql<{ id: number }>`
    INSERT INTO parameter_set (digest, numbers, texts) VALUES ('bench', ${names}::text[], '{}') RETURNING id`.execute(
    db,
  )
  const id = set.rows[0]?.id ?? 0
  await sql`INSERT INTO device_set (device_id, set_id) SELECT id, ${id} FROM devices`.execute(db)
  const made: number[] = []
  for (const day of all.slice(0, -1)) {
    await sql`INSERT INTO history_day (device_id, set_id, day, reports, first_at, last_at, counts, mins, maxs, sums, firsts,
        lasts, rises, last_t)
      SELECT d.id, ${id}, at, 288, at, at + interval '1 day' - interval '5 minutes', ${cells('288')}::int[], ${cells(wave)},
        ${cells(`${wave} + 5`)}, ${cells(`288 * (${wave})`)}, ${cells(wave)}, ${cells(wave)}, ${cells('7')}, '{}'
      FROM devices d, (SELECT ${day}::timestamptz AS at) x`.execute(db)
    const startedAt = performance.now()
    await makeFleetDays(db)
    made.push(performance.now() - startedAt)
  }
  console.log(`what is read of a day is made in ${percentile(made, 0.5).toFixed(0)} ms`)
  await sql`UPDATE rollup_mark SET until = ${today}`.execute(db)
  await sql`UPDATE day_mark SET until = ${today}`.execute(db)
  await sql`VACUUM ANALYZE history_day, fleet_day`.execute(db)
}

/** Duration of the metrics of a company with many devices over 30 days. */
export async function benchCompany(): Promise<void> {
  const count = Number(process.argv[3] ?? usualDevices)
  const installation = await startInstallation()
  try {
    const { db } = installation.database
    const now = new Date()
    await seedDevices(db, count)
    await seedDays(db, new Date(Math.floor(now.getTime() / dayMs) * dayMs))
    const { rows } = await sql<{ id: number }>`SELECT id FROM companies WHERE name = 'Demo'`.execute(db)
    const query = {
      start_date: formatTime(new Date(now.getTime() - days * dayMs)),
      end_date: formatTime(now),
      include_child_companies: true,
    }
    for (const parameter of companyMetricNames) {
      const times: number[] = []
      let found = 0
      for (let repeat = 0; repeat <= repeats; repeat++) {
        const startedAt = performance.now()
        const { status, text, meta } = await installation.admin.call(getCompanyMetrics, {
          params: { id: rows[0]?.id ?? 0 },
          query: { ...query, parameter },
        })
        if (status !== 200) throw new Error(text)
        // The first run plans its statements.
        if (repeat > 0) times.push(performance.now() - startedAt)
        found = Number(meta.total)
      }
      if (found === 0) continue
      console.log(
        `${parameter.padEnd(12)} of ${thousands(found)} devices over ${days} days: p50 ${percentile(times, 0.5).toFixed(0)} ms, ` +
          `p95 ${percentile(times, 0.95).toFixed(0)} ms (goal 500)`,
      )
    }
  } finally {
    await installation.stop()
  }
}
