import type { Threshold } from '@longreach/contract/dashboards/widgets'
import { useTranslation } from 'react-i18next'
import { formatValue, thresholdOf } from '../format.ts'
import type { WidgetProps } from './kinds.ts'
import { ToneLine } from './tone-line.tsx'
import { toneColours } from './tones.ts'
import classes from './widgets.module.css'

/** One value in large type, its meaning, and its position between the thresholds. */
export function ValueWidget({ widget, data }: WidgetProps<'value'>) {
  const { t } = useTranslation('dashboards')
  const { parameter, decimals, thresholds } = widget.options
  const value = data.values?.values[parameter]
  if (value === undefined || value === null) return <p className={classes.nothing}>{t('values.none')}</p>
  return (
    <div className={classes.value}>
      <strong className={classes.large} data-long={formatValue(parameter, value, decimals).length > 12 || undefined}>
        {formatValue(parameter, value, decimals)}
      </strong>
      <ToneLine threshold={thresholdOf(thresholds, value)} />
      {typeof value === 'number' && thresholds.length > 1 ? (
        <Scale value={value} thresholds={thresholds} format={(one) => formatValue(parameter, one, decimals)} />
      ) : null}
    </div>
  )
}

interface ScaleProps {
  value: number
  thresholds: readonly Threshold[]
  format: (value: number) => string
}

/** The thresholds on a line with a mark at the value; the open ones are as wide as the average of the others. */
function Scale({ value, thresholds, format }: ScaleProps) {
  const limits = thresholds.flatMap(({ below }) => (below === null ? [] : [below]))
  const [first = 0] = limits
  const last = limits.at(-1) ?? first
  const width = limits.length > 1 ? (last - first) / (limits.length - 1) : Math.max(Math.abs(first) / 4, 1)
  const from = Math.min(value, first - width)
  const to = Math.max(value, last + width)
  const at = (one: number) => `${(100 * (one - from)) / (to - from)}%`
  const ends = [from, ...limits, to]
  return (
    <div className={classes.scale} aria-hidden="true">
      {thresholds.map(({ tone }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is what it is
          key={index}
          className={classes.band}
          style={{
            left: at(ends[index] ?? from),
            right: `${100 - (100 * ((ends[index + 1] ?? to) - from)) / (to - from)}%`,
            background: toneColours[tone],
          }}
        />
      ))}
      <span className={classes.pointer} style={{ left: at(value) }} />
      {limits.map((limit) => (
        <small key={limit} style={{ left: at(limit) }}>
          {format(limit)}
        </small>
      ))}
    </div>
  )
}
