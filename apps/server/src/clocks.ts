const dayLength = 86_400_000

/** Most cached zones. */
const mostFormats = 1000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
    format = new Intl.DateTimeFormat('sv-SE', { ...parts, second: '2-digit', timeZone: zone })
    if (formats.size >= mostFormats) formats.clear()
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

/** The local time of a zone at an instant, in milliseconds as if it were UTC. */
export const clocks = (zone: string, instant: number): number =>
  Date.parse(`${formatOf(zone).format(instant).replace(' ', 'T')}Z`) + (((instant % 1000) + 1000) % 1000)

/** The first instant at which the clocks of a zone show that time or, if they skip it, a later one. */
export function instantOf(zone: string, shown: number): number {
  // No zone is more than a day from UTC, and none changes its clocks twice within that time.
  const [before, after] = [shown - 1.25 * dayLength, shown + 1.25 * dayLength]
  const offset = (instant: number) => clocks(zone, instant) - instant
  const found = [shown - offset(before), shown - offset(after)].filter((instant) => clocks(zone, instant) === shown)
  if (found.length > 0) return Math.min(...found)
  // Skipped: finds the moment of the change.
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (clocks(zone, middle) < shown) low = middle
    else high = middle
  }
  return high
}

/** Number of days in a month; `month` may be beyond those of the year. */
export const lastOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
