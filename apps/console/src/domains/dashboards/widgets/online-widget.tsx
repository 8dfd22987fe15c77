import { ranges } from '@longreach/contract/dashboards/constants'
import { parseTime } from '@longreach/contract/time'
import { useTranslation } from 'react-i18next'
import { formatApiTime, formatDuration, formatMoment } from '../../../ui/format.ts'
import { useNow } from '../../../ui/use-now.ts'
import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

const msOf = (text: string | null) => (text ? (parseTime(text)?.getTime() ?? 0) : 0)

/** Connection of the device over time, as a line with gaps. */
export function OnlineWidget({ widget, data }: WidgetProps<'online'>) {
  const { t } = useTranslation('dashboards')
  const now = useNow()
  const { range } = widget.options
  const past = data.past?.[range]
  if (!past) return null
  const start = now - ranges[range] * 3_600_000
  const known = Math.max(start, msOf(past.online?.since ?? null))
  if (!past.online?.since) return <p className={classes.nothing}>{t('values.noData')}</p>
  const outages = past.online.periods
    .map((period) => ({
      ...period,
      from: Math.max(known, msOf(period.started_at)),
      to: period.ended_at === null ? now : msOf(period.ended_at),
    }))
    .filter(({ from, to }) => to > from)
  const offline = outages.reduce((sum, { from, to }) => sum + (to - from), 0)
  const percent = ((1 - offline / Math.max(1, now - known)) * 100).toFixed(2)
  const share = (ms: number) => `${(100 * ms) / (now - start)}%`
  return (
    <div className={classes.value}>
      <strong className={classes.large}>{t('values.available', { percent })}</strong>
      <div className={classes.timeline} aria-hidden="true">
        <span data-known style={{ left: share(known - start), right: 0 }} />
        {outages.map(({ started_at, ended_at, title, from, to }) => (
          <span
            key={started_at}
            title={`${title}: ${t('values.outage', {
              from: formatApiTime(started_at),
              to: ended_at ? formatApiTime(ended_at) : t('values.now'),
            })}`}
            style={{ left: share(from - start), width: share(to - from) }}
          />
        ))}
      </div>
      <p className={classes.soft}>
        {outages.length === 0
          ? known > start
            ? t('values.noOutagesSince', { time: formatMoment(past.online.since) })
            : t('values.noOutages')
          : t('values.outages', { count: outages.length, duration: formatDuration(offline / 1000) })}
      </p>
    </div>
  )
}
