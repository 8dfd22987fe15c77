import './texts.ts'
import { findParameter, isText } from '@longreach/contract/link/parameters'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Search } from '../../../api/search.ts'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { type Range, readRange, shifted, writeRange, zoomTo } from '../../../charts/range.ts'
import { RangePicker } from '../../../charts/range-picker.tsx'
import { useRefresh } from '../../../charts/refresh.ts'
import { RefreshPicker } from '../../../charts/refresh-picker.tsx'
import { Select } from '../../../ui/select.tsx'
import { deviceChoicesQuery } from '../public/device-field.ts'
import { ChangeList } from './change-list.tsx'
import { comparedPeriods, earlier, isComparedPeriod, overlaid } from './comparison.ts'
import { downloadHistory, historyQuery, toChartData } from './history.ts'
import { formatOf, type MetricChartSpec, type Unit } from './metrics.ts'
import { fullLabel } from './moments.ts'
import { unitOf } from './parameter-text.ts'
import { ShareCard } from './share-card.tsx'
import classes from './tab.module.css'

const usual = '7d'
const none = 'none'
const otherDevice = 'device'

/** Chart of one parameter; a counter is drawn by its increase. */
function specOf(name: string): MetricChartSpec {
  const unit: Unit = unitOf(name)
  const counter = findParameter(name)?.type === 'counter'
  const reading = counter ? 'increase' : unit === 'on' ? 'last' : 'average'
  return { key: name, title: name, parameters: [name], reading, unit, ...(unit === 'on' ? { bounds: [0, 1] } : {}) }
}

interface Props {
  device: { id: number; name: string }
  parameters: readonly string[]
  search: Search
  onSearch: (search: Search) => void
}

/** One parameter over time, optionally compared with another period or device. */
export function HistoryChart({ device, parameters, search, onSearch }: Props) {
  const { t } = useTranslation('history')
  const sorted = useMemo(
    () =>
      parameters
        .map((name) => ({ value: name, label: fullLabel(name) }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [parameters],
  )
  const name =
    parameters.find((one) => one === search.parameter) ??
    parameters.find((one) => one === 'signal') ??
    sorted[0]?.value ??
    ''
  const range = readRange(search, usual)
  const setRange = (next: Range) => onSearch(writeRange(search, next, usual))
  const compared = search.compare ?? none
  const parameter = findParameter(name)
  const words = parameter !== undefined && isText(parameter)
  return (
    <section className={classes.over} aria-label={t('overTime')}>
      <div className={classes.tools}>
        <div className={classes.choices}>
          <Select
            label={t('parameter')}
            value={name}
            options={sorted}
            searchable
            onChange={(next) => onSearch({ ...search, parameter: next })}
          />
          {words ? null : (
            <Select
              label={t('compare')}
              value={isComparedPeriod(compared) || compared === otherDevice ? compared : none}
              options={[
                { value: none, label: t('compareNone') },
                { value: otherDevice, label: t('compareDevice') },
                { value: 'day', label: t('compareDay') },
                { value: 'week', label: t('compareWeek') },
                { value: 'month', label: t('compareMonth') },
                { value: 'year', label: t('compareYear') },
              ]}
              onChange={(next) => onSearch({ ...search, compare: next === none ? '' : next })}
            />
          )}
          {!words && compared === otherDevice ? (
            <OtherDevice
              own={device.id}
              value={search.device ?? ''}
              onChange={(next) => onSearch({ ...search, device: next })}
            />
          ) : null}
        </div>
        <div className={classes.ranges}>
          <RangePicker range={range} onChange={setRange} />
          <RefreshPicker />
        </div>
      </div>
      {words ? (
        <>
          <ShareCard id={device.id} name={name} range={range} />
          <ChangeList id={device.id} parameters={[name]} range={range} />
        </>
      ) : (
        <Chart
          device={device}
          name={name}
          range={range}
          compared={compared}
          other={Number(search.device)}
          onRange={setRange}
        />
      )}
    </section>
  )
}

interface ChartProps {
  device: Props['device']
  name: string
  range: Range
  compared: string
  other: number
  onRange: (range: Range) => void
}

function Chart({ device, name, range, compared, other, onRange }: ChartProps) {
  const { t } = useTranslation('history')
  const [refresh] = useRefresh()
  const spec = useMemo(() => specOf(name), [name])
  const first = useQuery(historyQuery(device.id, spec.parameters, range, refresh))
  const later = isComparedPeriod(compared) ? comparedPeriods[compared] : 0
  const withDevice = compared === otherDevice && Number.isInteger(other) && other > 0
  const second = useQuery({
    ...historyQuery(
      withDevice ? other : device.id,
      spec.parameters,
      later > 0 ? earlier(range, later, Date.now()) : range,
      refresh,
    ),
    enabled: withDevice || later > 0,
  })
  const { data: named } = useQuery({ ...deviceChoicesQuery({ id: String(other) }), enabled: withDevice })
  const otherName = named?.find(({ id }) => id === other)?.name ?? `#${other}`
  const label = fullLabel(name)
  const names = useMemo(
    (): [string, string] =>
      isComparedPeriod(compared) ? [label, t(periodLabels[compared])] : [device.name, otherName],
    [compared, label, device.name, otherName, t],
  )
  const data = useMemo(() => {
    if (!first.data) return undefined
    const own = toChartData(first.data, spec, () => label)
    return second.data && (withDevice || later > 0) ? overlaid(own, second.data, spec, { names, later }) : own
  }, [first.data, second.data, spec, label, names, withDevice, later])
  const style = useMemo(
    () => ({
      format: formatOf(spec.unit),
      ...(spec.bounds ? { bounds: spec.bounds } : {}),
      ...(spec.unit === 'on' ? { steps: true } : {}),
    }),
    [spec],
  )
  return (
    <ChartCard
      title={label}
      data={data}
      style={style}
      error={first.error ?? second.error}
      onRetry={() => {
        void first.refetch()
        if (withDevice || later > 0) void second.refetch()
      }}
      onZoom={(one, end) => {
        const next = zoomTo(one, end)
        if (next) onRange(next)
      }}
      onPan={(seconds) => onRange(shifted(range, seconds, Date.now()))}
      onZoomOut={() => onRange({ kind: 'preset', preset: usual })}
      onCsv={() => downloadHistory(device.id, spec.parameters, range)}
    />
  )
}

const periodLabels = {
  day: 'compareDay',
  week: 'compareWeek',
  month: 'compareMonth',
  year: 'compareYear',
} as const

function OtherDevice({ own, value, onChange }: { own: number; value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('history')
  const [typed, setTyped] = useState('')
  const { data: found = [] } = useQuery(deviceChoicesQuery(typed === '' ? {} : { q: typed }))
  const { data: named = [] } = useQuery({ ...deviceChoicesQuery({ id: value }), enabled: value !== '' })
  const devices = [...named, ...found.filter(({ id }) => !named.some((one) => one.id === id))]
  return (
    <Select
      label={t('device')}
      value={value || null}
      options={devices
        .filter(({ id }) => id !== own)
        .map(({ id, name, serial }) => ({ value: String(id), label: `${name} · ${serial}` }))}
      searchable
      onSearch={setTyped}
      placeholder={t('devicePlaceholder')}
      emptyText={t('noDevice')}
      onChange={onChange}
    />
  )
}
