import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Feature, FeatureCollection, MultiPolygon, Point, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'

type Ring = number[][]

/**
 * A ring whose neighbouring points are never half the world apart: outlines jump where they cross the antimeridian. A
 * ring around a pole is closed there.
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

/** Decimals of a degree: about a kilometre, the accuracy of the finest outlines. */
const digits = 2

/** A ring with fewer decimals, without points that now equal the previous one. */
function rounded(ring: Ring): Ring {
  const points = ring.map((point) => point.map((value) => Number(value.toFixed(digits))))
  return points.filter((point, index) => index === 0 || point.join() !== points[index - 1]?.join())
}

/** A ring with fewer points has no area. */
const least = 4

/** Countries, and a label point for each with its name and its size, which decides between overlapping names. */
export function outlinesOf(atlas: Atlas): FeatureCollection {
  const countries = feature(atlas, atlas.objects.countries).features.map(
    ({ geometry, properties }): Feature<MultiPolygon, { name: string }> => {
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry as MultiPolygon).coordinates
      const coordinates = polygons.map((polygon: Polygon['coordinates']) => polygon.map(unrolled))
      return { type: 'Feature', geometry: { type: 'MultiPolygon', coordinates }, properties }
    },
  )
  const drawn = countries.map(({ geometry: { coordinates } }): Feature => {
    const polygons = coordinates
      .map((polygon) => polygon.map(rounded).filter((ring) => ring.length >= least))
      .filter((polygon) => polygon.length > 0)
    return { type: 'Feature', geometry: { type: 'MultiPolygon', coordinates: polygons }, properties: {} }
  })
  return { type: 'FeatureCollection', features: [...drawn, ...countries.map(nameOf)] }
}

const prefix = 'outlines:'

/**
 * `outlines:50m` and `outlines:110m` are the addresses of the world's countries at that scale, as GeoJSON. The worker
 * of the map fetches and parses it, so that the page has nothing to do.
 */
export function bundledOutlines(): Plugin {
  return {
    name: 'bundled-outlines',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const scale = id.slice(prefix.length + 1)
      const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${scale}.json`)
      const source = JSON.stringify(outlinesOf(JSON.parse(await readFile(file, 'utf8')) as Atlas))
      // There is no file in development.
      if (this.environment.mode === 'dev')
        return `export default URL.createObjectURL(new Blob([${JSON.stringify(source)}]))`
      const reference = this.emitFile({ type: 'asset', name: `outlines-${scale}.json`, source })
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`
    },
  }
}
