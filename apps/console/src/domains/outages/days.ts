import type { Availability } from '@longreach/contract/outages/schemas'
import { parseTime } from '@longreach/contract/time'

const dayMs = 86_400_000
const shownDays = 30

interface Part {
  /** Shares of the day, from 0 to 1. */
  from: number
  to: number
}

export interface Day {
  start: Date
  outages: readonly Part[]
  /** Share of the day that is still to come. */
  ahead: number
  /** Share before the first record of outages. */
  before: number
  /** Seconds without a connection. */
  offline: number
}

const msOf = (text: string) => parseTime(text)?.getTime() ?? 0

/** The last 30 days in the viewer's time zone, oldest first, with the outages of each. */
export function daysOf({ since, periods }: Availability, now: Date): Day[] {
  const recorded = since === null ? now.getTime() : msOf(since)
  const lost = periods.map(({ started_at, ended_at }) => ({
    from: Math.max(msOf(started_at), recorded),
    to: ended_at === null ? now.getTime() : msOf(ended_at),
  }))
  return Array.from({ length: shownDays }, (_, index) => {
    const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() - shownDays + 1 + index)
    const from = start.getTime()
    const share = (ms: number) => Math.min(1, Math.max(0, (ms - from) / dayMs))
    const outages = lost.map((one) => ({ from: share(one.from), to: share(one.to) })).filter((one) => one.to > one.from)
    return {
      start,
      outages,
      ahead: 1 - share(now.getTime()),
      before: share(recorded),
      offline: Math.round(outages.reduce((sum, one) => sum + (one.to - one.from), 0) * (dayMs / 1000)),
    }
  })
}
