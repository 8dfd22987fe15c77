import { IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Search } from '../../../api/search.ts'
import { type Range, readRange, writeRange } from '../../../charts/range.ts'
import { RangePicker } from '../../../charts/range-picker.tsx'
import { RefreshPicker } from '../../../charts/refresh-picker.tsx'
import { textOf } from '../../../i18n/i18n.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState } from '../../../ui/state.tsx'
import classes from '../page/activity-tab.module.css'
import { deviceQuery } from '../public/device-query.ts'
import { ChangeList } from './change-list.tsx'
import { MetricChart } from './metric-chart.tsx'
import { changesOf, chartsOf, groupsOf, type MetricGroup, metricGroups } from './metrics.ts'

/** `/devices/{id}/metrics/{group}`: all reported values of one kind, over time. */
export function MetricsTab() {
  const { t } = useTranslation('devices')
  const params = useParams({ strict: false })
  const id = Number(params.id)
  const group: MetricGroup = metricGroups.find((one) => one === params.group) ?? 'dynamic'
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const { data: device } = useQuery(deviceQuery(id))
  const parameters = device?.parameters
  const names = parameters ? Object.keys(parameters).sort().join() : ''
  // Only the set of reported names matters here, not their values, which change with every report.
  // biome-ignore lint/correctness/useExhaustiveDependencies: names represents parameters
  const charts = useMemo(() => (parameters ? chartsOf(group, parameters) : []), [group, names])
  if (!parameters) return null

  const range = readRange(search)
  const go = (nextGroup: MetricGroup, next: Range) =>
    void navigate({
      to: '/devices/$id/metrics/$group',
      params: { id: String(id), group: nextGroup },
      search: writeRange(search, next),
      replace: true,
    })
  const groups = groupsOf(parameters)
  const shown = groups.includes(group) ? groups : [...groups, group]
  return (
    <>
      <div className={classes.title}>
        <Segmented
          label={textOf('devices:tab.metrics')}
          value={group}
          options={shown.map((value) => ({ value, label: t(`groups.${value}`) }))}
          onChange={(next) => go(next, range)}
        />
        <span className={classes.ranges}>
          <RangePicker range={range} onChange={(next) => go(group, next)} />
          <RefreshPicker />
        </span>
      </div>
      {charts.length === 0 ? (
        <EmptyState
          icon={<IconChartLine size={22} stroke={1.6} />}
          title={t('noMetrics.title')}
          text={t('noMetrics.text')}
        />
      ) : (
        <div className={classes.charts}>
          {charts.map((chart) => (
            <MetricChart key={chart.key} id={id} chart={chart} range={range} onRange={(next) => go(group, next)} />
          ))}
        </div>
      )}
      <ChangeList id={id} parameters={changesOf(group, parameters)} range={range} />
    </>
  )
}
