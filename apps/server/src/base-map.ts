import type { BaseMap } from '@longreach/contract/devices/place-endpoints'
import type { Config } from './config.ts'

type MapSettings = Pick<Config, 'MAP_STYLE_URL' | 'MAP_TILES_URL' | 'MAP_HOSTS' | 'MAP_ATTRIBUTION'>

/** The map that places are shown on; without one the console draws outlines and requests nothing. */
export const baseMapOf = ({ MAP_STYLE_URL, MAP_TILES_URL, MAP_ATTRIBUTION }: MapSettings): BaseMap => ({
  style: MAP_STYLE_URL ?? null,
  tiles: MAP_TILES_URL ?? null,
  attribution: MAP_ATTRIBUTION,
})

/** The origins a browser has to ask for that map; those of a style's tiles have to be named. */
export function mapOrigins({ MAP_STYLE_URL, MAP_TILES_URL, MAP_HOSTS }: MapSettings): string[] {
  const address = MAP_STYLE_URL ?? MAP_TILES_URL
  return address === undefined ? [] : [...new Set([new URL(address).origin, ...MAP_HOSTS])]
}
