import './texts.ts'
import { getTemplateFields } from '@longreach/contract/monitoring/template-endpoints'
import type { AssignedTemplate, CustomData } from '@longreach/contract/monitoring/template-schemas'
import { parseTime } from '@longreach/contract/time'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ChartCard } from '../../charts/chart-card.tsx'
import { defaultPreset, type Range, shifted, zoomTo } from '../../charts/range.ts'
import { RangePicker } from '../../charts/range-picker.tsx'
import { Ago } from '../../ui/ago.tsx'
import { formatNumber } from '../../ui/format.ts'
import classes from './monitoring.module.css'
import { customDataQuery, parameterHistoryQuery } from './queries.ts'

const fieldsQuery = {
  queryKey: ['monitoring', 'fields'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(getTemplateFields, {}, signal)).data,
}

interface Last {
  key: string
  template: number
  url: string
  name: string
  value: string
  at: string
  /** Name for the history; undefined unless the values are numbers. */
  parameter: string | undefined
}

/** The last value of each parameter, newest reports first. */
function lastOf(rows: readonly CustomData[]): Omit<Last, 'parameter'>[] {
  const found = new Map<string, Omit<Last, 'parameter'>>()
  for (const { config_id, data, created_at } of rows)
    for (const [url, values] of Object.entries(data))
      for (const [name, value] of Object.entries(values)) {
        const key = `${config_id} ${url} ${name}`
        if (value !== null && !found.has(key))
          found.set(key, { key, template: config_id, url, name, value: String(value), at: created_at })
      }
  return [...found.values()].sort((one, other) => one.key.localeCompare(other.key))
}

/** The last values that the templates of a device measured, and one parameter over time. */
export function DeviceValues({ id, assigned }: { id: number; assigned: readonly AssignedTemplate[] }) {
  const { t } = useTranslation('monitoring')
  const { data: rows } = useQuery(customDataQuery(id))
  const { data: fields } = useQuery(fieldsQuery)
  const [shown, setShown] = useState<string | null>(null)
  const values = useMemo(() => lastOf(rows ?? []), [rows])
  const names = new Map(assigned.map(({ config_id, config_name }) => [config_id, config_name]))
  if (!assigned.some(({ config_type }) => config_type === 'user')) return null
  const parameterOf = ({ template, url, name }: Omit<Last, 'parameter'>) =>
    fields
      ?.find((one) => one.id === template)
      ?.fields.find((one) => one.url === url && one.id === name && (one.type === 'number' || one.type === 'integer'))
      ?.parameter
  const selected = values.find(({ key }) => key === shown)
  const parameter = selected && parameterOf(selected)
  return (
    <>
      <section className={classes.card} aria-label={t('device.values')}>
        <h2>{t('device.values')}</h2>
        {values.length === 0 ? <p className={classes.note}>{t('device.noValues')}</p> : null}
        <ul className={classes.values}>
          {values.map((one) => (
            <li key={one.key}>
              <span className={classes.parameter}>
                {parameterOf(one) === undefined ? (
                  one.name
                ) : (
                  <button
                    type="button"
                    className={classes.link}
                    aria-label={t('device.show', { name: one.name })}
                    onClick={() => setShown(one.key)}
                  >
                    {one.name}
                  </button>
                )}
                <small>
                  {names.get(one.template)} · {one.url}
                </small>
              </span>
              <strong className="mono" title={one.value}>
                {one.value}
              </strong>
              <small>
                <Ago time={one.at} />
              </small>
            </li>
          ))}
        </ul>
      </section>
      {selected && parameter !== undefined ? <Graph id={id} parameter={parameter} name={selected.name} /> : null}
    </>
  )
}

const style = { format: (value: number) => formatNumber(value, 2) }
const usual: Range = { kind: 'preset', preset: defaultPreset }
const seconds = (text: string) => (parseTime(text)?.getTime() ?? 0) / 1000

function Graph({ id, parameter, name }: { id: number; parameter: string; name: string }) {
  const { t } = useTranslation('monitoring')
  const [range, setRange] = useState<Range>(usual)
  const { data: history, error, refetch } = useQuery(parameterHistoryQuery(id, parameter, range))
  const data = useMemo(() => {
    const series = history?.series[parameter]
    if (!history || !series) return undefined
    return {
      times: history.times,
      from: seconds(history.start),
      to: seconds(history.end),
      series: [{ name, colour: 1, values: series.avg ?? [], low: series.min, high: series.max }],
    }
  }, [history, parameter, name])
  return (
    <>
      <RangePicker range={range} onChange={setRange} />
      <ChartCard
        title={t('device.history', { name })}
        data={data}
        style={style}
        error={error}
        onRetry={() => void refetch()}
        onZoom={(one, other) => {
          const next = zoomTo(one, other)
          if (next) setRange(next)
        }}
        onPan={(by) => setRange(shifted(range, by, Date.now()))}
        onZoomOut={() => setRange(usual)}
      />
    </>
  )
}
