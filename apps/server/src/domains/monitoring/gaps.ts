import type { Span } from './buckets.ts'

/** An outage is a silence this many times longer than the usual distance of reports around it. */
const outageFactor = 2.5
const neighbours = 5

/** The longest but one: neither another outage nearby nor reports that came in a cluster decide it. */
function usualOf(distances: readonly number[]): number {
  const sorted = distances.toSorted((a, b) => a - b)
  return sorted[Math.max(0, sorted.length - 2)] ?? 0
}

/**
 * The places after which reports are missing. What is usual is judged by the neighbourhood on either side, because a
 * device may have changed how often it reports. Below `atLeast` seconds nothing is an outage.
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
