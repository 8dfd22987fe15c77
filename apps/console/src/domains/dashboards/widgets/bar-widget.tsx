import { ranges } from '@longreach/contract/dashboards/constants'
import { findParameter } from '@longreach/contract/link/parameters'
import { useTranslation } from 'react-i18next'
import { formatValue } from '../format.ts'
import { Bars } from './bars.tsx'
import type { WidgetProps } from './kinds.ts'
import { endOf, lineOf } from './line-widget.tsx'
import classes from './widgets.module.css'

/** A value by hour or day; for a counter, its increase. */
export function BarWidget({ widget, name, data }: WidgetProps<'bar'>) {
  const { t } = useTranslation('dashboards')
  const { parameter, range } = widget.options
  const past = data.past?.[range]
  if (!past) return null
  const { points } = lineOf(past.bars, parameter)
  const bars = points.flatMap(([at, value]) => (value === null ? [] : [{ at, value }]))
  if (bars.length === 0) return <p className={classes.nothing}>{t('values.noData')}</p>
  const to = endOf(past.bars)
  const from = to - ranges[range] * 3600
  const bucket = past.bars.find(({ series }) => parameter in series)?.bucket_s ?? 0
  const width = bucket > 0 ? bucket : (to - from) / Math.max(bars.length, 1)
  const format = (value: number) => formatValue(parameter, value)
  const high = format(Math.max(...bars.map(({ value }) => value)))
  return (
    <Bars
      bars={bars}
      width={width}
      from={from}
      to={to}
      format={format}
      bytes={findParameter(parameter)?.unit === 'bytes'}
      label={`${name}, ${t('values.bars', { range: t(`ranges.${range}`), high })}`}
    />
  )
}
