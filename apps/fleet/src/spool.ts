import type { ReportValue } from '@longreach/contract/link/report'

/** An unacknowledged report. `at` is the time of measurement in Unix seconds. */
export interface Spooled {
  seq: number
  at: number
  set: number
  values: readonly ReportValue[]
  /** Whether it is from before the first start of the device. */
  past: boolean
  /** Time of the last sending in milliseconds. */
  sentAt: number
}

export interface Spool {
  add(report: Spooled): void
  /** The next reports to send, at most `most`, with consecutive numbers. */
  unsent(most: number): readonly Spooled[]
  /** Marks the first `count` of them as sent. */
  sent(count: number): void
  /** Removes all reports up to `seq` and returns them. */
  acknowledge(seq: number): Spooled[]
  /** For a new link: unacknowledged reports are sent again. */
  rewind(): void
  clear(): void
  waiting(): number
  /** Number of the newest report. */
  newest(): number
  /** Number of reports dropped for lack of space since the last call. */
  takeDropped(): number
}

/** Reports in the order of their sequence numbers; a full spool drops its oldest. */
export function createSpool(size: number): Spool {
  let reports: Spooled[] = []
  let sent = 0
  let dropped = 0
  return {
    add(report) {
      reports.push(report)
      if (reports.length <= size) return
      reports.shift()
      sent = Math.max(0, sent - 1)
      dropped++
    },
    unsent(most) {
      const next = reports.slice(sent, sent + most)
      const gap = next.findIndex(({ seq }, at) => seq !== (next[0]?.seq ?? 0) + at)
      return gap < 0 ? next : next.slice(0, gap)
    },
    sent(count) {
      sent = Math.min(reports.length, sent + count)
    },
    acknowledge(seq) {
      const count = reports.findIndex((report) => report.seq > seq)
      const done = reports.splice(0, count < 0 ? reports.length : count)
      sent = Math.max(0, sent - done.length)
      return done
    },
    rewind() {
      sent = 0
    },
    clear() {
      reports = []
      sent = 0
    },
    waiting: () => reports.length,
    newest: () => reports.at(-1)?.seq ?? 0,
    takeDropped() {
      const count = dropped
      dropped = 0
      return count
    },
  }
}
