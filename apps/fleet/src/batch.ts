import { linkLimits } from '@longreach/contract/link/limits'
import type { Spool, Spooled } from './spool.ts'

export interface Batch {
  /** Seconds reports are collected; 0 = each is sent by itself. */
  every(seconds: number): void
  /** Everything measured by now can be sent. */
  flush(): void
  /** The reports of the next line. */
  next(): readonly Spooled[]
  /** How many reports a line may hold. */
  most(): number
}

/** What can be sent, and when. */
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
