import type { Feature, FeatureCollection, Geometry } from 'geojson'
import type { GeoJSONSource, Map as MapOf } from 'maplibre-gl'
import { themeColour } from '../charts/colours.ts'
import { cornersOf } from './circle.ts'
import type { MarkStatus } from './marks.ts'

export interface PlaceMark {
  longitude: number
  latitude: number
  status: MarkStatus
  /** Radius of uncertainty in metres; null if the position is exact. */
  accuracy: number | null
}

function featuresOf(mark: PlaceMark | null): FeatureCollection<Geometry, { status?: MarkStatus }> {
  if (!mark) return { type: 'FeatureCollection', features: [] }
  const point: Feature<Geometry, { status?: MarkStatus }> = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [mark.longitude, mark.latitude] },
    properties: { status: mark.status },
  }
  if (mark.accuracy === null) return { type: 'FeatureCollection', features: [point] }
  const area = {
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [cornersOf({ ...mark, radius: mark.accuracy })] },
    properties: {},
  } as const
  return { type: 'FeatureCollection', features: [area as unknown as typeof point, point] }
}

/** Shows one position, with a circle if it is inexact; returns a function that replaces it. */
export function addPlaceMark(map: MapOf): (mark: PlaceMark | null) => void {
  map.addSource('place', { type: 'geojson', data: featuresOf(null) })
  map.addLayer({
    id: 'place-area',
    type: 'fill',
    source: 'place',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: {
      'fill-color': themeColour('--action'),
      'fill-opacity': 0.14,
      'fill-outline-color': themeColour('--action'),
    },
  })
  map.addLayer({
    id: 'place-mark',
    type: 'symbol',
    source: 'place',
    filter: ['==', ['geometry-type'], 'Point'],
    layout: { 'icon-image': ['concat', 'device-', ['get', 'status']], 'icon-allow-overlap': true },
  })
  return (mark) => void map.getSource<GeoJSONSource>('place')?.setData(featuresOf(mark))
}
