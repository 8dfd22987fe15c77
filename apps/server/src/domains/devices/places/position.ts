import { type Bounds, currentGpsHours, locationFields, type Position } from '@longreach/contract/devices/position'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import { lacks } from '../../../endpoint/lacks.ts'
import type { Session } from '../../../endpoint/session.ts'
import type { Values } from '../facets/facets.ts'
import { squaresNear } from './square-grid.ts'

/** A report with any of these says whether the GPS has a fix. */
export const fixParameters: readonly string[] = ['latitude', 'longitude', 'fix_status']

/** The position in a report: null without a fix, undefined if the report does not say. */
export function fixOf({
  latitude,
  longitude,
  fix_status,
}: Values): { latitude: number; longitude: number } | null | undefined {
  if (latitude === undefined && longitude === undefined && fix_status === undefined) return undefined
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || fix_status === '0') return null
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null
  // Receivers without a fix report zeros.
  return latitude === 0 && longitude === 0 ? null : { latitude, longitude }
}

const numberIn = (name: string) =>
  sql`CASE WHEN s.values ->> ${sql.lit(name)} ~ '^[0-9]{1,10}$' THEN (s.values ->> ${sql.lit(name)})::bigint END`

/**
 * Joins the position of device `d` with the latest state `s` as `pos`; all of its columns are null if there is none.
 */
export const positionJoin = sql`
  LEFT JOIN LATERAL (
    SELECT s.gps_latitude AS latitude, s.gps_longitude AS longitude, 'gps' AS source, s.gps_at AS at, NULL::integer AS accuracy
    WHERE s.gps_fix AND s.gps_at > now() - make_interval(hours => ${sql.lit(currentGpsHours)})
    UNION ALL
    SELECT d.user_set_latitude, d.user_set_longitude, 'set', NULL, NULL
    WHERE d.user_set_latitude IS NOT NULL AND d.user_set_longitude IS NOT NULL
    UNION ALL
    SELECT s.gps_latitude, s.gps_longitude, 'last_gps', s.gps_at, NULL WHERE s.gps_at IS NOT NULL
    UNION ALL
    SELECT t.latitude, t.longitude, 'cell', NULL, t.range_m FROM cell_towers t
    WHERE t.mcc = ${numberIn('mcc')} AND t.mnc = ${numberIn('mnc')} AND t.area = ${numberIn('lac')} AND t.cell = ${numberIn('cell_id')}
    LIMIT 1
  ) pos ON true`

export const positionColumns = sql`
  pos.latitude AS position_latitude, pos.longitude AS position_longitude, pos.source AS position_source, pos.at AS position_at,
  pos.accuracy AS position_accuracy`

export interface PositionRow {
  position_latitude: number | null
  position_longitude: number | null
  position_source: Position['source'] | null
  position_at: Date | null
  position_accuracy: number | null
}

export function presentPosition(row: PositionRow): Position | null {
  const { position_latitude: latitude, position_longitude: longitude, position_source: source, position_at: at } = row
  if (latitude === null || longitude === null || source === null) return null
  return { latitude, longitude, source, at: at && formatTime(at), accuracy: row.position_accuracy }
}

/** Condition for the position `pos`. */
export const inBounds = ({ west, south, east, north }: Bounds) =>
  sql`pos.latitude BETWEEN ${south} AND ${north} AND ${
    west <= east
      ? sql`pos.longitude BETWEEN ${west} AND ${east}`
      : sql`(pos.longitude >= ${west} OR pos.longitude <= ${east})`
  }`

const placedBy = (condition: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT FROM device_places p WHERE p.device_id = d.id AND ${condition})`

/** Conditions for device `d`: its square is checked first, as that has an index. */
export const isPlaced = placedBy(sql`p.square IS NOT NULL`)
export const isWithin = (bounds: Bounds) => sql<boolean>`(${placedBy(squaresNear(bounds, sql`p.square`))} AND EXISTS (
  SELECT FROM (SELECT d.id) one LEFT JOIN device_state s ON s.device_id = one.id ${positionJoin} WHERE ${inBounds(bounds)}))`

/** Throws unless the user may see where devices are; `source` is the input that asks for it. */
export function requireLocation(session: Pick<Session, 'permissions' | 'scopes'>, source?: string): void {
  if (!session.permissions.has('view_device_location')) throw lacks(session, 'view_device_location', source)
}

export const withoutLocation = <D extends object>(device: D): D => ({
  ...device,
  ...Object.fromEntries(locationFields.filter((name) => name in device).map((name) => [name, null])),
})
