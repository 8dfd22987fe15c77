import type { BaseMap } from '@longreach/contract/devices/place-endpoints'
import { layers, namedFlavor } from '@protomaps/basemaps'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { mapFont } from './style.ts'

type MapFile = NonNullable<BaseMap['file']>

/** Labels are drawn with the page's own font and without pictures: no server of fonts or pictures is asked. */
function ownLabels(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol') return layer
  const { 'icon-image': _, ...layout } = layer.layout ?? {}
  return { ...layer, layout: { ...layout, 'text-font': mapFont } }
}

/** The style of a map file with the tiles of Protomaps' basemap, whose names are in that language where it has them. */
export function vectorStyle({ min_zoom, max_zoom }: MapFile, tiles: string, dark: boolean, lang: string) {
  const flavour = namedFlavor(dark ? 'dark' : 'light')
  // Those of points of interest and of road numbers are pictures alone.
  const drawn = layers('base', flavour, { lang }).filter(({ id }) => id !== 'pois' && id !== 'roads_shields')
  return {
    version: 8,
    sources: { base: { type: 'vector', tiles: [tiles], minzoom: min_zoom, maxzoom: max_zoom } },
    layers: drawn.map(ownLabels),
  } satisfies StyleSpecification
}
