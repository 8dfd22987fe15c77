import type { Map as MapOf } from 'maplibre-gl'
import type { Camera } from '../../../maps/map-canvas.tsx'

const cameraPattern = /^(-?\d{1,3}(?:\.\d{1,5})?),(-?\d{1,2}(?:\.\d{1,5})?),(\d{1,2}(?:\.\d{1,2})?)$/

/** Camera from `longitude,latitude,zoom` in an address; null for anything else. */
export function cameraOf(at: string | undefined): Camera | null {
  const [, longitude, latitude, zoom] = (cameraPattern.exec(at ?? '') ?? []).map(Number)
  if (longitude === undefined || latitude === undefined || zoom === undefined) return null
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 85 && zoom <= 18 ? { longitude, latitude, zoom } : null
}

const rounded = (value: number, digits: number) => String(Number(value.toFixed(digits)))

export function writeCamera(map: MapOf): string {
  const { lng, lat } = map.getCenter().wrap()
  return [rounded(lng, 4), rounded(lat, 4), rounded(map.getZoom(), 1)].join()
}
