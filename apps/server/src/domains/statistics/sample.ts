import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createPartitions } from '../../db/partitions.ts'
import { systemScope } from '../../db/scope.ts'
import { onlineHourTable, sampleTable } from './tables.ts'

export const sampleMs = 5 * 60_000
const hourMs = 3_600_000
const inJob = systemScope('background job')

/**
 * Stores the number of online devices of each company, from the maintained counts. Only one of several nodes writes.
 */
export async function takeSample(db: Db, now: Date): Promise<void> {
  const at = new Date(Math.floor(now.getTime() / sampleMs) * sampleMs)
  await createPartitions(db).ensure(sampleTable, [at])
  const count = (value: string) => sql`coalesce(sum(k.count) FILTER (WHERE k.value = ${value}), 0)::int`
  await sql`
    INSERT INTO online_samples (company_id, l1_id, l2_id, at, online, offline, pending)
    SELECT c.id, c.l1_id, c.l2_id, ${at}::timestamptz, ${count('online')}, ${count('offline')}, ${count('pending')}
    FROM (
      SELECT d.company_id, d.value, d.count FROM device_counts d WHERE d.facet = 'status' AND ${inJob}
      UNION ALL
      SELECT d.company_id, d.value, d.change FROM device_count_changes d WHERE d.facet = 'status' AND ${inJob}
    ) k JOIN companies c ON c.id = k.company_id
    GROUP BY c.id HAVING sum(k.count) > 0 ORDER BY c.id
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Sums up the hours that ended since the last run; idempotent. */
export async function sumUpHours(db: Db, now: Date): Promise<void> {
  const to = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  const { rows } = await sql<{ from: Date | null }>`
    SELECT min(at) AS from FROM online_samples o
    WHERE at >= coalesce((SELECT max(hour) + interval '1 hour' FROM online_hours h WHERE ${inJob}), '-infinity')
      AND at < ${to} AND ${inJob}`.execute(db)
  const from = rows[0]?.from
  if (!from) return
  await createPartitions(db).ensure(onlineHourTable, [from, to])
  await sql`
    INSERT INTO online_hours (company_id, l1_id, l2_id, hour, online, offline, pending)
    SELECT DISTINCT ON (company_id, hour) company_id, l1_id, l2_id, hour,
      avg(online) OVER whole, avg(offline) OVER whole, avg(pending) OVER whole
    FROM (SELECT o.*, date_trunc('hour', at, 'UTC') AS hour FROM online_samples o
      WHERE at >= ${from} AND at < ${to} AND ${inJob}) samples
    WINDOW whole AS (PARTITION BY company_id, hour)
    ORDER BY company_id, hour, at DESC
    ON CONFLICT DO NOTHING`.execute(db)
}
