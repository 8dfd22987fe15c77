import { snapshotParameters } from '@longreach/contract/monitoring/constants'
import type { Snapshot } from '@longreach/contract/monitoring/schemas'
import { formatTime } from '@longreach/contract/time'
import type { Moment, ReportRow } from './reports.ts'

/** The public calls return temperatures in tenths of °C. */
export function shownValue(name: string, value: number | string | null): number | string | null {
  return /^temperature(_2)?$/.test(name) && typeof value === 'number' ? Math.round(value * 10) : value
}

/** A report with the public names of its values. */
export function presentReport({ ts, values }: ReportRow, fields: readonly string[]) {
  const shown = fields.map((field, index) => [field, shownValue(field, values[index] ?? null)])
  return { ...Object.fromEntries(shown), created_at: formatTime(ts) }
}

export function presentSnapshot(deviceId: number, { at, values }: Moment): Snapshot {
  const shown = snapshotParameters.map((name) => [name, shownValue(name, values.get(name) ?? null)])
  return { device_id: deviceId, ...Object.fromEntries(shown), created_at: formatTime(at) }
}

/** Times by day, newest day first, in ascending order within a day. */
export function presentTimes(newestFirst: readonly Date[]): { date: string; times: string[] }[] {
  const days = Map.groupBy(newestFirst.map(formatTime), (time) => time.slice(0, 10))
  return [...days].map(([date, times]) => ({ date, times: times.map((time) => time.slice(11)).toReversed() }))
}
