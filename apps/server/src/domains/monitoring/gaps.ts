import type { Span } from './buckets.ts'

/** A silence counts as an outage if it is this many times longer than the usual interval of the reports around it. */
const outageFactor = 2.5
const neighbours = 5

/** The second longest interval: neither another outage nearby nor a burst of reports affects it. */
function usualOf(distances: readonly number[], from: number, to: number): number {
  let [longest, second] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let index = Math.max(0, from); index < Math.min(to, distances.length); index++) {
    const distance = distances[index] ?? 0
    if (distance > longest) [longest, second] = [distance, longest]
    else if (distance > second) second = distance
  }
  return Math.max(0, second > Number.NEGATIVE_INFINITY ? second : longest)
}

/**
 * Indexes after which reports are missing. The usual interval is taken from the neighbourhood on either side, because a
 * device may have changed how often it reports. Silences below `atLeast` seconds are not outages.
 */
export function findGaps(spans: readonly Span[], atLeast: number): number[] {
  const distances = spans.slice(1).map((span, index) => span.first - (spans[index]?.last ?? span.first))
  const gaps: number[] = []
  for (const [index, distance] of distances.entries()) {
    if (distance < atLeast) continue
    const before = usualOf(distances, index - neighbours, index)
    const after = usualOf(distances, index + 1, index + 1 + neighbours)
    const usual = Math.max(before, after)
    if (usual > 0 && distance > outageFactor * usual) gaps.push(index)
  }
  return gaps
}
