import type { BaseMap } from '@longreach/contract/devices/place-endpoints'
import type { Config } from './config.ts'

type MapSettings = Pick<Config, 'MAP_STYLE_URL' | 'MAP_TILES_URL' | 'MAP_HOSTS' | 'MAP_ATTRIBUTION' | 'GOOGLE_MAPS_KEY'>

/** The map that places are shown on; without one the console draws outlines and requests nothing. */
export const baseMapOf = ({
  MAP_STYLE_URL,
  MAP_TILES_URL,
  MAP_ATTRIBUTION,
  GOOGLE_MAPS_KEY,
}: MapSettings): BaseMap => ({
  style: MAP_STYLE_URL ?? null,
  tiles: MAP_TILES_URL ?? null,
  attribution: MAP_ATTRIBUTION,
  google_key: GOOGLE_MAPS_KEY ?? null,
})

/** Origins outside of this server that a page may use. */
export interface Origins {
  scripts: string[]
  fetched: string[]
}

const google: Origins = {
  scripts: ['https://maps.googleapis.com'],
  fetched: ['https://maps.googleapis.com', 'https://places.googleapis.com'],
}

/** What browsers need for that map and to find addresses; the origins of a style's tiles have to be named. */
export function mapOrigins({ MAP_STYLE_URL, MAP_TILES_URL, MAP_HOSTS, GOOGLE_MAPS_KEY }: MapSettings): Origins {
  const address = MAP_STYLE_URL ?? MAP_TILES_URL
  const tiles = address === undefined ? [] : [...new Set([new URL(address).origin, ...MAP_HOSTS])]
  const search = GOOGLE_MAPS_KEY === undefined ? { scripts: [], fetched: [] } : google
  return { scripts: search.scripts, fetched: [...tiles, ...search.fetched] }
}
