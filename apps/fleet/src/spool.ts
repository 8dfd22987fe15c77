import type { ReportValue } from '@longreach/contract/link/lines'

/** A report that has not been acknowledged. `at` is when it was measured, in Unix seconds. */
export interface Spooled {
  seq: number
  at: number
  set: number
  values: readonly ReportValue[]
  /** Part of the history before the device was first switched on. */
  told: boolean
  /** When it was last sent, in milliseconds. */
  sentAt: number
}

export interface Spool {
  add(report: Spooled): void
  /** The next one to send while fewer than `window` are under way. */
  next(window: number): Spooled | undefined
  /** Forgets all up to seq and answers them. */
  acknowledge(seq: number): Spooled[]
  /** A new link: what was under way has to be sent again. */
  rewind(): void
  clear(): void
  waiting(): number
  /** How many were dropped for want of room since last asked. */
  takeDropped(): number
}

/** Reports in the order of their sequence numbers; a full spool drops its oldest. */
export function createSpool(room: number): Spool {
  let reports: Spooled[] = []
  let sent = 0
  let dropped = 0
  return {
    add(report) {
      reports.push(report)
      if (reports.length <= room) return
      reports.shift()
      sent = Math.max(0, sent - 1)
      dropped++
    },
    next(window) {
      if (sent >= window) return undefined
      const report = reports[sent]
      if (report) sent++
      return report
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
    takeDropped() {
      const count = dropped
      dropped = 0
      return count
    },
  }
}
