import { createHash, type Hash } from 'node:crypto'

/** Contents whose sums are kept. A sum that is gone only costs reading its content once more. */
const mostSums = 1000

/** The SHA-256 of the bytes before `end`. */
export interface RunningSum {
  end: number
  hash: Hash
}

/**
 * SHA-256 sums of contents that this process is receiving, by content, so that completed content need not be read again.
 * A sum is valid for as long as the content ends where the sum does: other nodes may have appended since.
 */
export interface RunningSums {
  /** The sum of the bytes before `end`, to continue with, for one caller alone. Undefined if there is none. */
  take(id: number, end: number): RunningSum | undefined
  keep(id: number, sum: RunningSum): void
}

export function createRunningSums(): RunningSums {
  const sums = new Map<number, RunningSum>()
  return {
    take(id, end) {
      if (end === 0) return { end, hash: createHash('sha256') }
      const sum = sums.get(id)
      sums.delete(id)
      return sum?.end === end ? sum : undefined
    },
    keep(id, sum) {
      sums.delete(id)
      sums.set(id, sum)
      const [oldest] = sums.keys()
      if (sums.size > mostSums && oldest !== undefined) sums.delete(oldest)
    },
  }
}
