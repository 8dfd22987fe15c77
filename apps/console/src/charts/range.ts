import type { Search } from '../api/search.ts'

/** Seconds of each preset. */
export const presets = { '1h': 3600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000, '1y': 31_536_000 } as const
export type Preset = keyof typeof presets

/** A range that ends now and moves on, or a fixed one between two times in Unix seconds. */
export type Range = { kind: 'preset'; preset: Preset } | { kind: 'fixed'; from: number; to: number }

export const defaultPreset: Preset = '24h'
/** Minimum width of a zoom in seconds. */
const shortest = 60

/** Reads a range from the URL; anything invalid gives the default. */
export function readRange(search: Search, fallback: Preset = defaultPreset): Range {
  const from = Number(search.from)
  const to = Number(search.to)
  if (search.from && search.to && Number.isInteger(from) && Number.isInteger(to) && to - from >= shortest) {
    return { kind: 'fixed', from, to }
  }
  const preset = search.range ?? ''
  return { kind: 'preset', preset: Object.hasOwn(presets, preset) ? (preset as Preset) : fallback }
}

/** The inverse; retains the rest of the URL. */
export function writeRange(search: Search, range: Range, fallback: Preset = defaultPreset): Search {
  const { from: _from, to: _to, range: _range, ...rest } = search
  if (range.kind === 'fixed') return { ...rest, from: String(range.from), to: String(range.to) }
  return range.preset === fallback ? rest : { ...rest, range: range.preset }
}

/** Start and end in Unix seconds. */
export function boundsOf(range: Range, now: number): { from: number; to: number } {
  if (range.kind === 'fixed') return { from: range.from, to: range.to }
  const to = Math.floor(now / 1000)
  return { from: to - presets[range.preset], to }
}

/** The range moved by that many seconds, earlier if negative; never beyond now. */
export function shifted(range: Range, seconds: number, now: number): Range {
  const { from, to } = boundsOf(range, now)
  const by = Math.min(Math.round(seconds), Math.floor(now / 1000) - to)
  return by === 0 ? range : { kind: 'fixed', from: from + by, to: to + by }
}

/** The range of a drag over a chart; null if the drag was too short for a zoom. */
export function zoomTo(one: number, other: number): Range | null {
  const from = Math.floor(Math.min(one, other))
  const to = Math.ceil(Math.max(one, other))
  return to - from < shortest ? null : { kind: 'fixed', from, to }
}
