import type { BaseMap } from '@longreach/contract/devices/place-endpoints'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { MapFile } from './map-file.ts'

type MapSettings = Pick<
  Config,
  'MAP_FILE' | 'MAP_STYLE_URL' | 'MAP_TILES_URL' | 'MAP_HOSTS' | 'MAP_ATTRIBUTION' | 'GOOGLE_MAPS_KEY'
>

/** The map on which places are shown; without one the console draws outlines and requests nothing. */
export interface OpenMap {
  map: BaseMap
  /** The operator's map file, if it exists and can be read. */
  file: MapFile | undefined
}

/** Opens the map file. One that cannot be used is only logged: devices can be reached without a map. */
async function openFile(file: string, log: Logger): Promise<MapFile | undefined> {
  // Loaded only if it is set, for a faster start.
  const { openMapFile } = await import('./map-file.ts')
  try {
    return await openMapFile(file)
  } catch (error) {
    log.error({ err: error }, `MAP_FILE is not used: ${file} ${(error as Error).message}`)
    return undefined
  }
}

export async function openMap(settings: MapSettings, log: Logger): Promise<OpenMap> {
  const { MAP_FILE, MAP_STYLE_URL, MAP_TILES_URL, MAP_ATTRIBUTION, GOOGLE_MAPS_KEY } = settings
  const file = MAP_FILE === undefined ? undefined : await openFile(MAP_FILE, log)
  const map: BaseMap = {
    style: MAP_STYLE_URL ?? null,
    tiles: MAP_TILES_URL ?? null,
    file: file ? { kind: file.kind, min_zoom: file.minZoom, max_zoom: file.maxZoom, version: file.version } : null,
    file_failed: MAP_FILE !== undefined && !file,
    attribution: MAP_ATTRIBUTION || (file?.attribution ?? ''),
    google_key: GOOGLE_MAPS_KEY ?? null,
  }
  return { map, file }
}

/** Foreign origins that a page may use. */
export interface Origins {
  scripts: string[]
  fetched: string[]
}

const google: Origins = {
  scripts: ['https://maps.googleapis.com'],
  fetched: ['https://maps.googleapis.com', 'https://places.googleapis.com', 'https://tile.googleapis.com'],
}

/**
 * Origins of the map, of Google's maps, and of the search for addresses; the origins of a style's tiles must be
 * configured.
 */
export function mapOrigins({ MAP_STYLE_URL, MAP_TILES_URL, MAP_HOSTS, GOOGLE_MAPS_KEY }: MapSettings): Origins {
  const address = MAP_STYLE_URL ?? MAP_TILES_URL
  const tiles = address === undefined ? [] : [...new Set([new URL(address).origin, ...MAP_HOSTS])]
  const search = GOOGLE_MAPS_KEY === undefined ? { scripts: [], fetched: [] } : google
  return { scripts: search.scripts, fetched: [...tiles, ...search.fetched] }
}
