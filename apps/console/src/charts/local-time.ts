/** Offset of a zone (the browser's by default) at a moment, in milliseconds east of UTC. */
export function offsetAt(time: number, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    ...(zone ? { timeZone: zone } : {}),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(time)
  return Date.parse(`${parts.replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000
}

/** `2026-03-01T12:30` in a zone (the browser's by default) → Unix seconds; null if it is not a time. */
export function readLocalTime(text: string, zone: string | undefined): number | null {
  if (zone === undefined) {
    const time = Date.parse(text)
    return Number.isNaN(time) ? null : time / 1000
  }
  const wall = Date.parse(`${text}Z`)
  if (Number.isNaN(wall)) return null
  // Twice, because around a clock change the offset at the guess may differ from the one at the result.
  const guess = wall - offsetAt(wall, zone)
  return (wall - offsetAt(guess, zone)) / 1000
}
