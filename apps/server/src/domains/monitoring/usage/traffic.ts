import { type TrafficKind, trafficKinds, trafficRetentionDays } from '@longreach/contract/monitoring/usage-constants'
import type { Traffic } from '@longreach/contract/monitoring/usage-schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import { createPartitions, type Partitioned } from '../../../db/partitions.ts'
import { systemScope } from '../../../db/scope.ts'
import type { DeviceTraffic } from '../../../drivers/driver.ts'

export const trafficTable: Partitioned = { table: 'device_traffic', step: 'month', days: trafficRetentionDays }

/** Rows per statement. */
const atOnce = 5000

/** Adds the traffic since the last call; devices that were deleted meanwhile are left out. */
export function createTrafficStore(db: Db): (counts: readonly DeviceTraffic[]) => Promise<void> {
  const partitions = createPartitions(db)
  return async (counts) => {
    await partitions.ensure(
      trafficTable,
      counts.map(({ day }) => day),
    )
    // All or nothing: the caller keeps counting what was not stored and passes it again.
    await db.transaction().execute(async (tx) => {
      for (let from = 0; from < counts.length; from += atOnce) await addSome(tx, counts.slice(from, from + atOnce))
    })
  }
}

async function addSome(tx: Db, counts: readonly DeviceTraffic[]): Promise<void> {
  await sql`
    INSERT INTO device_traffic AS x (device_id, day, kind, up, down)
    SELECT d.id, c.day, c.kind, c.up, c.down
    FROM unnest(${counts.map(({ deviceId }) => deviceId)}::bigint[], ${counts.map(({ day }) => day.toISOString())}::timestamptz[],
      ${counts.map(({ kind }) => kind)}::text[], ${counts.map(({ up }) => up)}::bigint[],
      ${counts.map(({ down }) => down)}::bigint[]) AS c (id, day, kind, up, down)
    JOIN devices d ON d.id = c.id AND ${systemScope('link of the device itself')}
    ORDER BY d.id, c.day, c.kind
    ON CONFLICT (device_id, day, kind) DO UPDATE SET up = x.up + excluded.up, down = x.down + excluded.down`.execute(tx)
}

type Row = Record<`${TrafficKind}_${'up' | 'down'}`, number> & { day: Date }

/** The days (UTC) of a range with traffic. The caller has found the device in its scope. */
export async function readTraffic(db: Db, deviceId: number, from: Date, to: Date): Promise<Traffic[]> {
  const sums = trafficKinds.flatMap((kind) =>
    (['up', 'down'] as const).map(
      (way) =>
        sql`coalesce(sum(${sql.ref(way)}) FILTER (WHERE kind = ${kind}), 0)::bigint AS ${sql.id(`${kind}_${way}`)}`,
    ),
  )
  const { rows } = await sql<Row>`SELECT day, ${sql.join(sums)} FROM device_traffic
    WHERE device_id = ${deviceId} AND day >= date_trunc('day', ${from}::timestamptz, 'UTC') AND day < ${to}
    GROUP BY day ORDER BY day`.execute(db)
  const direction = (row: Row, kind: TrafficKind) => ({ up: row[`${kind}_up`], down: row[`${kind}_down`] })
  return rows.map((row) => ({
    date: formatTime(row.day).slice(0, 10),
    link: direction(row, 'link'),
    tunnel: direction(row, 'tunnel'),
    file: direction(row, 'file'),
  }))
}
