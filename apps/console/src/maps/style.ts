import fine from 'outlines:50m'
import coarse from 'outlines:110m'
import type { GeoJSONSource, LayerSpecification, Map as MapOf, StyleSpecification } from 'maplibre-gl'
import { themeColour } from '../charts/colours.ts'

/** Labels use the page's own font: nothing is requested for them. */
export const mapFont = ['Inter Variable']

/** Only the sea, on which outlines are drawn. */
export const seaStyle = (): StyleSpecification => ({
  version: 8,
  sources: {},
  layers: [{ id: 'sea', type: 'background', paint: { 'background-color': themeColour('--map-sea') } }],
})

const source = 'outlines'
/** From this zoom on the finer outlines are drawn, which are six times as large. */
const fineFrom = 3

const layers = (): LayerSpecification[] => [
  {
    id: 'land',
    type: 'fill',
    source,
    // The borders are drawn over its edge.
    paint: { 'fill-color': themeColour('--map-land'), 'fill-antialias': false },
  },
  {
    id: 'borders',
    type: 'line',
    source,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'line-color': themeColour('--map-line'), 'line-width': 0.8 },
  },
  {
    id: 'names',
    type: 'symbol',
    source,
    filter: ['has', 'name'],
    minzoom: 2,
    layout: {
      'text-field': ['upcase', ['get', 'name']],
      'text-font': mapFont,
      'text-size': 11,
      'text-letter-spacing': 0.12,
      'text-max-width': 8,
      'symbol-sort-key': ['-', ['get', 'size']],
    },
    paint: {
      'text-color': themeColour('--text-muted'),
      'text-halo-color': themeColour('--map-land'),
      'text-halo-width': 1,
    },
  },
]

const addressOf = (file: string) => new URL(file, location.href).href

/** Draws outlines of the world in the colours of the page, below the marks. The worker of the map loads them. */
export function addOutlines(map: MapOf): void {
  const isFine = () => map.getZoom() >= fineFrom
  const above = map.getLayersOrder()[1]
  map.addSource(source, { type: 'geojson', data: addressOf(isFine() ? fine : coarse) })
  for (const layer of layers()) map.addLayer(layer, above)
  if (isFine()) return
  const refine = () => {
    if (!isFine()) return
    map.off('zoomend', refine)
    map.getSource<GeoJSONSource>(source)?.setData(addressOf(fine))
  }
  map.on('zoomend', refine)
}
