import type { UsagePeriod } from '@longreach/contract/monitoring/usage-constants'

const day = 86_400
/** Number of periods per page. */
const shown = { day: 31, week: 13, month: 12 } as const

const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
export const secondsOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000

/** First day of the period that contains a day, `2026-01-31`; a month is a calendar month. */
function firstOf(date: string, period: UsagePeriod): string {
  if (period === 'month') return `${date.slice(0, 7)}-01`
  const at = secondsOf(date)
  return period === 'day' ? date : dateOf(at - ((new Date(at * 1000).getUTCDay() + 6) % 7) * day)
}

function moved(date: string, period: UsagePeriod, by: number): string {
  if (period !== 'month') return dateOf(secondsOf(date) + by * (period === 'day' ? day : 7 * day))
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
}

/** First and last day of a page of periods, `back` pages before the current one, and `to`, the day after it. */
export function pageOf(period: UsagePeriod, back: number, today: string): { from: string; last: string; to: string } {
  const to = moved(firstOf(today, period), period, 1 - back * shown[period])
  return { from: moved(to, period, -shown[period]), last: moved(to, 'day', -1), to }
}

/** Start days of all periods of a page; months start on the billing days that were found. */
export function startsOf(
  period: UsagePeriod,
  { from, to }: { from: string; to: string },
  found: readonly string[],
): string[] {
  if (period === 'month') return [...new Set(found)].sort()
  const starts: string[] = []
  for (let at = from; at < to; at = moved(at, period, 1)) starts.push(at)
  return starts
}
