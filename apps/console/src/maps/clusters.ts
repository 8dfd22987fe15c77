import { cluster } from '@longreach/contract/devices/place-endpoints'
import type { FeatureCollection, Point } from 'geojson'
import type { ExpressionSpecification, GeoJSONSource, Map as MapOf } from 'maplibre-gl'
import { themeColour } from '../charts/colours.ts'
import { type MarkStatus, shareSteps } from './marks.ts'
import { mapFont } from './style.ts'

/** What a mark on the map is: a device, or several at once of which some are offline. */
export type Mark = { id: number; status: MarkStatus } | { count: number; offline: number }
export type Marks = FeatureCollection<Point, Mark>

export const marksLayer = 'marks'
export const clustersLayer = 'clusters'

/** When the first marks were drawn, for measurements. */
const drawnMark = 'marks drawn'

/** From here on every device is drawn by itself, however near to others. */
const mostZoom = 16

const none: Marks = { type: 'FeatureCollection', features: [] }

const total: ExpressionSpecification = ['coalesce', ['get', 'total'], ['get', 'count']]
const offline: ExpressionSpecification = ['get', 'offline']
/** Some that are offline are seen, however few; all of them only if it is all. */
const share: ExpressionSpecification = [
  'case',
  ['==', offline, 0],
  0,
  ['==', offline, total],
  shareSteps,
  ['max', 1, ['min', shareSteps - 1, ['round', ['*', shareSteps, ['/', offline, total]]]]],
]

const countOf: ExpressionSpecification = ['coalesce', ['get', 'count'], 1]
const offlineOf: ExpressionSpecification = [
  'coalesce',
  ['get', 'offline'],
  ['case', ['==', ['get', 'status'], 'offline'], 1, 0],
]

/** Shows marks, those near to each other as one; returns what replaces them. */
export function addClusters(map: MapOf): (marks: Marks) => void {
  map.addSource('marks', {
    type: 'geojson',
    data: none,
    cluster: true,
    clusterRadius: cluster.radius,
    clusterMinPoints: cluster.least,
    clusterMaxZoom: mostZoom,
    clusterProperties: { total: ['+', countOf], offline: ['+', offlineOf] },
  })
  map.addLayer({
    id: clustersLayer,
    type: 'symbol',
    source: 'marks',
    filter: ['any', ['has', 'total'], ['has', 'count']],
    layout: {
      'icon-image': ['concat', 'cluster-', ['length', ['to-string', total]], '-', share],
      'icon-allow-overlap': true,
      'text-field': ['number-format', total, { locale: 'en' }],
      'text-font': mapFont,
      'text-size': ['case', ['>', ['length', ['to-string', total]], 4], 11, 13],
      'text-allow-overlap': true,
    },
    paint: { 'text-color': themeColour('--text') },
  })
  map.addLayer({
    id: marksLayer,
    type: 'symbol',
    source: 'marks',
    filter: ['has', 'id'],
    layout: {
      'icon-image': ['concat', 'device-', ['get', 'status']],
      'icon-allow-overlap': true,
      // What is offline is drawn above what is online.
      'symbol-sort-key': ['case', ['==', ['get', 'status'], 'offline'], 1, 0],
    },
  })
  const measure = () => {
    if (map.queryRenderedFeatures({ layers: [clustersLayer, marksLayer] }).length === 0) return
    map.off('render', measure)
    performance.mark(drawnMark)
  }
  map.on('render', measure)
  return (marks) => void map.getSource<GeoJSONSource>('marks')?.setData(marks)
}
