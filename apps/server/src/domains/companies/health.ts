import type { Health, SubtreeHealth } from '@longreach/contract/companies/schemas'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Scope } from '../../db/scope.ts'

interface HealthRow {
  id: number
  devices: number
  online: number
  offline: number
  own_devices: number
  own_online: number
  own_offline: number
}

const none: Health = { devices: 0, online: 0, offline: 0 }

/**
 * Health of companies, by id. It is read from the maintained counts of each company in a subtree, and from the changes
 * that were not folded into them yet.
 */
export async function readHealth(db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, SubtreeHealth>> {
  if (ids.length === 0) return new Map()
  const counted = (level: number, column: string) => sql`
    SELECT d.company_id, d.value, d.count FROM device_counts d
    WHERE p.level = ${level} AND ${sql.ref(`d.${column}`)} = p.id AND d.facet = 'status' AND ${inScope(scope, 'd')}`
  const sum = (condition: RawBuilder<boolean>) => sql`coalesce(sum(k.count) FILTER (WHERE ${condition}), 0)::bigint`
  const own = sql<boolean>`k.company_id = p.id`
  const online = sql<boolean>`k.value = 'online'`
  const offline = sql<boolean>`k.value = 'offline'`
  const { rows } = await sql<HealthRow>`
    WITH changed AS MATERIALIZED (
      SELECT d.company_id, d.l1_id, d.l2_id, d.value, sum(d.change)::bigint AS count FROM device_count_changes d
      WHERE d.facet = 'status' AND ${inScope(scope, 'd')} GROUP BY 1, 2, 3, 4
    )
    SELECT p.id, ${sum(sql`true`)} AS devices, ${sum(online)} AS online, ${sum(offline)} AS offline,
      ${sum(own)} AS own_devices, ${sum(sql`${own} AND ${online}`)} AS own_online,
      ${sum(sql`${own} AND ${offline}`)} AS own_offline
    FROM companies p CROSS JOIN LATERAL (
      ${counted(1, 'l1_id')} UNION ALL ${counted(2, 'l2_id')} UNION ALL ${counted(3, 'company_id')}
      UNION ALL
      SELECT company_id, value, count FROM changed WHERE p.id IN (company_id, l1_id, l2_id)
    ) k
    WHERE p.id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 'p')} GROUP BY p.id`.execute(db)
  const found = new Map(
    rows.map((row): [number, SubtreeHealth] => [
      row.id,
      {
        own: { devices: row.own_devices, online: row.own_online, offline: row.own_offline },
        all: { devices: row.devices, online: row.online, offline: row.offline },
      },
    ]),
  )
  return new Map(ids.map((id) => [id, found.get(id) ?? { own: none, all: none }]))
}
