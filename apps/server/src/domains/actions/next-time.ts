/** When something is due: at a time of every day, of a day of the week, or of a day of the month. */
export interface Timing {
  period: 'day' | 'week' | 'month'
  /** From Monday, 1. */
  weekday: number | null
  /** Of a month; a shorter one has its last day. */
  day: number | null
  /** HH:MM on the clocks of the zone. */
  time: string
  zone: string
}

const minute = 60_000
const dayLength = 24 * 60 * minute

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    format = new Intl.DateTimeFormat('sv-SE', { ...parts, second: '2-digit', timeZone: zone })
    formats.set(zone, format)
  }
  return format
}

export function isZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** What the clocks of a zone show at an instant, in milliseconds as if they were those of UTC. */
export const clocks = (zone: string, instant: number): number =>
  Date.parse(`${formatOf(zone).format(instant).replace(' ', 'T')}Z`) + (((instant % 1000) + 1000) % 1000)

/** The first instant at which the clocks of a zone show that time or, if they skip it, a later one. */
export function instantOf(zone: string, shown: number): number {
  // No zone is more than a day from UTC, and none changes its clocks twice within that time.
  const [before, after] = [shown - 1.25 * dayLength, shown + 1.25 * dayLength]
  const offset = (instant: number) => clocks(zone, instant) - instant
  const found = [shown - offset(before), shown - offset(after)].filter((instant) => clocks(zone, instant) === shown)
  if (found.length > 0) return Math.min(...found)
  // Skipped: the moment of the change.
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (clocks(zone, middle) < shown) low = middle
    else high = middle
  }
  return high
}

const lastOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** Dates from that of a moment on, on which a timing may be due; those of UTC stand for those of the zone. */
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
