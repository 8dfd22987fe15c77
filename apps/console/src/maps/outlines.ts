import type { Feature, FeatureCollection, MultiPolygon, Point, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import countriesUrl from 'world-atlas/countries-50m.json?url'

/** What the console brings along to draw the world without asking anybody for it. */
export interface Outlines {
  countries: FeatureCollection
  /** A point in each country, with its name and its size for the choice among names that overlap. */
  names: FeatureCollection<Point, { name: string; size: number }>
}

type Ring = number[][]

/**
 * A ring whose neighbours are never half the world apart: the outlines jump where they cross the antimeridian. What
 * surrounds a pole is closed there.
 */
export function unrolled(ring: Ring): Ring {
  let shift = 0
  let before = ring[0]?.[0] ?? 0
  const points = ring.map(([longitude = 0, latitude = 0]) => {
    if (longitude - before > 180) shift -= 360
    else if (before - longitude > 180) shift += 360
    before = longitude
    return [longitude + shift, latitude]
  })
  const [first] = points
  const last = points.at(-1)
  if (!first || !last || shift === 0) return points
  const pole = (last[1] ?? 0) < 0 ? -90 : 90
  return [...points, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first]
}

/** Twice the area of a ring in square degrees, and the middle of its extent. */
function measure(ring: Ring): { size: number; middle: [number, number] } {
  let size = 0
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  ring.forEach(([x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? []
    size += x * nextY - nextX * y
    ;[west, east] = [Math.min(west, x), Math.max(east, x)]
    ;[south, north] = [Math.min(south, y), Math.max(north, y)]
  })
  return { size: Math.abs(size), middle: [(west + east) / 2, (south + north) / 2] }
}

function nameOf(country: Feature<MultiPolygon, { name: string }>): Feature<Point, { name: string; size: number }> {
  const rings = country.geometry.coordinates.map(([outer = []]) => measure(outer))
  const largest = rings.reduce((one, other) => (other.size > one.size ? other : one))
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: largest.middle },
    properties: { name: country.properties.name, size: largest.size },
  }
}

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>

export async function loadOutlines(): Promise<Outlines> {
  const atlas = (await (await fetch(countriesUrl)).json()) as Atlas
  const countries = feature(atlas, atlas.objects.countries).features.map(
    ({ geometry, properties }): Feature<MultiPolygon, { name: string }> => {
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry as MultiPolygon).coordinates
      const coordinates = polygons.map((polygon: Polygon['coordinates']) => polygon.map(unrolled))
      return { type: 'Feature', geometry: { type: 'MultiPolygon', coordinates }, properties }
    },
  )
  return {
    countries: { type: 'FeatureCollection', features: countries },
    names: { type: 'FeatureCollection', features: countries.map(nameOf) },
  }
}
