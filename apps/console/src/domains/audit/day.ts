import { parseTime } from '@longreach/contract/time'
import { dateLanguage } from '../../ui/day-name.ts'
import { formatDate } from '../../ui/format.ts'
import { timeZone } from '../../ui/time-zone.ts'

const dayLength = 86_400_000

export type Day = { name: 'today' | 'yesterday' | 'earlier'; date: string }

/** The day of a time of the API in the user's zone, relative to now. */
export function dayOf(time: string, now: Date): Day {
  const date = parseTime(time) ?? now
  const day = formatDate(date).slice(0, 10)
  const isDay = (ago: number) => day === formatDate(new Date(now.getTime() - ago * dayLength)).slice(0, 10)
  const sameYear = day.slice(0, 4) === formatDate(now).slice(0, 4)
  const zone = timeZone()
  const format = new Intl.DateTimeFormat(dateLanguage, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
    ...(zone ? { timeZone: zone } : {}),
  })
  // British English, with its comma between weekday and day left out.
  const name = isDay(0) ? 'today' : isDay(1) ? 'yesterday' : 'earlier'
  return { name, date: format.format(date).replace(/^(\p{L}+), /u, '$1 ') }
}
