import { type BaseMap, getBaseMap } from '@longreach/contract/devices/place-endpoints'
import { queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import type { StyleSpecification } from 'maplibre-gl'
import { call } from '../api/call.ts'
import { tileStyle } from './tile-style.ts'

export const baseMapQuery = () =>
  queryOptions({
    queryKey: ['base-map'],
    queryFn: async () => (await call(getBaseMap, {})).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const hasBaseMap = ({ style, tiles, file }: BaseMap) => style !== null || tiles !== null || file !== null

async function fileStyle(file: NonNullable<BaseMap['file']>, dark: boolean): Promise<StyleSpecification> {
  const tiles = `${location.origin}/api/devices/base-map/{z}/{x}/{y}?v=${encodeURIComponent(file.version)}`
  if (file.kind === 'raster') return tileStyle(tiles, dark, { minzoom: file.min_zoom, maxzoom: file.max_zoom })
  const { vectorStyle } = await import('./file-style.ts')
  return vectorStyle(file, tiles, dark, i18next.language)
}

/** The style of the map set by the operator. Throws if it cannot be loaded. */
export async function loadBaseStyle({ style, tiles, file }: BaseMap, dark: boolean): Promise<StyleSpecification> {
  if (file !== null) return fileStyle(file, dark)
  if (tiles !== null) return tileStyle(tiles, dark)
  const answer = await fetch(style ?? '')
  if (!answer.ok) throw new Error(`the style of the map answered ${answer.status}`)
  // Labels use the page's own font, so that no font server is contacted.
  const { glyphs: _, ...loaded } = (await answer.json()) as StyleSpecification
  return loaded
}
