import { findGaps } from './gaps.ts'

/** Bucket widths that divide a chart's axis well, in seconds. */
const steps = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800]

export const hourSeconds = 3600
export const daySeconds = 24 * hourSeconds

/** The narrowest width that covers `seconds` in at most `points` buckets. */
export function bucketWidth(seconds: number, points: number): number {
  return steps.find((step) => seconds / step <= points) ?? Math.ceil(seconds / points / 604_800) * 604_800
}

/** Times of the first and last report of an entry, and the time at which it is drawn; all in Unix seconds. */
export interface Span {
  at: number
  first: number
  last: number
}

/** `null` marks a gap; a number is the index of a span. */
export type Grid = { times: number[]; sources: (number | null)[] }

/** Sorts the spans by time and puts one empty entry into each gap that is wide enough. */
export function layOut(spans: readonly Span[], width: number): Grid {
  const gaps = new Set(findGaps(spans, width))
  const grid: Grid = { times: [], sources: [] }
  for (const [index, span] of spans.entries()) {
    grid.times.push(span.at)
    grid.sources.push(index)
    const next = spans[index + 1]
    if (!gaps.has(index) || !next) continue
    const empty = width > 0 ? span.at + width : Math.floor((span.last + next.first) / 2)
    if (empty >= next.at) continue
    grid.times.push(empty)
    grid.sources.push(null)
  }
  return grid
}
