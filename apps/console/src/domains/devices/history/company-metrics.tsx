import './company-metrics-texts.ts'
import { locationParameters } from '@longreach/contract/devices/position'
import { type CompanyMetric, companyMetricNames } from '@longreach/contract/monitoring/constants'
import { getCompanyMetrics } from '@longreach/contract/monitoring/endpoints'
import { formatTime } from '@longreach/contract/time'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import type { Search } from '../../../api/search.ts'
import { useCan } from '../../../api/session.ts'
import { ChartCard } from '../../../charts/chart-card.tsx'
import type { ChartData } from '../../../charts/options.ts'
import { boundsOf, type Range, readRange, writeRange, zoomTo } from '../../../charts/range.ts'
import { RangePicker } from '../../../charts/range-picker.tsx'
import { withGaps } from '../../../charts/with-gaps.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { type CompanyTab, useCompanyTab } from '../../companies/public/use-company-tab.tsx'
import classes from './company-metrics.module.css'
import { CompanyMetricsTable } from './company-metrics-table.tsx'
import { TagSelect } from './company-metrics-tag.tsx'
import { formatOf } from './metrics.ts'

const units = {
  signal: 'dBm',
  temperature: '°C',
  sent: 'bytes',
  received: 'bytes',
  analog_input: 'V',
  satellites: '',
  speed: 'km/h',
} as const satisfies Record<CompanyMetric, Parameters<typeof formatOf>[0]>

const defaultRange = '30d'

/** `/companies/{id}/metrics`: the lowest and highest values that the devices of a company reported. */
export function CompanyMetrics() {
  const company = useCompanyTab()
  return company ? <Metrics key={company.id} company={company} /> : null
}

function useMetrics(
  company: CompanyTab,
  parameter: CompanyMetric,
  range: Range,
  tag: string | undefined,
  offset: number,
) {
  const included = 'within' in company.limits
  return useQuery({
    queryKey: ['devices', 'company-metrics', company.id, included, parameter, range, tag, offset],
    queryFn: async ({ signal }) => {
      const { from, to } = boundsOf(range, Date.now())
      const query = {
        parameter,
        start_date: formatTime(new Date(from * 1000)),
        end_date: formatTime(new Date(to * 1000)),
        include_child_companies: included,
        ...(tag ? { tag_id: tag } : {}),
        ...(offset > 0 ? { offset } : {}),
      }
      const { data, meta } = await call(getCompanyMetrics, { params: { id: company.id }, query }, signal)
      return { ...data, total: meta.total ?? 0, offset, parameter, from, to }
    },
    ...(range.kind === 'preset' ? { refetchInterval: 60_000 } : { staleTime: 60_000 }),
    placeholderData: keepPreviousData,
  })
}

function Metrics({ company }: { company: CompanyTab }) {
  const { t } = useTranslation('companyMetrics')
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const range = readRange(search, defaultRange)
  const located = useCan('view_device_location')
  const names = companyMetricNames.filter((name) => located || !locationParameters.includes(name))
  const parameter = names.find((name) => name === search.parameter) ?? 'signal'
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useMetrics(company, parameter, range, search.tag_id, offset)
  const go = (next: Search) => {
    setOffset(0)
    void navigate({
      to: '/companies/$company_id/metrics',
      params: { company_id: String(company.id) },
      search: next as never,
      replace: true,
    })
  }
  const setRange = (next: Range) => go(writeRange(search, next, defaultRange))
  const style = useMemo(() => ({ format: formatOf(units[data?.parameter ?? 'signal']) }), [data?.parameter])
  const chart = useMemo((): ChartData | undefined => {
    if (!data) return undefined
    const { times, sources } = withGaps(data.times, data.bucket_s)
    const values = (list: readonly number[]) =>
      sources.map((source) => (source === null ? null : (list[source] ?? null)))
    return {
      times,
      from: data.from,
      to: data.to,
      series: [
        { name: t('highest'), colour: 3, values: values(data.maximum) },
        { name: t('average'), colour: 1, values: values(data.average) },
        { name: t('lowest'), colour: 6, values: values(data.minimum) },
      ],
    }
  }, [data, t])
  return (
    <div className={classes.tab}>
      <div className={classes.tools}>
        <div className={classes.parameters}>
          <Segmented
            label={t('parameter')}
            value={parameter}
            options={names.map((value) => ({ value, label: t(`parameters.${value}`) }))}
            onChange={(value) => go({ ...search, parameter: value })}
          />
        </div>
        <RangePicker range={range} onChange={setRange} />
        <div className={classes.limits}>
          <TagSelect value={search.tag_id} onChange={(tag) => go({ ...search, tag_id: tag ?? '' })} />
          {company.tools}
        </div>
      </div>
      <ChartCard
        title={t(`parameters.${data?.parameter ?? parameter}`)}
        data={chart}
        style={style}
        error={error}
        onRetry={() => void refetch()}
        onZoom={(one, other) => {
          const next = zoomTo(one, other)
          if (next) setRange(next)
        }}
        onZoomOut={() => setRange({ kind: 'preset', preset: defaultRange })}
        note={data?.devices.length === 0 ? <p className={classes.note}>{t('noneYet')}</p> : null}
      />
      {data && data.devices.length > 0 ? (
        <CompanyMetricsTable
          data={data}
          total={data.total}
          offset={data.offset}
          format={style.format}
          onOffset={setOffset}
        />
      ) : null}
    </div>
  )
}
