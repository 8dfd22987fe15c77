import type { Feature, FeatureCollection, LineString } from 'geojson'
import type { GeoJSONSource, Map as MapOf } from 'maplibre-gl'
import { themeColour } from '../charts/colours.ts'

/** A position at a time. */
export interface Passage {
  longitude: number
  latitude: number
  /** Unix seconds. */
  at: number
  /** km/h; null if unknown. */
  speed: number | null
}

/** Upper speed limits in km/h of the parts of a track that share a colour. */
export const speedSteps = [10, 30, 60, 90] as const
/** Colours of the theme, from slow to fast; the last is for all higher speeds. */
export const speedColours = ['--chart-6', '--chart-1', '--chart-4', '--chart-3', '--offline'] as const

/** Seconds between two passages beyond which they are not joined: the way between them is unknown. */
export const gapSeconds = 1800

type Part = Feature<LineString, { step: number }>

export const stepOf = (speed: number) => {
  const step = speedSteps.findIndex((limit) => speed <= limit)
  return step < 0 ? speedSteps.length : step
}

/** The shorter way around the world, even across the antimeridian. */
const towards = (from: number, to: number) => (to - from > 180 ? to - 360 : from - to > 180 ? to + 360 : to)

/** The lines between passages, each with the speed at its end; nothing is drawn across a gap. */
export function partsOf(passages: readonly Passage[]): FeatureCollection<LineString, { step: number }> {
  const features: Part[] = []
  for (const [index, to] of passages.entries()) {
    const from = passages[index - 1]
    if (!from || to.at - from.at > gapSeconds) continue
    const coordinates = [
      [from.longitude, from.latitude],
      [towards(from.longitude, to.longitude), to.latitude],
    ]
    features.push({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates },
      properties: { step: stepOf(to.speed ?? 0) },
    })
  }
  return { type: 'FeatureCollection', features }
}

/** Shows a track; returns a function that replaces it. */
export function addTrack(map: MapOf): (passages: readonly Passage[]) => void {
  map.addSource('track', { type: 'geojson', data: partsOf([]) })
  map.addLayer({
    id: 'track',
    type: 'line',
    source: 'track',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-width': 3.5,
      'line-color': [
        'match',
        ['get', 'step'],
        ...speedColours.flatMap((colour, step) => [step, themeColour(colour)]),
        themeColour('--chart-1'),
      ] as never,
    },
  })
  return (passages) => void map.getSource<GeoJSONSource>('track')?.setData(partsOf(passages))
}
