import { offsetAt } from './local-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps = [
  ...[minute, 5 * minute, 15 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour],
  ...[day, 2 * day, 5 * day, 10 * day, 20 * day, 50 * day, 100 * day],
]

/** Round times of a zone between two times, in milliseconds: at most eight, on full hours and midnights. */
export function ticksBetween(from: number, to: number, zone: string | undefined): number[] {
  const step = steps.find((one) => (to - from) / one <= 8) ?? 200 * day
  const times: number[] = []
  const wall = from + offsetAt(from, zone)
  for (let next = Math.ceil(wall / step) * step; ; next += step) {
    // The offset at the tick: the clocks may change in between.
    const guess = next - offsetAt(from, zone)
    const time = next - offsetAt(guess, zone)
    if (time > to) return times
    if (time >= from) times.push(time)
  }
}
