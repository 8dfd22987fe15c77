import type { BaseMap } from '@longreach/contract/devices/place-endpoints'
import { layers, namedFlavor } from '@protomaps/basemaps'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { mapFont } from './style.ts'

type MapFile = NonNullable<BaseMap['file']>

/** Labels use the page's own font and no icons, so that no server of fonts or icons is contacted. */
function ownLabels(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol') return layer
  const { 'icon-image': _, ...layout } = layer.layout ?? {}
  return { ...layer, layout: { ...layout, 'text-font': mapFont } }
}

/** The style for a map file with tiles of Protomaps' basemap; names are in that language where available. */
export function vectorStyle({ min_zoom, max_zoom }: MapFile, tiles: string, dark: boolean, lang: string) {
  const flavour = namedFlavor(dark ? 'dark' : 'light')
  // The labels of points of interest and road numbers consist of icons only.
  const drawn = layers('base', flavour, { lang }).filter(({ id }) => id !== 'pois' && id !== 'roads_shields')
  return {
    version: 8,
    sources: { base: { type: 'vector', tiles: [tiles], minzoom: min_zoom, maxzoom: max_zoom } },
    layers: drawn.map(ownLabels),
  } satisfies StyleSpecification
}
