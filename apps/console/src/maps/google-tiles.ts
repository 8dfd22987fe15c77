import i18next from 'i18next'
import type { LoadedMap } from './load-map.ts'
import { tileStyle } from './tile-style.ts'

export type GoogleMap = 'roadmap' | 'satellite'

const address = 'https://tile.googleapis.com'

/** A session of Google's Map Tiles API; it determines content and language of the tiles. */
interface Session {
  session: string
  /** Seconds since 1970, as text. */
  expiry: string
}

/** Reused until they expire, as Google requires. */
const sessions = new Map<string, Promise<Session>>()

async function createSession(key: string, mapType: GoogleMap, language: string): Promise<Session> {
  const answer = await fetch(`${address}/v1/createSession?key=${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      mapType,
      language,
      // Borders are drawn from the point of view of this region.
      region: new Intl.Locale(navigator.language).maximize().region ?? 'US',
      // Names and roads on satellite images.
      ...(mapType === 'satellite' && { layerTypes: ['layerRoadmap'] }),
      scale: 'scaleFactor2x',
      highDpi: true,
    }),
  })
  if (!answer.ok) throw new Error(`Google Maps answered ${answer.status}`)
  return (await answer.json()) as Session
}

async function sessionOf(key: string, mapType: GoogleMap): Promise<string> {
  const { language } = i18next
  const name = `${mapType} ${language}`
  const open = await sessions.get(name)
  if (open && Number(open.expiry) * 1000 > Date.now()) return open.session
  const created = createSession(key, mapType, language)
  sessions.set(name, created)
  created.catch(() => sessions.delete(name))
  return (await created).session
}

/** A map of Google in the language of the page, unchanged as its terms require. Throws if Google refuses it. */
export async function loadGoogleMap(key: string, mapType: GoogleMap): Promise<LoadedMap> {
  const session = await sessionOf(key, mapType)
  const query = `session=${encodeURIComponent(session)}&key=${key}`
  return {
    style: tileStyle(`${address}/v1/2dtiles/{z}/{x}/{y}?${query}`, false, { maxzoom: 22 }),
    async sources(bounds, zoom) {
      const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
      const sides = new URLSearchParams({
        zoom: `${Math.floor(zoom)}`,
        ...latitudes(south, north),
        ...longitudes(west, east),
      })
      const answer = await fetch(`${address}/tile/v1/viewport?${query}&${sides}`)
      const { copyright } = answer.ok ? ((await answer.json()) as { copyright?: string }) : {}
      return ['Google Maps', copyright].filter(Boolean).join(' · ')
    },
  }
}

const latitudes = (south: number, north: number) => ({
  south: Math.max(south, -90).toString(),
  north: Math.min(north, 90).toString(),
})

/** The full range if the view is wider than the world. */
const longitudes = (west: number, east: number) =>
  east - west >= 360 ? { west: '-180', east: '180' } : { west: around(west).toString(), east: around(east).toString() }

const around = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180
