import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { ofItsOwn } from './own-causes.ts'

/** Number of other devices at the place that makes a loss of power likely. */
const enoughNearby = 2

/**
 * Minutes within which devices at one place count as lost at the same time: silence is only noticed after the
 * keep-alive, so the moment is not known more precisely.
 */
export const sameTime = 5

/**
 * Finds devices that were lost together with others at the same place of their company, and stores power as their
 * likely reason. Only the latest outages are read, so that the cost does not grow with the age of the installation.
 */
export async function reviewLostTogether(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const window = sql`make_interval(mins => ${sameTime})`
    const { rows } = await sql<{ device_id: number }>`
      WITH counted AS (
        SELECT o.id, count(*) OVER (
          PARTITION BY d.company_id, o.place ORDER BY o.started_at
          RANGE BETWEEN ${window} PRECEDING AND ${window} FOLLOWING) - 1 AS nearby
        FROM device_outages o JOIN devices d ON d.id = o.device_id
        WHERE o.started_at > now() - 3 * ${window} AND o.place IS NOT NULL AND o.reason NOT IN ${ofItsOwn}
          AND ${systemScope('background job')}
      )
      UPDATE device_outages o SET nearby = c.nearby, reason = CASE
          WHEN o.reason IN ('unknown', 'no_network') AND c.nearby >= ${enoughNearby} THEN 'power' ELSE o.reason END
      FROM counted c
      WHERE o.id = c.id AND o.nearby <> c.nearby
      RETURNING CASE WHEN o.reason = 'power' AND o.ended_at IS NULL THEN o.device_id END AS device_id`.execute(tx)
    const ids = rows.flatMap(({ device_id }) => (device_id === null ? [] : [device_id]))
    if (ids.length === 0) return
    await sql`
      UPDATE devices d SET offline_cause = 'power'
      WHERE id = ANY (${ids}::bigint[]) AND status = 0 AND offline_cause <> 'power' AND ${systemScope('background job')}`.execute(
      tx,
    )
  })
}
