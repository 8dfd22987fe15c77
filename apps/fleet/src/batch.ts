import { linkLimits } from '@longreach/contract/link/limits'
import type { Spool, Spooled } from './spool.ts'

export interface Batch {
  /** Seconds for which reports are collected; with 0, each is sent separately. */
  every(seconds: number): void
  /** Allows everything measured so far to be sent. */
  flush(): void
  /** The reports of the next line. */
  next(): readonly Spooled[]
  /** Maximum number of reports in a line. */
  most(): number
}

/** Decides which reports can be sent, and when. */
export function createBatch({ spool, now }: { spool: Spool; now: () => number }): Batch {
  let every = 0
  let due = 0
  let upTo = 0

  function flush(): void {
    upTo = spool.newest()
    due = now() + every
  }

  const most = () => (every > 0 ? linkLimits.batchReports : 1)

  return {
    flush,
    most,
    every(seconds) {
      every = seconds
      due = Math.min(due, now() + every)
    },
    next() {
      const unsent = spool.unsent(most())
      if (every === 0) return unsent
      if (now() >= due) flush()
      const count = unsent.findIndex(({ seq }) => seq > upTo)
      return count < 0 ? unsent : unsent.slice(0, count)
    },
  }
}
