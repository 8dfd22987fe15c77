import { createHash, type Hash } from 'node:crypto'

/** Most contents whose sums are kept. After the loss of a sum its content is merely read once more. */
const mostSums = 1000

/** The SHA-256 of the bytes before `end`. */
export interface RunningSum {
  end: number
  hash: Hash
}

/**
 * SHA-256 states of contents that this process is receiving, so that finished content need not be read again. A state
 * is valid as long as the content ends where it does: other nodes may have appended since.
 */
export interface RunningSums {
  /**
   * Hands over the state for the bytes before `end`, so that only one caller continues with it. Undefined if there is
   * none.
   */
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
