import type { Reader } from '../texts.ts'
import { isZone } from '../time-zones.ts'
import { readCookie } from './cookies.ts'

/** The zone that the user selected, otherwise that of their browser. */
function zoneOf(cookies: string | undefined): string | null {
  const zones = ['timezone', 'browser_timezone'].map((name) => readCookie(cookies, name)?.replaceAll('%2F', '/'))
  return zones.find((zone) => zone !== undefined && isZone(zone)) ?? null
}

/** The language will depend on `Accept-Language` as soon as there is another catalogue. */
export const readerOf = ({ headers }: { headers: { cookie?: string | undefined } }): Reader => ({
  language: 'en',
  zone: zoneOf(headers.cookie),
})
