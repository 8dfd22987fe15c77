import { type Places, placesAtOnce } from '@longreach/contract/devices/place-endpoints'
import { sql } from 'kysely'
import type { Db } from '../../../db/client.ts'
import type { Scope } from '../../../db/scope.ts'
import { keptTotal } from '../counts.ts'
import { deviceList, type Selection } from '../list.ts'
import { inBounds, positionJoin } from './position.ts'
import { countGroups } from './square-counts.ts'
import { squaresNear } from './square-grid.ts'

/**
 * Positions of single devices. The devices are found by indexes alone, and only then are their rows read. Arrays are
 * aggregated as JSON, which is read several times faster than the database's own arrays.
 */
async function findSingle(db: Db, scope: Scope, selection: Selection): Promise<Places['devices']> {
  const { bounds, ...others } = selection
  const near = bounds
    ? sql`JOIN device_places p ON p.device_id = d.id AND ${squaresNear(bounds, sql`p.square`)}`
    : sql``
  const { rows } = await sql<Places['devices']>`
    WITH found AS MATERIALIZED (SELECT d.id FROM devices d ${near} WHERE ${deviceList.where(scope, others as Selection)})
    SELECT coalesce(json_agg(d.id), '[]') AS device_id, coalesce(json_agg(pos.latitude), '[]') AS latitude,
      coalesce(json_agg(pos.longitude), '[]') AS longitude, coalesce(json_agg(d.status), '[]') AS status
    FROM found JOIN devices d ON d.id = found.id LEFT JOIN device_state s ON s.device_id = d.id ${positionJoin}
    WHERE pos.latitude IS NOT NULL ${bounds ? sql`AND ${inBounds(bounds)}` : sql``}`.execute(db)
  return rows[0] as Places['devices']
}

const none: Places['devices'] = { device_id: [], latitude: [], longitude: [], status: [] }

/** Positions of the devices of a selection: one by one, or in groups if there are more than `most`. */
export async function findPlaces(
  db: Db,
  scope: Scope,
  selection: Selection,
  { zoom, most = placesAtOnce }: { zoom: number; most?: number },
): Promise<{ data: Places; meta: { total: number; located: number } }> {
  let total = selection.bounds ? undefined : await keptTotal(db, scope, selection)
  if (total === undefined || total > most) {
    const counted = await countGroups(db, scope, selection, zoom)
    total ??= counted.total
    const { groups } = counted
    const located = groups.count.reduce((sum, count) => sum + count, 0)
    if (located > most) return { data: { devices: none, groups }, meta: { total: total ?? located, located } }
  }
  const devices = await findSingle(db, scope, selection)
  const located = devices.device_id.length
  // Devices without a position are in no bounds.
  return { data: { devices, groups: null }, meta: { total: total ?? located, located } }
}
