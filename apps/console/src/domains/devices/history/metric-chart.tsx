import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { defaultPreset, type Range, shifted, zoomTo } from '../../../charts/range.ts'
import { useRefresh } from '../../../charts/refresh.ts'
import { downloadHistory, historyQuery, toChartData } from './history.ts'
import { formatOf, type MetricChartSpec, parameterLabel } from './metrics.ts'

interface Props {
  id: number
  chart: MetricChartSpec
  range: Range
  onRange: (range: Range) => void
}

/** One chart of a device: fetches its history and reports a drag as a finer range. */
export function MetricChart({ id, chart, range, onRange }: Props) {
  const { t } = useTranslation('devices')
  const [refresh] = useRefresh()
  const { data: history, error, refetch } = useQuery(historyQuery(id, chart.parameters, range, refresh))
  const data = useMemo(() => (history ? toChartData(history, chart, parameterLabel) : undefined), [history, chart])
  const style = useMemo(
    () => ({
      format: formatOf(chart.unit),
      ...(chart.fromZero ? { fromZero: true } : {}),
      ...(chart.bounds ? { bounds: chart.bounds } : {}),
      ...(chart.unit === 'on' ? { steps: true } : {}),
    }),
    [chart],
  )
  return (
    <ChartCard
      title={t(chart.title as 'charts.signal')}
      data={data}
      style={style}
      error={error}
      onRetry={() => void refetch()}
      onZoom={(one, other) => {
        const next = zoomTo(one, other)
        if (next) onRange(next)
      }}
      onPan={(seconds) => onRange(shifted(range, seconds, Date.now()))}
      onCsv={() => downloadHistory(id, chart.parameters, range)}
      onZoomOut={() => onRange({ kind: 'preset', preset: defaultPreset })}
    />
  )
}
