import * as z from 'zod/mini'
import { text } from '../i18n.ts'
import { time } from '../time-schemas.ts'

/**
 * Sources of a position, in the order of trust: the latest report of the GPS, set by a user, an earlier report of the
 * GPS, the cell of the mobile network.
 */
export const positionSources = ['gps', 'set', 'last_gps', 'cell'] as const
export type PositionSource = (typeof positionSources)[number]

/** Hours after which a position of the GPS counts as an earlier one. */
export const currentGpsHours = 24

export const positionSchema = z.object({
  /** Degrees, north is positive. */
  latitude: z.number(),
  /** Degrees, east is positive. */
  longitude: z.number(),
  source: z.enum(positionSources),
  /** Time of the GPS report; null for other sources. */
  at: z.nullable(time()),
  /** Radius in metres within which the device is, as far as known. */
  accuracy: z.nullable(z.number()),
})
export type Position = z.infer<typeof positionSchema>

/** Parameters that show where a device is, only visible with the permission to view its location. */
export const locationParameters: readonly string[] = [
  'latitude',
  'longitude',
  'altitude',
  'speed',
  'course',
  'accuracy',
]

/** Fields of a device that show where it is. */
export const locationFields = [...locationParameters, 'user_set_latitude', 'user_set_longitude', 'position'] as const

export interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

const within = (value: number | undefined, limit: number) =>
  value !== undefined && Number.isFinite(value) && Math.abs(value) <= limit

function readBounds(value: string): Bounds | undefined {
  const parts = value.split(',')
  if (parts.some((part) => !/^-?\d+(\.\d+)?$/.test(part))) return undefined
  const [west, south, east, north, ...more] = parts.map(Number)
  if (more.length > 0 || !within(west, 180) || !within(east, 180) || !within(south, 90) || !within(north, 90))
    return undefined
  const bounds = { west, south, east, north } as Bounds
  return bounds.south <= bounds.north ? bounds : undefined
}

/** `west,south,east,north` in degrees; a west beyond the east crosses the antimeridian. */
export const boundsText = () =>
  z.pipe(
    z.string().check(z.refine((value) => readBounds(value) !== undefined, { error: text('devices.bounds') })),
    z.transform((value) => readBounds(value) as Bounds),
  )
