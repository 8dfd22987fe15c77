/** The fleet is two hours east of UTC, without daylight saving time. */
export const localShift = 7200
export const daySeconds = 86_400
export const hourSeconds = 3600

export function localHour(seconds: number): number {
  return ((((seconds + localShift) % daySeconds) + daySeconds) % daySeconds) / hourSeconds
}

/** Days since 1970 in local time. */
export const localDay = (seconds: number) => Math.floor((seconds + localShift) / daySeconds)

/** 1970 started on a Thursday. */
export const isWeekend = (seconds: number) => [2, 3].includes(((localDay(seconds) % 7) + 7) % 7)

/** A hill of height 1 over the hours of an activity, with slopes of `slope` hours. */
export function hill(hour: number, from: number, to: number, slope = 1.5): number {
  const rise = Math.min(1, Math.max(0, (hour - from) / slope))
  const fall = Math.min(1, Math.max(0, (to - hour) / slope))
  return Math.min(rise, fall)
}

/** Height of the sun, 0 at night and 1 at noon in summer. */
export function sun(seconds: number): number {
  const season = 0.55 - 0.45 * Math.cos(((localDay(seconds) % 365.25) / 365.25) * 2 * Math.PI + 0.17)
  const hour = localHour(seconds)
  const half = 3.6 + 5 * season
  return Math.max(0, Math.cos(((hour - 13) / half) * (Math.PI / 2))) * (Math.abs(hour - 13) < half ? season : 0)
}
