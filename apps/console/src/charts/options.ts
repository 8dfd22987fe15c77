import type { EChartsCoreOption } from 'echarts/core'
import { dayName } from '../ui/day-name.ts'
import { formatDate } from '../ui/format.ts'
import { timeZone } from '../ui/time-zone.ts'
import { themeColour } from './colours.ts'
import { ticksBetween } from './ticks.ts'

export interface ChartSeries {
  name: string
  /** Number of a colour in the chart palette, 1 to 11. */
  colour: number
  /** Own times, such as those of another period; by default those of the chart. */
  times?: readonly number[]
  /** Parallel to the times; null is a gap. */
  values: readonly (number | null)[]
  low?: readonly (number | null)[] | undefined
  high?: readonly (number | null)[] | undefined
}

export interface ChartData {
  /** Unix seconds, ascending. */
  times: readonly number[]
  series: readonly ChartSeries[]
  from: number
  to: number
}

export interface ChartStyle {
  format: (value: number) => string
  /** On/off values are drawn as steps. */
  steps?: boolean
  /** Starts the axis at zero. */
  fromZero?: boolean
  /** Fixed ends of the axis. */
  bounds?: readonly [number, number]
  /** Draws amounts of whole periods as stacked bars. */
  bars?: boolean
  /** Distance of two ticks on the axis of bars, from the highest bar. */
  step?: (most: number) => number
  /** Label for a time of the chart; by default its date and time. */
  time?: (seconds: number) => string
}

/** A style with everything that drawing needs. */
export type DrawnStyle = ChartStyle & Required<Pick<ChartStyle, 'time'>>

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Prefix of the ids of lines and bars, before their number. */
export const valueId = 'value-'

/** Space for the axis labels; also the origin of pointer positions. */
export const plot = { left: 70, right: 14, top: 12, bottom: 26 } as const

/** The options of a chart, from plain data. Lines are interrupted at gaps. */
export function chartOptions({ times, series, from, to }: ChartData, style: DrawnStyle): EChartsCoreOption {
  const text = themeColour('--text-muted')
  const line = themeColour('--line')
  const isolated = (values: readonly (number | null)[], index: number) =>
    values[index] != null && values[index - 1] == null && values[index + 1] == null
  return {
    animation: false,
    textStyle: { fontFamily: 'Inter Variable, sans-serif' },
    grid: { ...plot, containLabel: false },
    xAxis: {
      type: 'time',
      min: from * 1000,
      max: to * 1000,
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
      axisLabel: {
        color: text,
        fontSize: 11,
        hideOverlap: true,
        formatter: axisTime(to - from),
        customValues: ticksBetween(from * 1000, to * 1000, timeZone()),
      },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      scale: !style.fromZero,
      ...(style.bounds ? boundedAxis(style.bounds) : {}),
      splitNumber: 4,
      axisLabel: { color: text, fontSize: 11, formatter: style.format },
      splitLine: { lineStyle: { color: line } },
    },
    tooltip: tooltipOptions(times, series, style),
    series: series.flatMap((one, place) => {
      const colour = themeColour(`--chart-${one.colour}`)
      const own = one.times ?? times
      const at = (index: number) => (own[index] as number) * 1000
      const points = (values: readonly (number | null)[]) => values.map((value, index) => [at(index), value])
      const banded = one.low && one.high && one.low.some((low, index) => low !== one.high?.[index])
      const base = { type: 'line', showSymbol: false, lineStyle: { opacity: 0 }, silent: true, stackStrategy: 'all' }
      const band = banded
        ? [
            { ...base, id: `low-${place}`, stack: `band-${place}`, data: points(one.low ?? []) },
            {
              ...base,
              id: `high-${place}`,
              stack: `band-${place}`,
              areaStyle: { color: colour, opacity: 0.16 },
              data: (one.high ?? []).map((high, index) => {
                const low = one.low?.[index]
                return [at(index), high == null || low == null ? null : high - low]
              }),
            },
          ]
        : []
      return [
        ...band,
        {
          type: 'line',
          id: `${valueId}${place}`,
          name: one.name,
          data: one.values.map((value, index) => ({
            value: [at(index), value],
            // A single report between two gaps would be a line without length, which is invisible.
            ...(isolated(one.values, index) ? { symbol: 'circle', symbolSize: 4 } : { symbol: 'none' }),
          })),
          showSymbol: true,
          showAllSymbol: true,
          step: style.steps ? 'end' : false,
          connectNulls: false,
          itemStyle: { color: colour },
          lineStyle: { color: colour, width: 1.6 },
          emphasis: { disabled: true },
        },
      ]
    }),
  }
}

/** The box beside the pointer, with the values of all series at its time; each value is drawn with that many points. */
export function tooltipOptions(
  times: readonly number[],
  series: readonly ChartSeries[],
  style: DrawnStyle,
  points = 1,
) {
  return {
    trigger: 'axis',
    confine: true,
    transitionDuration: 0,
    backgroundColor: themeColour('--bar'),
    borderWidth: 0,
    padding: [8, 12],
    textStyle: { color: themeColour('--bar-text'), fontSize: 12 },
    axisPointer: { lineStyle: { color: themeColour('--text-muted') } },
    formatter: (given: unknown) =>
      tooltip(given as { dataIndex: number; seriesId: string }[], times, series, style, points),
  }
}

/** Fixed ends with round steps in between: 0, 25 … 100, or off and on. */
function boundedAxis([min, max]: readonly [number, number]) {
  return { min, max, interval: max - min <= 1 ? 1 : (max - min) / 4 }
}

function axisTime(span: number) {
  const two = (value: number) => String(value).padStart(2, '0')
  return (value: number) => {
    const date = new Date(formatDate(new Date(value)).replace(' ', 'T'))
    const clock = `${two(date.getHours())}:${two(date.getMinutes())}`
    const day = dayName(date)
    if (span > 2 * 86_400) return date.getHours() === 0 && date.getMinutes() === 0 ? day : clock
    return clock === '00:00' ? day : clock
  }
}

function tooltip(
  given: readonly { dataIndex: number; seriesId: string }[],
  times: readonly number[],
  series: readonly ChartSeries[],
  style: DrawnStyle,
  points: number,
): string {
  const found = given.flatMap(({ dataIndex, seriesId }) => {
    const index = Math.floor(dataIndex / points)
    const one = seriesId.startsWith(valueId) ? series[Number(seriesId.slice(valueId.length))] : undefined
    return one && one.values[index] != null ? [{ one, index, value: one.values[index] }] : []
  })
  const [first] = found
  if (!first) return ''
  const rows = found.map(({ one, index, value }) => {
    const low = one.low?.[index]
    const high = one.high?.[index]
    const span = low != null && high != null && low !== high ? ` (${style.format(low)} … ${style.format(high)})` : ''
    const dot = `<span style="display:inline-block;width:8px;height:8px;border-radius:50%;margin-right:6px;background:${themeColour(`--chart-${one.colour}`)}"></span>`
    return `<div>${dot}${escapeHtml(one.name)} <b>${escapeHtml(style.format(value))}</b>${escapeHtml(span)}</div>`
  })
  const time = escapeHtml(style.time((first.one.times ?? times)[first.index] as number))
  return `<div style="opacity:.75;margin-bottom:2px">${time}</div>${rows.join('')}`
}
