import { cluster } from '@longreach/contract/devices/place-endpoints'
import type { FeatureCollection, Point } from 'geojson'
import type { ExpressionSpecification, GeoJSONSource, Map as MapOf } from 'maplibre-gl'
import { themeColour } from '../charts/colours.ts'
import { type MarkStatus, shareSteps } from './marks.ts'
import { mapFont } from './style.ts'

/** A mark on the map: a single device, or several, some of which may be offline. */
export type Mark = { id: number; status: MarkStatus } | { count: number; offline: number }
export type Marks = FeatureCollection<Point, Mark>

export const marksLayer = 'marks'
export const clustersLayer = 'clusters'

/** Performance mark of the first drawing. */
const drawnMark = 'marks drawn'

/** From this zoom on every device is drawn separately, however close to others. */
const mostZoom = 16

const none: Marks = { type: 'FeatureCollection', features: [] }

const total: ExpressionSpecification = ['coalesce', ['get', 'total'], ['get', 'count']]
const offline: ExpressionSpecification = ['get', 'offline']
/** Some offline devices are always visible, however few; the ring is full only if all are offline. */
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

/**
 * Shows marks, clustered where they are close; returns a function that replaces them. `onFailed` is called if the part
 * of the map that clusters them does not load.
 */
export function addClusters(map: MapOf, onFailed: () => void): (marks: Marks) => void {
  map.on('error', (event) => {
    if ((event as { sourceId?: string }).sourceId === 'marks') onFailed()
  })
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
      // Offline devices are drawn above online ones.
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
