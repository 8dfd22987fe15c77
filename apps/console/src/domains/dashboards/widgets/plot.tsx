import type { ReactNode } from 'react'
import { ticksBetween } from '../../../charts/ticks.ts'
import { dayName } from '../../../ui/day-name.ts'
import { formatDate } from '../../../ui/format.ts'
import { timeZone } from '../../../ui/time-zone.ts'
import classes from './plot.module.css'

interface Props {
  /** Unix seconds. */
  from: number
  to: number
  low: number
  high: number
  ticks: readonly number[]
  format: (value: number) => string
  /** Description of the plot for screen readers. */
  label: string
  /** Drawn in a square of 100 by 100 that is stretched over the plot. */
  children: ReactNode
  /** Lines of text over the plot, at their values. */
  notes?: readonly { at: number; words: string; colour: string }[]
}

/** Axes around a drawing over time; the drawing does not have to measure the page. */
export function Plot({ from, to, low, high, ticks, format, label, children, notes = [] }: Props) {
  const times = timesOf(from, to)
  const rise = (value: number) => `${(100 * (value - low)) / (high - low)}%`
  return (
    <div className={classes.plot} role="img" aria-label={label}>
      <div
        className={classes.scale}
        style={{ minWidth: `${Math.max(6, ...ticks.map((tick) => format(tick).length))}ch` }}
        aria-hidden="true"
      >
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: rise(tick) }}>
            {format(tick)}
          </span>
        ))}
      </div>
      <div className={classes.field} aria-hidden="true">
        {ticks.map((tick) => (
          <i key={tick} style={{ bottom: rise(tick) }} />
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {children}
        </svg>
        {notes.map(({ at, words, colour }) => (
          <span key={`${at} ${words}`} className={classes.note} style={{ bottom: rise(at), color: colour }}>
            {words}
          </span>
        ))}
      </div>
      <div className={classes.times} aria-hidden="true">
        {times.map(({ at, words }) => (
          <span key={at} style={{ left: `${at}%` }}>
            {words}
          </span>
        ))}
      </div>
    </div>
  )
}

interface Tick {
  /** Percent of the plot. */
  at: number
  words: string
}

const known = new Map<string, readonly Tick[]>()

/** The times below a plot. Cached, since all plots of one range share them, and date formats are slow to create. */
function timesOf(from: number, to: number): readonly Tick[] {
  const key = `${from} ${to}`
  const found = known.get(key)
  if (found) return found
  if (known.size > 20) known.clear()
  // Labels at the ends would be cut off.
  const edge = (to - from) * 30
  const times = ticksBetween(from * 1000 + edge, to * 1000 - edge, timeZone()).map((time) => ({
    at: (100 * (time / 1000 - from)) / (to - from),
    words: timeText(time, to - from),
  }))
  known.set(key, times)
  return times
}

function timeText(time: number, span: number): string {
  const shown = formatDate(new Date(time))
  if (span <= 2 * 86_400 && !shown.includes(' 00:00')) return shown.slice(11, 16)
  const [year = 0, month = 1, day = 1] = shown.slice(0, 10).split('-').map(Number)
  return dayName(new Date(year, month - 1, day))
}
