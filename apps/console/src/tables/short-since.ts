import { parseTime } from '@longreach/contract/time'
import { formatDate, formatDay } from '../ui/format.ts'

const day = 86_400_000

/** Start of the time that a figure is known for, while that is less than a day; null after that. */
export function shortSince(since: string | null, now: number): string | null {
  const from = since ? parseTime(since) : null
  if (!from || now - from.getTime() >= day) return null
  const text = formatDate(from)
  return formatDate(new Date(now)).startsWith(text.slice(0, 10)) ? text.slice(11, 16) : formatDay(from, now)
}
