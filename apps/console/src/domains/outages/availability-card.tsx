import './texts.ts'
import type { Outage } from '@longreach/contract/outages/schemas'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../api/error.ts'
import { shortSince } from '../../tables/short-since.ts'
import { Button } from '../../ui/button.tsx'
import { dayName } from '../../ui/day-name.ts'
import { formatApiTime, formatDuration } from '../../ui/format.ts'
import { ErrorState } from '../../ui/state.tsx'
import { Tip } from '../../ui/tip.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './availability-card.module.css'
import { type Day, daysOf } from './days.ts'
import { availabilityQuery, outagesQuery } from './queries.ts'

const few = 4
const most = 100

/** Share of the last 30 days with a connection, a box for each day, and the outages with their length and reason. */
export function AvailabilityCard({ id }: { id: number }) {
  const { t } = useTranslation('outages')
  const now = useNow()
  const [limit, setLimit] = useState(few)
  const { data: availability, error, refetch } = useQuery(availabilityQuery(id))
  const { data: list } = useQuery(outagesQuery(id, limit))
  if (error && !availability)
    return <ErrorState title={t('availability.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  if (!availability || availability.percent === null) return null
  const { percent, since, outages, offline } = availability
  const known = shortSince(since, now)
  const days = daysOf(availability, new Date(now))
  return (
    <section className={classes.card} aria-label={t('availability.title')}>
      <div className={classes.head}>
        <div>
          <h2>{t('availability.title')}</h2>
          <p className={classes.percent}>{t('availability.percent', { percent: percent.toFixed(2) })}</p>
          {known ? <p className={classes.since}>{t('availability.since', { time: known })}</p> : null}
        </div>
        <div className={classes.days}>
          <ol className={classes.bar} aria-label={t('availability.bar')}>
            {days.map((day) => (
              <DayBox key={day.start.getTime()} day={day} />
            ))}
          </ol>
          <p className={classes.legend}>
            <span>{days[0] ? dayName(days[0].start) : null}</span>
            <span>
              {outages === 0
                ? t('availability.none', { time: formatApiTime(since) })
                : t('availability.summary', { count: outages, duration: formatDuration(offline) })}
            </span>
            <span>{t('availability.today')}</span>
          </p>
        </div>
      </div>
      {list && list.data.length > 0 ? (
        <ul className={classes.list} aria-label={t('availability.list')}>
          {list.data.map((outage) => (
            <OutageLine key={outage.started_at} outage={outage} />
          ))}
        </ul>
      ) : null}
      {list && (list.meta.total ?? 0) > list.data.length && limit < most ? (
        <Button size="small" look="quiet" onClick={() => setLimit(Math.min(most, limit + 20))}>
          {t('availability.more')}
        </Button>
      ) : null}
    </section>
  )
}

function DayBox({ day }: { day: Day }) {
  const { t } = useTranslation('outages')
  const name = dayName(day.start)
  const label =
    day.before >= 1
      ? t('availability.dayUnknown', { day: name })
      : day.offline > 0
        ? t('availability.day', { day: name, duration: formatDuration(day.offline) })
        : t('availability.dayFine', { day: name })
  const percent = (share: number) => `${share * 100}%`
  return (
    <Tip label={label}>
      <li className={classes.day} data-today={day.ahead > 0 || undefined}>
        <span className={classes.hidden}>{label}</span>
        <span className={classes.fine} style={{ left: percent(day.before), right: percent(day.ahead) }} />
        {day.outages.map(({ from, to }) => (
          <span key={from} className={classes.lost} style={{ left: percent(from), width: percent(to - from) }} />
        ))}
      </li>
    </Tip>
  )
}

function OutageLine({ outage }: { outage: Outage }) {
  const { t } = useTranslation('outages')
  const { started_at, ended_at, duration, explanation } = outage
  return (
    <li className={classes.line}>
      <span className={classes.time}>{formatApiTime(started_at)}</span>
      <strong>{formatDuration(duration)}</strong>
      <span className={classes.why}>{explanation}</span>
      {ended_at === null ? <span className={classes.lasting}>{t('availability.lasting')}</span> : null}
    </li>
  )
}
