import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createPartitions } from '../../db/partitions.ts'
import { systemScope } from '../../db/scope.ts'
import { job } from '../../jobs/job.ts'
import type { Demo } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { rollUpDays } from '../monitoring/rollups/days.ts'
import { rollUp } from '../monitoring/rollups/rollup.ts'
import { takeSample } from './sample.ts'
import { onlineHourTable } from './tables.ts'

/**
 * Devices of the demo bring a month of reports from before the start of the counts: they count as online in the hours
 * of their reports.
 */
async function countPast(db: Db): Promise<void> {
  const inDemo = systemScope('console of the operator')
  const past = sql`h.hour < (SELECT date_trunc('hour', min(at), 'UTC') FROM online_samples o WHERE ${inDemo})`
  const { rows } = await sql<{ hour: Date }>`
    SELECT DISTINCT date_trunc('month', hour, 'UTC') AS hour FROM history_hour h WHERE ${past} AND ${inDemo}`.execute(
    db,
  )
  await createPartitions(db).ensure(
    onlineHourTable,
    rows.map(({ hour }) => hour),
  )
  await sql`
    INSERT INTO online_hours (company_id, l1_id, l2_id, hour, online, offline, pending)
    SELECT c.id, c.l1_id, c.l2_id, h.hour, count(*), c.devices - count(*), 0
    FROM (
      SELECT c.id, c.l1_id, c.l2_id, count(*) AS devices FROM companies c JOIN devices d ON d.company_id = c.id
      WHERE d.status IN (0, 1) AND ${inDemo} GROUP BY c.id
    ) c JOIN devices d ON d.company_id = c.id
    JOIN (SELECT DISTINCT device_id, hour FROM history_hour h WHERE ${past}) h ON h.device_id = d.id
    WHERE d.status IN (0, 1) AND ${inDemo} GROUP BY c.id, c.l1_id, c.l2_id, c.devices, h.hour
    ON CONFLICT (company_id, hour) DO UPDATE SET online = excluded.online, offline = excluded.offline
    WHERE (online_hours.online, online_hours.offline) IS DISTINCT FROM (excluded.online, excluded.offline)`.execute(db)
}

export const statisticsDemo: Demo<Pick<Services, 'db'>> = {
  jobs: ({ db }) => [
    // So that figures are available within a minute, not only after five.
    job({ name: 'demo.count-past', every: '* * * * *' }).handle(async () => {
      const now = new Date()
      await rollUp(db, now)
      await rollUpDays(db)
      await takeSample(db, now)
      await countPast(db)
    }),
  ],
}
