import type { History } from '@longreach/contract/monitoring/schemas'
import type { ChartData } from '../../../charts/options.ts'
import type { Range } from '../../../charts/range.ts'
import { boundsOf } from '../../../charts/range.ts'
import { toChartData } from './history.ts'
import type { MetricChartSpec } from './metrics.ts'

const day = 86_400

/** Seconds by which the compared period is earlier. */
export const comparedPeriods = { day, week: 7 * day, month: 30 * day, year: 365 * day } as const
export type ComparedPeriod = keyof typeof comparedPeriods

export const isComparedPeriod = (text: string): text is ComparedPeriod => Object.hasOwn(comparedPeriods, text)

export function earlier(range: Range, seconds: number, now: number): Range {
  const { from, to } = boundsOf(range, now)
  return { kind: 'fixed', from: from - seconds, to: to - seconds }
}

/** Lays a second history over the first: another device's, or an earlier period's moved to the times of the first. */
export function overlaid(
  first: ChartData,
  second: History,
  chart: MetricChartSpec,
  { names, later }: { names: readonly [first: string, second: string]; later: number },
): ChartData {
  const other = toChartData(second, chart, () => names[1])
  const times = other.times.map((time) => time + later)
  return {
    ...first,
    series: [
      ...first.series.map((one) => ({ ...one, name: names[0] })),
      ...other.series.map((one) => ({ ...one, times, colour: 3 })),
    ],
  }
}
