import { offsetAt } from './local-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps = [
  ...[minute, 5 * minute, 15 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour],
  ...[day, 2 * day, 5 * day, 10 * day, 20 * day, 50 * day, 100 * day],
]

/** Distance of two ticks on an axis of bytes with at most five: 1, 2 or 5 of a unit, or tens or hundreds of these. */
export function byteStep(most: number): number {
  const least = Math.max(1, most / 4)
  const unit = 1024 ** Math.floor(Math.log(least) / Math.log(1024))
  return unit * ([1, 2, 5, 10, 20, 50, 100, 200, 500].find((count) => count * unit >= least) ?? 1024)
}

/** Round times in a zone between two times, in milliseconds: at most eight, at full hours and midnights. */
export function ticksBetween(from: number, to: number, zone: string | undefined): number[] {
  const step = steps.find((one) => (to - from) / one <= 8) ?? 200 * day
  const times: number[] = []
  const wall = from + offsetAt(from, zone)
  for (let next = Math.ceil(wall / step) * step; ; next += step) {
    // The offset at the tick: the clock may change in between.
    const guess = next - offsetAt(from, zone)
    const time = next - offsetAt(guess, zone)
    if (time > to) return times
    if (time >= from) times.push(time)
  }
}
