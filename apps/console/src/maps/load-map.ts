import type { BaseMap } from '@longreach/contract/devices/place-endpoints'
import type { LngLatBounds, StyleSpecification } from 'maplibre-gl'
import { loadBaseStyle } from './base-map.ts'
import { seaStyle } from './style.ts'

/** The drawn map: outlines, the map set by the operator, or one of Google's. */
export type MapKind = 'outlines' | 'own' | 'roadmap' | 'satellite'

export interface LoadedMap {
  style: StyleSpecification
  /** Attribution of the data in view, if it depends on the view. */
  sources?: (bounds: LngLatBounds, zoom: number) => Promise<string>
}

/** Throws if the map cannot be loaded. */
export async function loadMap(kind: MapKind, base: BaseMap | undefined, dark: boolean): Promise<LoadedMap> {
  if (kind === 'outlines' || !base) return { style: seaStyle() }
  if (kind === 'own') return { style: await loadBaseStyle(base, dark) }
  const { loadGoogleMap } = await import('./google-tiles.ts')
  return loadGoogleMap(base.google_key ?? '', kind)
}
