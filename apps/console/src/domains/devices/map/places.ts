import { listDevices } from '@longreach/contract/devices/endpoints'
import { listPlaces, type Places } from '@longreach/contract/devices/place-endpoints'
import type { Bounds } from '@longreach/contract/devices/position'
import type { ListedDevice } from '@longreach/contract/devices/schemas'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Feature, Point } from 'geojson'
import { call } from '../../../api/call.ts'
import type { Search } from '../../../api/search.ts'
import type { Mark, Marks } from '../../../maps/clusters.ts'
import type { MarkStatus } from '../../../maps/marks.ts'
import { listFields } from '../list/first-page.ts'
import { worldZoom } from './first-map.ts'

export interface View {
  bounds: Bounds
  zoom: number
}

/** Milliseconds between refreshes of the map. */
const refreshEvery = 30_000
/** Number of devices that are listed beside the map. */
export const listedAtOnce = 100

const degrees = (value: number) => String(Math.round(value * 10_000) / 10_000)
export const boundsOf = ({ west, south, east, north }: Bounds) => [west, south, east, north].map(degrees).join(',')

/** The devices of a list on the map; `view` limits them if there are too many to place each one. */
export function placesQuery(filter: Search, view: View | null) {
  const part = view ? { bounds: boundsOf(view.bounds), zoom: String(Math.floor(view.zoom)) } : { zoom: worldZoom }
  return queryOptions({
    queryKey: ['devices', 'places', filter, part],
    queryFn: async ({ signal }) => {
      const { data, meta } = await call(listPlaces, { query: { ...filter, ...part } as never }, signal)
      const { total = 0, located = 0 } = meta
      return { marks: await marksOf(data), grouped: data.groups !== null, total, located }
    },
    refetchInterval: refreshEvery,
    placeholderData: keepPreviousData,
  })
}

const shown = [...listFields, 'speed', 'position'] as const

export type DeviceInView = Pick<ListedDevice, (typeof shown)[number]>

/** The devices beside the map, offline ones first. */
export function inViewQuery(filter: Search, bounds: Bounds | null) {
  const query = {
    ...filter,
    bounds: bounds && boundsOf(bounds),
    sort: 'status',
    limit: listedAtOnce,
    fields: shown.join(','),
  }
  return queryOptions({
    queryKey: ['devices', 'in-view', query],
    queryFn: async ({ signal }) => {
      const { data, meta } = await call(listDevices, { query: query as never }, signal)
      return { devices: data as DeviceInView[], total: meta.total ?? 0, capped: meta.capped === true }
    },
    enabled: bounds !== null,
    refetchInterval: refreshEvery,
    placeholderData: keepPreviousData,
  })
}

/** One device as the list beside the map shows it; null if it no longer exists. */
export async function findInView(id: number): Promise<DeviceInView | null> {
  const { data } = await call(listDevices, { query: { id: String(id), limit: 1, fields: shown.join(',') } as never })
  return (data[0] as DeviceInView | undefined) ?? null
}

export const markStatus = (status: number | null | undefined): MarkStatus =>
  status === 0 ? 'offline' : status === 1 ? 'online' : status === 2 ? 'pending' : 'idle'

const markAt = (longitude: number, latitude: number, properties: Mark): Feature<Point, Mark> => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties,
})

/** Marks that are built before the page gets its turn (spec §9). */
const batch = 2000
const turn = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Works in batches: fifty thousand devices must not block the page. */
export async function marksOf({ devices, groups }: Places): Promise<Marks> {
  const features: Feature<Point, Mark>[] = []
  const { longitude, latitude } = groups ?? devices
  for (const [index, x] of longitude.entries()) {
    const mark = groups
      ? { count: groups.count[index] ?? 0, offline: groups.offline[index] ?? 0 }
      : { id: devices.device_id[index] ?? 0, status: markStatus(devices.status[index]) }
    features.push(markAt(x, latitude[index] ?? 0, mark))
    if (index % batch === batch - 1) await turn()
  }
  return { type: 'FeatureCollection', features }
}

/** Bounds of all places; null if there are none. */
export function extentOfPlaces(places: Iterable<{ longitude: number; latitude: number }>): Bounds | null {
  const extent = { west: 180, south: 90, east: -180, north: -90 }
  for (const { longitude, latitude } of places) {
    extent.west = Math.min(extent.west, longitude)
    extent.east = Math.max(extent.east, longitude)
    extent.south = Math.min(extent.south, latitude)
    extent.north = Math.max(extent.north, latitude)
  }
  return extent.west <= extent.east ? extent : null
}

export const extentOf = ({ features }: Marks) =>
  extentOfPlaces(
    features.map(({ geometry: { coordinates } }) => ({
      longitude: coordinates[0] ?? 0,
      latitude: coordinates[1] ?? 0,
    })),
  )

/** Bounds within one world: a small map shows the world more than once. */
export function boundsInWorld({ west, south, east, north }: Bounds): Bounds {
  const wrapped = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180
  const whole = east - west >= 360
  return {
    west: whole ? -180 : wrapped(west),
    east: whole ? 180 : wrapped(east),
    south: Math.max(south, -90),
    north: Math.min(north, 90),
  }
}
