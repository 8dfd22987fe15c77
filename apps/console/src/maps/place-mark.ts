import type { Feature, FeatureCollection, Geometry } from 'geojson'
import type { GeoJSONSource, Map as MapOf } from 'maplibre-gl'
import { themeColour } from '../charts/colours.ts'
import type { MarkStatus } from './marks.ts'

export interface PlaceMark {
  longitude: number
  latitude: number
  status: MarkStatus
  /** Radius in metres within which it is; null if it is exact. */
  accuracy: number | null
}

const corners = 64
const metresOfDegree = 111_320

/** A circle on the ground. */
function circle({ longitude, latitude, accuracy }: PlaceMark): number[][] {
  const height = (accuracy ?? 0) / metresOfDegree
  const width = height / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01)
  return Array.from({ length: corners + 1 }, (_, corner) => {
    const angle = (2 * Math.PI * (corner % corners)) / corners
    return [longitude + width * Math.cos(angle), latitude + height * Math.sin(angle)]
  })
}

function featuresOf(mark: PlaceMark | null): FeatureCollection<Geometry, { status?: MarkStatus }> {
  if (!mark) return { type: 'FeatureCollection', features: [] }
  const point: Feature<Geometry, { status?: MarkStatus }> = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [mark.longitude, mark.latitude] },
    properties: { status: mark.status },
  }
  if (mark.accuracy === null) return { type: 'FeatureCollection', features: [point] }
  const area = { type: 'Feature', geometry: { type: 'Polygon', coordinates: [circle(mark)] }, properties: {} } as const
  return { type: 'FeatureCollection', features: [area as unknown as typeof point, point] }
}

/** Shows one place, with a circle where it is not exact; returns what replaces it. */
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
