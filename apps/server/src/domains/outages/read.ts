import type { QueryOf } from '@longreach/contract/endpoint'
import { listOutages } from '@longreach/contract/outages/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { defineList } from '../../db/list.ts'
import { inScope, type Scope, systemScope } from '../../db/scope.ts'
import { sameTime } from './lost-together.ts'
import { type OutageRow, presentOutage } from './present.ts'

/** Outages of one device in reach. */
export const outageList = defineList({
  endpoint: listOutages,
  from: () => sql`device_outages o LEFT JOIN actions a ON a.id = o.action_id`,
  reach: ({ deviceId }: { deviceId: number }) =>
    sql`o.device_id = ${deviceId} AND ${systemScope('history of a device already resolved in scope')}`,
  columns: () => sql<OutageRow>`o.*, a.kind AS action, a.username`,
  id: 'o.id',
  sorts: { started_at: 'o.started_at' },
  defaultSort: '-started_at',
  filters: {},
  countCap: 10_000,
})

export async function findOutages(db: Db, deviceId: number, query: QueryOf<typeof listOutages>, now: Date) {
  const { page, ...meta } = await outageList.page(db, { deviceId }, query)
  return { data: page.map((row) => presentOutage(row, now)), meta }
}

/** Most device names that support a reason. */
const mostNearby = 20

/** Devices in reach that were lost at the same place and about the same time as this one's last outage. */
export async function findNearby(db: Db, scope: Scope, id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    WITH latest AS (
      SELECT o.started_at, o.place, d.company_id FROM device_outages o JOIN devices d ON d.id = o.device_id
      WHERE o.device_id = ${id} AND ${inScope(scope, 'd')} ORDER BY o.started_at DESC LIMIT 1)
    SELECT DISTINCT d.id, d.name FROM latest l
    JOIN device_outages o ON o.started_at BETWEEN l.started_at - make_interval(mins => ${sameTime})
      AND l.started_at + make_interval(mins => ${sameTime}) AND o.place = l.place
    JOIN devices d ON d.id = o.device_id AND d.company_id = l.company_id
    WHERE d.id <> ${id} AND d.deleted_at IS NULL AND o.reason NOT IN ('action', 'revoked', 'dropped', 'server')
      AND ${inScope(scope, 'd')}
    ORDER BY d.name, d.id LIMIT ${mostNearby}`.execute(db)
  return rows
}
