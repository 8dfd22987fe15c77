import { getHistory } from '@longreach/contract/monitoring/endpoints'
import type { History } from '@longreach/contract/monitoring/schemas'
import { formatTime, parseTime } from '@longreach/contract/time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { download } from '../../../api/download.ts'
import type { ChartData } from '../../../charts/options.ts'
import { boundsOf, type Range } from '../../../charts/range.ts'
import { separatorQuery } from '../../../tables/csv-separator.ts'
import type { MetricChartSpec } from './metrics.ts'

/** Colours of charts (spec §9). */
const chartColours = 11
/** Points that a chart requests: about one for two pixels of its width. */
const points = 400

export function historyQuery(id: number, parameters: readonly string[], range: Range, refresh: number) {
  return queryOptions({
    queryKey: ['devices', 'history', id, parameters, range],
    queryFn: async ({ signal }) => {
      const { from, to } = boundsOf(range, Date.now())
      const query = {
        start_date: formatTime(new Date(from * 1000)),
        end_date: formatTime(new Date(to * 1000)),
        parameters: parameters.join(','),
        points,
      }
      return (await call(getHistory, { params: { id }, query }, signal)).data
    },
    // A range that ends now moves on; a range between two times is fixed.
    ...(range.kind === 'preset' ? { refetchInterval: refresh * 1000 } : { staleTime: 60_000 }),
    placeholderData: keepPreviousData,
  })
}

/** Every report of the range as CSV; the API refuses ranges beyond a year. */
export async function downloadHistory(id: number, parameters: readonly string[], range: Range): Promise<void> {
  const { from, to } = boundsOf(range, Date.now())
  const query = new URLSearchParams({
    start_date: formatTime(new Date(from * 1000)),
    end_date: formatTime(new Date(to * 1000)),
    parameters: parameters.join(','),
    ...separatorQuery(),
  })
  await download(`/devices/${id}/history/export/csv?${query}`, 'history.csv')
}

const seconds = (text: string) => (parseTime(text)?.getTime() ?? 0) / 1000

/** Turns a response into the series of a chart: average with its span, or rate, increase or last value. */
export function toChartData(
  history: History,
  chart: MetricChartSpec,
  nameOf: (parameter: string) => string,
): ChartData {
  return {
    times: history.times,
    from: seconds(history.start),
    to: seconds(history.end),
    series: chart.parameters.flatMap((parameter, place) => {
      const series = history.series[parameter]
      if (!series) return []
      const { avg, last, rate, increase, min, max } = series
      const values = { average: avg ?? last, last: last ?? avg, rate, increase }[chart.reading]
      if (!values) return []
      const banded = chart.reading === 'average' && history.bucket_s > 0
      return [
        {
          name: nameOf(parameter),
          colour: (place % chartColours) + 1,
          values,
          low: banded ? min : undefined,
          high: banded ? max : undefined,
        },
      ]
    }),
  }
}
