/**
 * Inserts a time into each gap. `sources`: index of each time in the list; null in a gap, where a line is interrupted.
 */
export function withGaps(times: readonly number[], width: number): { times: number[]; sources: (number | null)[] } {
  const all: { times: number[]; sources: (number | null)[] } = { times: [], sources: [] }
  for (const [index, time] of times.entries()) {
    const before = times[index - 1]
    if (before !== undefined && time - before > width) {
      all.times.push(before + width)
      all.sources.push(null)
    }
    all.times.push(time)
    all.sources.push(index)
  }
  return all
}
