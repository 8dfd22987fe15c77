import { clocks, instantOf, lastOfMonth } from '../../../clocks.ts'

/** A recurring due time: every day, on a day of the week, or on a day of the month. */
export interface Timing {
  period: 'day' | 'week' | 'month'
  /** 1 is Monday. */
  weekday: number | null
  /** Day of the month; a shorter month uses its last day. */
  day: number | null
  /** HH:MM in the time zone. */
  time: string
  zone: string
}

const minute = 60_000
const dayLength = 24 * 60 * minute

/** Dates, from that of a moment on, on which a timing may be due, as midnights in UTC. */
function* dates({ period, weekday, day }: Timing, from: number): Generator<number> {
  const first = new Date(Math.floor(from / dayLength) * dayLength)
  if (period === 'month') {
    for (let month = first.getUTCMonth(); ; month++) {
      const year = first.getUTCFullYear()
      yield Date.UTC(year, month, Math.min(day ?? 1, lastOfMonth(year, month)))
    }
  }
  for (let date = first.getTime(); ; date += dayLength) {
    if (period === 'day' || (new Date(date).getUTCDay() || 7) === weekday) yield date
  }
}

/** The first moment after another at which a timing is due. */
export function nextTime(timing: Timing, after: Date): Date {
  const [hours = 0, minutes = 0] = timing.time.split(':').map(Number)
  const ofDay = (hours * 60 + minutes) * minute
  for (const date of dates(timing, clocks(timing.zone, after.getTime()) - 2 * dayLength)) {
    const instant = instantOf(timing.zone, date + ofDay)
    if (instant > after.getTime()) return new Date(instant)
  }
  throw new Error('Every timing is due again')
}
