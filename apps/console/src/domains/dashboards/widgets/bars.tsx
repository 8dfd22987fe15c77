import { niceTicks } from '../format.ts'
import { Plot } from './plot.tsx'

export interface Bar {
  /** Start of the bar in Unix seconds. */
  at: number
  value: number
}

interface Props {
  bars: readonly Bar[]
  /** Seconds per bar. */
  width: number
  from: number
  to: number
  format: (value: number) => string
  label: string
  bytes?: boolean
}

export function Bars({ bars, width, from, to, format, label, bytes = false }: Props) {
  const values = bars.map(({ value }) => value)
  const ticks = niceTicks(Math.min(0, ...values), Math.max(0, ...values), bytes)
  const low = ticks[0] ?? 0
  const high = ticks.at(-1) ?? 1
  const y = (value: number) => 100 - (100 * (value - low)) / (high - low)
  const share = 100 / (to - from)
  return (
    <Plot from={from} to={to} low={low} high={high} ticks={ticks} format={format} label={label}>
      {bars.map(({ at, value }) => {
        const left = Math.max(0, (at - from + width * 0.1) * share)
        const right = Math.min(100, (at - from + width * 0.9) * share)
        return right > left ? (
          <rect
            key={at}
            x={left}
            width={right - left}
            y={Math.min(y(0), y(value))}
            height={Math.abs(y(value) - y(0))}
            style={{ fill: 'var(--chart-1)' }}
          />
        ) : null
      })}
    </Plot>
  )
}
