import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../ids.ts'
import { intText } from '../page.ts'
import { deviceSelection } from './filters.ts'

/** Most devices that are placed one by one; beyond that, devices near to each other are counted as groups. */
export const placesAtOnce = 10_000

/** Pixels of the map within which devices become a group, and its least size (spec §9). */
export const cluster = { radius: 60, least: 2 } as const

/** Arrays run parallel to each other. */
const placesSchema = z.object({
  /** Devices, in no order; none if there are groups. */
  devices: z.object({
    device_id: z.array(id('device')),
    latitude: z.array(z.number()),
    longitude: z.array(z.number()),
    /** 0 offline, 1 online, 2 pending, null not activated. */
    status: z.array(z.nullable(z.int())),
  }),
  /** Groups of devices near to each other at that zoom, up to 12; null if each device is placed by itself. */
  groups: z.nullable(
    z.object({
      /** Mean of the centres of their squares, which are 8 pixels wide at that zoom, or a kilometre from zoom 9 on. */
      latitude: z.array(z.number()),
      longitude: z.array(z.number()),
      count: z.array(z.int()),
      offline: z.array(z.int()),
    }),
  ),
})
export type Places = z.infer<typeof placesSchema>

export const listPlaces = endpoint({
  name: 'devices.places',
  method: 'GET',
  path: '/devices/places',
  summary: 'Get the positions of the devices of a list, for a map; needs the permission to view locations, too',
  permission: 'view_devices',
  query: z.object({
    ...deviceSelection,
    /** Zoom of the map, for groups: at 0 the world is 512 pixels wide, at each further step twice as wide. */
    zoom: z._default(intText(0, 22), 0),
  }),
  response: placesSchema,
  /**
   * Number of devices in the list, and of those with a known position. Groups at the edge of bounds are whole; then
   * both numbers are those of the groups.
   */
  meta: z.object({ total: z.int(), located: z.int() }),
})

const baseMapSchema = z.object({
  /** URL of a MapLibre style in JSON; null if there is none. */
  style: z.nullable(z.string()),
  /** URL of raster tiles with {z}, {x} and {y}; null if there are none. */
  tiles: z.nullable(z.string()),
  /** The operator's map file, whose tiles are at `/devices/base-map/{z}/{x}/{y}`; null if there is none. */
  file: z.nullable(
    z.object({
      /** vector: tiles of Protomaps' basemap; raster: pictures. */
      kind: z.enum(['vector', 'raster']),
      min_zoom: z.int(),
      max_zoom: z.int(),
      /** Changes with the file; as `v` it makes the URLs of its tiles unique. */
      version: z.string(),
    }),
  ),
  /** True if the operator has set a map file that cannot be read. */
  file_failed: z.boolean(),
  /** Credit that the owner of the map asks to be shown; empty if there is none. */
  attribution: z.string(),
  /** Key with which browsers search addresses and show maps of Google; null if they do not. */
  google_key: z.nullable(z.string()),
})
export type BaseMap = z.infer<typeof baseMapSchema>

export const getBaseMap = endpoint({
  name: 'devices.baseMap',
  method: 'GET',
  path: '/devices/base-map',
  summary: 'Get the map that places are shown on, as the operator has set it; without one the console draws outlines',
  permission: 'view_devices',
  response: baseMapSchema,
})

const tileNumber = (most: number) => intText(0, most)

export const getMapTile = endpoint({
  name: 'devices.map_tile',
  method: 'GET',
  path: '/devices/base-map/{z}/{x}/{y}',
  summary: 'A tile of the map file: a vector tile, or a picture; 204 where the map has nothing',
  permission: 'view_devices',
  kind: 'image',
  params: z.object({ z: tileNumber(26), x: tileNumber(2 ** 26 - 1), y: tileNumber(2 ** 26 - 1) }),
  query: z.object({
    /** Version of the map file: the response for it is cached for a month. */
    v: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: z.string(),
})
