let clock: { zone: string; format: Intl.DateTimeFormat } | undefined

/** Wall-clock time in a zone. The format is cached: creating one takes a millisecond or more. */
function wallTime(time: number, zone: string): string {
  if (clock?.zone !== zone) {
    const [two, year] = ['2-digit', 'numeric'] as const
    const parts = { year, month: two, day: two, hour: two, minute: two, second: two }
    clock = { zone, format: new Intl.DateTimeFormat('sv-SE', { timeZone: zone, ...parts }) }
  }
  return clock.format.format(time)
}

/** Offset of a zone (the browser's by default) at a moment, in milliseconds east of UTC. */
export function offsetAt(time: number, zone: string | undefined): number {
  if (zone === undefined) return -new Date(time).getTimezoneOffset() * 60_000
  return Date.parse(`${wallTime(time, zone).replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000
}

/** `2026-03-01T12:30` in a zone (the browser's by default) → Unix seconds; null if it is not a time. */
export function readLocalTime(text: string, zone: string | undefined): number | null {
  if (zone === undefined) {
    const time = Date.parse(text)
    return Number.isNaN(time) ? null : time / 1000
  }
  const wall = Date.parse(`${text}Z`)
  if (Number.isNaN(wall)) return null
  // Twice: around a clock change, the offset at the guess may differ from that at the result.
  const guess = wall - offsetAt(wall, zone)
  return (wall - offsetAt(guess, zone)) / 1000
}
