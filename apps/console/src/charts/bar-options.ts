import type { EChartsCoreOption } from 'echarts/core'
import { themeColour } from './colours.ts'
import { type ChartData, type DrawnStyle, plot, tooltipOptions, valueId } from './options.ts'

/** Part of a period that stays free on either side of its bar. */
const margin = 0.12
const mostLabels = 8
/** Points per bar: its corners, and a gap. */
const corners = 5

/** Lengths of the periods; the last one is assumed to be as long as the previous one. */
function widthsOf(times: readonly number[]): number[] {
  return times.map((time, index) => {
    const next = times[index + 1]
    return next === undefined ? time - (times[index - 1] ?? time - 86_400) : next - time
  })
}

/**
 * Stacked amounts by period; a period without values has no bar. The bars are filled outlines of the line renderer: the
 * library's own bars would be a tenth of all chart code.
 */
export function barOptions({ times, series }: ChartData, style: DrawnStyle): EChartsCoreOption {
  const text = themeColour('--text-muted')
  const line = themeColour('--line')
  const widths = widthsOf(times)
  const from = times[0] ?? 0
  const to = (times.at(-1) ?? 0) + (widths.at(-1) ?? 0)
  const middles = times.map((time, index) => (time + (widths[index] ?? 0) / 2) * 1000)
  const every = Math.max(1, Math.ceil(times.length / mostLabels))
  const amounts = times.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
  const names = new Map(middles.map((middle, index) => [middle, style.time(times[index] as number)]))
  return {
    animation: false,
    textStyle: { fontFamily: 'Inter Variable, sans-serif' },
    grid: { ...plot, containLabel: false },
    xAxis: {
      type: 'value',
      min: from * 1000,
      max: to * 1000,
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
      axisLabel: {
        color: text,
        fontSize: 11,
        margin: 10,
        hideOverlap: true,
        customValues: middles.filter((_, index) => index % every === 0),
        formatter: (middle: number) => names.get(middle) ?? '',
      },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      min: 0,
      splitNumber: 4,
      ...(style.step && { interval: style.step(Math.max(...amounts)) }),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: text, fontSize: 11, formatter: style.format },
      splitLine: { lineStyle: { color: line } },
    },
    tooltip: tooltipOptions(times, series, style, corners),
    series: series.map((one, place) => {
      const colour = themeColour(`--chart-${one.colour}`)
      return {
        type: 'line',
        id: `${valueId}${place}`,
        name: one.name,
        stack: 'amounts',
        stackStrategy: 'all',
        symbol: 'none',
        lineStyle: { width: 0 },
        itemStyle: { color: colour },
        areaStyle: { color: colour, opacity: 1 },
        emphasis: { disabled: true },
        data: times.flatMap((time, index) => {
          const free = (widths[index] ?? 0) * margin
          const left = (time + free) * 1000
          const right = (time + (widths[index] ?? 0) - free) * 1000
          const value = one.values[index] ?? null
          // A SIM without reports neither raises nor hides the one stacked on it.
          const height = value ?? (series.some(({ values }) => values[index] != null) ? 0 : null)
          const foot = height === null ? null : 0
          return [
            [left, foot],
            [left, height],
            [right, height],
            [right, foot],
            [right, null],
          ]
        }),
      }
    }),
  }
}
