import { ranges } from '@longreach/contract/dashboards/constants'
import type { Threshold } from '@longreach/contract/dashboards/widgets'
import { findParameter } from '@longreach/contract/link/parameters'
import type { History } from '@longreach/contract/monitoring/schemas'
import { parseTime } from '@longreach/contract/time'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatValue, labelOf, niceTicks } from '../format.ts'
import type { WidgetProps } from './kinds.ts'
import { Plot } from './plot.tsx'
import { toneColours } from './tones.ts'
import classes from './widgets.module.css'

export interface Line {
  name: string
  /** Unix seconds with values; null is a gap. */
  points: readonly (readonly [time: number, value: number | null])[]
}

/** The line of a parameter, from the first history that has it; for a counter, its increase. */
export function lineOf(histories: readonly History[], name: string): Line {
  const history = histories.find(({ series }) => name in series)
  const series = history?.series[name]
  const values = series?.avg ?? series?.last ?? series?.increase ?? []
  return { name, points: (history?.times ?? []).map((time, at) => [time, values[at] ?? null] as const) }
}

export const endOf = (histories: readonly History[]): number =>
  (parseTime(histories[0]?.end ?? '')?.getTime() ?? Date.now()) / 1000

/** Values over time; beyond a threshold a line has the colour of its tone. */
export function LineWidget({ widget, name, data }: WidgetProps<'line'>) {
  const { t } = useTranslation('dashboards')
  const gradient = useId()
  const { parameters, range, thresholds } = widget.options
  const past = data.past?.[range]
  if (!past) return null
  const lines = parameters.map((parameter) => lineOf(past.lines, parameter))
  const values = lines.flatMap(({ points }) => points.flatMap(([, value]) => (value === null ? [] : [value])))
  if (values.length === 0) return <p className={classes.nothing}>{t('values.noData')}</p>
  const ticks = niceTicks(
    Math.min(...values),
    Math.max(...values),
    findParameter(parameters[0] ?? '')?.unit === 'bytes',
  )
  const low = ticks[0] ?? 0
  const high = ticks.at(-1) ?? 1
  const to = endOf(past.lines)
  const from = to - ranges[range] * 3600
  const y = (value: number) => 100 - (100 * (value - low)) / (high - low)
  const [first = ''] = parameters
  const format = (value: number) => formatValue(first, value)
  const label = lines
    .map((line) => {
      const own = line.points.flatMap(([, value]) => (value === null ? [] : [value]))
      return t('values.chart', {
        name: parameters.length > 1 ? labelOf(line.name) : name,
        range: t(`ranges.${range}`),
        low: formatValue(line.name, Math.min(...own)),
        high: formatValue(line.name, Math.max(...own)),
        last: formatValue(line.name, own.at(-1)),
      })
    })
    .join('. ')
  const limits = limitsOf(thresholds, low, high)
  return (
    <>
      <Plot
        from={from}
        to={to}
        low={low}
        high={high}
        ticks={ticks}
        format={format}
        label={label}
        notes={limits.map(({ at, words, tone, above }) => ({
          at,
          words: words && t(above ? 'values.limit' : 'values.limitBelow', { words, value: format(at) }),
          colour: `var(--${tone === 'bad' ? 'offline' : 'pending'}-text)`,
        }))}
      >
        <defs>
          {lines.map((line, index) => (
            <linearGradient
              key={line.name}
              id={`${gradient}-${index}`}
              gradientUnits="userSpaceOnUse"
              x1="0"
              x2="0"
              y1="100"
              y2="0"
            >
              {stopsOf(thresholds, low, high, `var(--chart-${index + 1})`).map(({ at, colour }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: its place is what it is
                <stop key={place} offset={`${at}%`} style={{ stopColor: colour }} />
              ))}
            </linearGradient>
          ))}
        </defs>
        {limits.map(({ at, tone }) => (
          <line key={at} x1="0" x2="100" y1={y(at)} y2={y(at)} style={{ stroke: toneColours[tone] }} />
        ))}
        {lines.map((line, index) => (
          <path
            key={line.name}
            d={pathOf(line, (time) => (100 * (time - from)) / (to - from), y)}
            style={{
              // A flat line has no height, so a gradient on it is not drawn.
              stroke: thresholds.length > 0 ? `url(#${gradient}-${index})` : `var(--chart-${index + 1})`,
            }}
          />
        ))}
      </Plot>
      {parameters.length > 1 ? (
        <ul className={classes.legend} aria-hidden="true">
          {parameters.map((parameter, index) => (
            <li key={parameter}>
              <span style={{ background: `var(--chart-${index + 1})` }} />
              {labelOf(parameter)}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** Several times as fast as `toFixed`, for thousands of points. */
const rounded = (value: number) => Math.round(value * 100) / 100

/** Not joined across a gap; a single value is a dot. */
function pathOf({ points }: Line, x: (time: number) => number, y: (value: number) => number): string {
  let path = ''
  let pen = false
  for (const [time, value] of points) {
    if (value === null) {
      pen = false
      continue
    }
    path += `${pen ? 'L' : 'M'}${rounded(x(time))} ${rounded(y(value))}${pen ? '' : 'h0.01'}`
    pen = true
  }
  return path
}

/** Limits of the thresholds that deserve attention, within the plot. */
function limitsOf(thresholds: readonly Threshold[], low: number, high: number) {
  return thresholds.flatMap(({ below }, index) => {
    const next = thresholds[index + 1]
    if (below === null || !next || below <= low || below >= high) return []
    const [under, over] = [thresholds[index] as Threshold, next]
    const noticed = (one: Threshold) => one.tone === 'bad' || one.tone === 'warning'
    if (noticed(over)) return [{ at: below, words: over.words, tone: over.tone, above: true }]
    return noticed(under) ? [{ at: below, words: under.words, tone: under.tone, above: false }] : []
  })
}

/** Colours from the bottom to the top of the plot, in percent of its height. */
function stopsOf(thresholds: readonly Threshold[], low: number, high: number, plain: string) {
  const share = (value: number) => Math.min(100, Math.max(0, (100 * (value - low)) / (high - low)))
  let start = 0
  return thresholds.flatMap(({ below, tone }) => {
    const end = below === null ? 100 : share(below)
    const colour = tone === 'bad' || tone === 'warning' ? toneColours[tone] : plain
    const stops = [
      { at: start, colour },
      { at: end, colour },
    ]
    start = end
    return stops
  })
}
