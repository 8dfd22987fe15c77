import { cluster, type Places, placesAtOnce } from '@longreach/contract/devices/place-endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { Scope } from '../../db/scope.ts'
import { deviceList, type Selection } from './list.ts'
import { positionJoin } from './position.ts'

/** Beyond it the projection of the map ends. */
const mostLatitude = 85.05
/** Pixels of the world at zoom 0. */
const worldPixels = 512

const rowsOf = (scope: Scope, selection: Selection, join = sql``) => sql`
  devices d LEFT JOIN device_state s ON s.device_id = d.id ${join} WHERE ${deviceList.where(scope, selection)}`
const placedRows = (scope: Scope, selection: Selection) =>
  sql`${rowsOf(scope, selection, positionJoin)} AND pos.latitude IS NOT NULL`

async function countAll(db: Db, scope: Scope, selection: Selection): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${rowsOf(scope, selection)}`.execute(db)
  return rows[0]?.total ?? 0
}

async function findSingle(db: Db, scope: Scope, selection: Selection): Promise<Places['devices']> {
  const { rows } = await sql<Places['devices']>`
    SELECT coalesce(array_agg(d.id), '{}') AS device_id, coalesce(array_agg(pos.latitude), '{}') AS latitude,
      coalesce(array_agg(pos.longitude), '{}') AS longitude, coalesce(array_agg(d.status), '{}') AS status
    FROM ${placedRows(scope, selection)}`.execute(db)
  return rows[0] as Places['devices']
}

/** Devices by the squares of a grid on the projected map. */
async function findGroups(db: Db, scope: Scope, selection: Selection, zoom: number): Promise<Places['groups']> {
  const squares = (worldPixels * 2 ** zoom) / cluster.radius
  const { rows } = await sql<NonNullable<Places['groups']>>`
    SELECT coalesce(array_agg(latitude), '{}') AS latitude, coalesce(array_agg(longitude), '{}') AS longitude,
      coalesce(array_agg(count), '{}') AS count, coalesce(array_agg(offline), '{}') AS offline
    FROM (
      SELECT avg(pos.latitude) AS latitude, avg(pos.longitude) AS longitude, count(*)::integer AS count,
        count(*) FILTER (WHERE d.status = 0)::integer AS offline
      FROM ${placedRows(scope, selection)}
      GROUP BY floor((pos.longitude + 180) / 360 * ${squares}::float8),
        floor(ln(tan(pi() / 4 + radians(greatest(least(pos.latitude, ${mostLatitude}), ${-mostLatitude})) / 2))
          / (2 * pi()) * ${squares}::float8)
    ) squares`.execute(db)
  return rows[0] as NonNullable<Places['groups']>
}

const none: Places['devices'] = { device_id: [], latitude: [], longitude: [], status: [] }

/** Where the devices of a selection are: one by one, or in groups if there are more than `most`. */
export async function findPlaces(
  db: Db,
  scope: Scope,
  selection: Selection,
  { zoom, most = placesAtOnce }: { zoom: number; most?: number },
): Promise<{ data: Places; meta: { total: number; located: number } }> {
  // Positions are looked up once for each device: they take most of the time.
  const total = await countAll(db, scope, selection)
  if (total > most) {
    const groups = await findGroups(db, scope, selection, zoom)
    const located = groups?.count.reduce((sum, count) => sum + count, 0) ?? 0
    if (located > most) return { data: { devices: none, groups }, meta: { total, located } }
  }
  const devices = await findSingle(db, scope, selection)
  return { data: { devices, groups: null }, meta: { total, located: devices.device_id.length } }
}
