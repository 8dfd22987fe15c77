import type { Span } from './buckets.ts'

/** An outage is a silence this many times longer than the usual interval of reports around it. */
const outageFactor = 2.5
const neighbours = 5

/** The second longest: neither another outage nearby nor a burst of reports decides it. */
function usualOf(distances: readonly number[]): number {
  const sorted = distances.toSorted((a, b) => a - b)
  return sorted[Math.max(0, sorted.length - 2)] ?? 0
}

/**
 * The indexes after which reports are missing. The usual interval is taken from the neighbourhood on either side,
 * because a device may have changed how often it reports. Silences below `atLeast` seconds are not outages.
 */
export function findGaps(spans: readonly Span[], atLeast: number): number[] {
  const distances = spans.slice(1).map((span, index) => span.first - (spans[index]?.last ?? span.first))
  const gaps: number[] = []
  for (const [index, distance] of distances.entries()) {
    const before = distances.slice(Math.max(0, index - neighbours), index)
    const after = distances.slice(index + 1, index + 1 + neighbours)
    const usual = Math.max(usualOf(before), usualOf(after))
    if (usual > 0 && distance >= atLeast && distance > outageFactor * usual) gaps.push(index)
  }
  return gaps
}
