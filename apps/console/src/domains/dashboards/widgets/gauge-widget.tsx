import { useTranslation } from 'react-i18next'
import { formatValue, thresholdOf } from '../format.ts'
import type { WidgetProps } from './kinds.ts'
import { toneColours } from './tones.ts'
import classes from './widgets.module.css'

const radius = { value: 44, bands: 36 } as const
/** Degrees from the top at which the scale starts and ends. */
const reach = 125

function point(share: number, r: number): string {
  const angle = ((share * 2 - 1) * reach * Math.PI) / 180
  return `${(50 + r * Math.sin(angle)).toFixed(2)} ${(50 - r * Math.cos(angle)).toFixed(2)}`
}

/** An arc of the scale between two shares of it. */
function arc(from: number, to: number, r: number): string {
  const large = (to - from) * reach * 2 > 180 ? 1 : 0
  return `M ${point(from, r)} A ${r} ${r} 0 ${large} 1 ${point(to, r)}`
}

/** A value on a round scale, its thresholds inside. */
export function GaugeWidget({ widget, name, data }: WidgetProps<'gauge'>) {
  const { t } = useTranslation('dashboards')
  const { parameter, min, max, decimals, thresholds } = widget.options
  const value = data.values?.values[parameter]
  const shareOf = (one: number) => Math.min(1, Math.max(0, (one - min) / (max - min)))
  const threshold = thresholdOf(thresholds, value)
  const shown = typeof value === 'number' ? shareOf(value) : 0
  const text = formatValue(parameter, value, decimals)
  const ends = [min, ...thresholds.map(({ below }) => below ?? max)]
  return (
    <div className={classes.gauge}>
      <svg viewBox="0 0 100 80" role="img" aria-label={`${name}: ${text} ${threshold?.words ?? ''}`}>
        <path className={classes.track} d={arc(0, 1, radius.value)} />
        {thresholds.map(({ tone }, index) => {
          const [from, to] = [shareOf(ends[index] ?? min), shareOf(ends[index + 1] ?? max)]
          return to > from ? (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: its place is what it is
              key={index}
              className={classes.inner}
              d={arc(from, to, radius.bands)}
              style={{ stroke: toneColours[tone] }}
            />
          ) : null
        })}
        {shown > 0 ? (
          <path
            className={classes.arc}
            d={arc(0, shown, radius.value)}
            style={{ stroke: toneColours[threshold?.tone ?? 'none'] }}
          />
        ) : null}
      </svg>
      <p className={classes.center}>
        <strong>{value === undefined ? t('values.none') : text}</strong>
        {threshold?.words ? <span>{threshold.words}</span> : null}
      </p>
    </div>
  )
}
