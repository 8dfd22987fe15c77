import './texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../../charts/range.ts'
import { useRefresh } from '../../../charts/refresh.ts'
import { historyQuery } from './history.ts'
import { fullLabel } from './moments.ts'
import classes from './share-card.module.css'

const coloured = 6
const daySeconds = 86_400
/** With more days than this, bars have no gaps. */
const spacedDays = 60
/** Maximum pixels of a bar with its gap. */
const widestBar = 30

const colourOf = (place: number, value: string | null) =>
  value === null || place >= coloured ? 'var(--text-muted)' : `var(--chart-${place + 1})`

const percent = (part: number, whole: number) => {
  const share = (part / whole) * 100
  return share > 0 && share < 1 ? '< 1 %' : share < 100 && share > 99 ? '> 99 %' : `${Math.round(share)} %`
}

/** Days in UTC, as in the responses of the server. */
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/** Share of the time for each value of a text parameter: in total, and as a bar for each day. */
export function ShareCard({ id, name, range }: { id: number; name: string; range: Range }) {
  const { t } = useTranslation('history')
  const [refresh] = useRefresh()
  const { data } = useQuery(historyQuery(id, [name], range, refresh))
  const shares = data?.shares[name]
  if (!shares || shares.times.length === 0) return null
  const sums = shares.seconds.map((row) => row.reduce((sum, seconds) => sum + seconds, 0))
  const whole = sums.reduce((sum, seconds) => sum + seconds, 0)
  const labelOf = (value: string | null) => value ?? t('shareOthers')
  const parts = shares.values.map((value, place) => ({
    value,
    place,
    label: labelOf(value),
    colour: colourOf(place, value),
  }))
  const [first = 0] = shares.times
  const last = shares.times.at(-1) ?? first
  // Days without reports have an empty bar.
  const all = Array.from({ length: (last - first) / daySeconds + 1 }, (_, day) => first + day * daySeconds)
  const days = all.map((time) => {
    const day = shares.times.indexOf(time)
    const spent = parts.map((part) => ({ ...part, seconds: shares.seconds[part.place]?.[day] ?? 0 }))
    return {
      time,
      spent: spent.filter(({ seconds }) => seconds > 0),
      sum: spent.reduce((sum, one) => sum + one.seconds, 0),
    }
  })
  return (
    <section className={classes.card} aria-label={t('shareTitle', { name: fullLabel(name) })}>
      <h2>{t('shareTitle', { name: fullLabel(name) })}</h2>
      <ul className={classes.values}>
        {parts.map(({ value, place, label, colour }) => (
          <li key={value ?? ''}>
            <i style={{ background: colour }} />
            <span>{label}</span>
            <strong>{percent(sums[place] ?? 0, whole)}</strong>
          </li>
        ))}
      </ul>
      {days.length > 1 ? (
        <div className={classes.chart} style={{ maxWidth: Math.max(280, days.length * widestBar) }}>
          <ol className={classes.days} data-dense={days.length > spacedDays || undefined} aria-label={t('shareDays')}>
            {days.map(({ time, spent, sum }) => {
              const words =
                spent.map(({ label, seconds }) => `${label} ${percent(seconds, sum)}`).join(', ') || t('shareNone')
              return (
                <li key={time} title={`${dayOf(time)}: ${words}`}>
                  <span className="visually-hidden">{`${dayOf(time)}: ${words}`}</span>
                  {spent.map(({ value, colour, seconds }) => (
                    <i key={value ?? ''} style={{ flexGrow: seconds, background: colour }} />
                  ))}
                </li>
              )
            })}
          </ol>
          <p className={classes.span}>
            <span>{dayOf(first)}</span>
            <span>{t('shareUtc')}</span>
            <span>{dayOf(last)}</span>
          </p>
        </div>
      ) : null}
    </section>
  )
}
