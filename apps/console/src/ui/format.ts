import { parseTime } from '@longreach/contract/time'
import i18next from 'i18next'
import { language } from '../i18n/i18n.ts'
import { dayName } from './day-name.ts'
import { timeZone } from './time-zone.ts'

let integer: Intl.NumberFormat | undefined

/** Small integers need no format; the browser's first number format costs as much as drawing several rows. */
const isPlain = (value: number) => Number.isInteger(value) && Math.abs(value) < 1000

/** 81098 → 81,098 */
export function formatCount(value: number): string {
  if (isPlain(value)) return String(value)
  integer ??= new Intl.NumberFormat(language)
  return integer.format(value)
}

/** A number with at most `digits` decimals and no trailing zeros. */
export function formatNumber(value: number, digits = 1): string {
  const rounded = Number(value.toFixed(digits))
  return isPlain(rounded) ? String(rounded) : rounded.toLocaleString(language, { maximumFractionDigits: digits })
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes in steps of 1024 up to TB (spec §9), two or three digits. */
export function formatBytes(bytes: number): string {
  const step = bytes > 0 ? Math.min(byteUnits.length - 1, Math.floor(Math.log(bytes) / Math.log(1024))) : 0
  const value = bytes / 1024 ** step
  return `${formatNumber(value, value < 10 && step > 0 ? 1 : 0)} ${byteUnits[step]}`
}

const bitUnits = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s'] as const

/** Bytes per second as a line rate: bits in steps of 1000. */
export function formatRate(bytesPerSecond: number): string {
  const bits = bytesPerSecond * 8
  const step = bits >= 1000 ? Math.min(bitUnits.length - 1, Math.floor(Math.log10(bits) / 3)) : 0
  const value = bits / 1000 ** step
  return `${formatNumber(value, value < 10 && step > 0 ? 1 : 0)} ${bitUnits[step]}`
}

/** Seconds as the two largest units: `3 d 4 h`, `12 min 5 s`. */
export function formatDuration(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ]
  const first = parts.findIndex(([value]) => value > 0)
  if (first < 0) return '0 s'
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ')
}

let clock: { zone: string; format: Intl.DateTimeFormat } | undefined

/** Format for a zone that the browser knows; undefined for any other. */
function formatterOf(zone: string): Intl.DateTimeFormat | undefined {
  if (clock?.zone === zone) return clock.format
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  try {
    clock = { zone, format: new Intl.DateTimeFormat('sv-SE', { ...parts, second: '2-digit', timeZone: zone }) }
  } catch {
    return undefined
  }
  return clock.format
}

const digits = (value: number, length = 2) => String(value).padStart(length, '0')

/** Text in the browser's zone. */
function formatLocal(date: Date): string {
  const day = [digits(date.getFullYear(), 4), digits(date.getMonth() + 1), digits(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => digits(part)).join(':')}`
}

/** `YYYY-MM-DD HH:mm:ss` in the user's zone (spec §9), or in `zone`. */
export function formatDate(date: Date, zone = timeZone()): string {
  return (zone && formatterOf(zone)?.format(date)) || formatLocal(date)
}

/** A time of the API (UTC) in the user's zone; a dash if there is none. */
export function formatApiTime(text: string | null | undefined): string {
  const date = text ? parseTime(text) : null
  return date ? formatDate(date) : '—'
}

/** A time of the API, as short as unambiguous: `HH:mm` today, otherwise with its date. */
export function formatMoment(text: string): string {
  const time = formatApiTime(text)
  return time.startsWith(formatDate(new Date()).slice(0, 10)) ? time.slice(11, 16) : time.slice(0, 16)
}

/** `27 Nov 21:04`, of another year `27 Nov 2025`; in the user's zone. */
export function formatDay(date: Date, now: number): string {
  const text = formatDate(date)
  const ofYear = formatDate(new Date(now)).startsWith(text.slice(0, 4))
  return `${dayName(new Date(text))} ${ofYear ? text.slice(11, 16) : text.slice(0, 4)}`
}

/** Age in one unit: `Just now`, `5 min ago`, `2 h ago`, `3 days ago`. */
export function formatAgo(date: Date, now: number): string {
  const seconds = Math.max(0, (now - date.getTime()) / 1000)
  if (seconds < 60) return i18next.t('ui:time.now')
  if (seconds < 3600) return i18next.t('ui:time.minutes', { count: Math.floor(seconds / 60) })
  if (seconds < 86_400) return i18next.t('ui:time.hours', { count: Math.floor(seconds / 3600) })
  return i18next.t('ui:time.days', { count: Math.floor(seconds / 86_400) })
}
