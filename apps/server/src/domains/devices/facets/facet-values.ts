import { signalBand } from '@longreach/contract/devices/constants'

export const noSignal = -32_768
/** dB by which a signal has to change before the list is sorted by its new value. */
const signalStep = 3

export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** A value once known stays until the device reports another. */
export const lastKnown = (value: unknown, stored: string | null): string | null => text(value) ?? stored

const dbm = (value: unknown) => (typeof value === 'number' ? Math.round(value) : null)

export const band = (value: unknown): string => signalBand(dbm(value))

export function signalKey(value: unknown, stored: number): number {
  const key = dbm(value) ?? noSignal
  return Math.abs(key - stored) >= signalStep ? key : stored
}

/** A modem's own words for its registration → `home`, `roaming` or unknown. */
export function networkState(value: unknown): string | null {
  const words = text(value)?.toLowerCase() ?? ''
  if (words.includes('roam')) return 'roaming'
  return words.includes('home') || words === 'registered' ? 'home' : null
}

/** A modem's own words for its technology → `5g` … `2g` or unknown. */
export function connectionType(value: unknown): string | null {
  const words = text(value)?.toLowerCase() ?? ''
  if (/5g|nr/.test(words)) return '5g'
  if (/4g|lte/.test(words)) return '4g'
  if (/3g|wcdma|umts|hspa|hsdpa|hsupa/.test(words)) return '3g'
  return /2g|gsm|edge|gprs/.test(words) ? '2g' : null
}

/** Kind of the uplink → `mobile`, `wired`, `wifi` or unknown. */
export function wanState(value: unknown): string | null {
  const words = text(value)?.toLowerCase() ?? ''
  if (words.includes('mob')) return 'mobile'
  if (/wi-?fi|wlan|wireless/.test(words)) return 'wifi'
  return /wire|eth|wan/.test(words) ? 'wired' : null
}
