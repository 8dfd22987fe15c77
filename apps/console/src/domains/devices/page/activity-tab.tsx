import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Search } from '../../../api/search.ts'
import { type Range, readRange, writeRange } from '../../../charts/range.ts'
import { RangePicker } from '../../../charts/range-picker.tsx'
import { Place } from '../../../registry/place.tsx'
import { MetricChart } from '../history/metric-chart.tsx'
import { overviewCharts } from '../history/metrics.ts'
import { deviceQuery } from '../public/device-query.ts'
import { ActivityList } from './activity-list.tsx'
import classes from './activity-tab.module.css'
import { DeviceCards } from './device-cards.tsx'

/** `/devices/{id}/activity`: current state, recent history and the log of the device. */
export function ActivityTab() {
  const { t } = useTranslation('devices')
  const id = Number(useParams({ strict: false }).id)
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const { data: device } = useQuery(deviceQuery(id))
  if (!device) return null
  const range = readRange(search)
  const setRange = (next: Range) =>
    void navigate({
      to: '/devices/$id/activity',
      params: { id: String(id) },
      search: writeRange(search, next),
      replace: true,
    })
  const charts = overviewCharts(device.parameters)
  return (
    <>
      <Place at="device.activity" id={id} />
      <div className={classes.overview} data-trends={charts.length > 0 || undefined}>
        <DeviceCards device={device} />
        {charts.length > 0 ? (
          <section className={classes.trends} aria-label={t('trends')}>
            <div className={classes.title}>
              <h2>{t('trends')}</h2>
              <RangePicker range={range} onChange={setRange} />
            </div>
            {charts.map((chart) => (
              <MetricChart key={chart.key} id={id} chart={chart} range={range} onRange={setRange} />
            ))}
          </section>
        ) : null}
      </div>
      <ActivityList id={id} />
    </>
  )
}
