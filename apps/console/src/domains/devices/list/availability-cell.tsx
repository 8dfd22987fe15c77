import '../texts.ts'
import { useTranslation } from 'react-i18next'
import { shortSince } from '../../../tables/short-since.ts'
import { useNow } from '../../../ui/use-now.ts'
import type { DeviceRow } from '../queries.ts'
import classes from './availability-cell.module.css'

/** Share of the last 30 days with a connection, or of the time since its first one. */
export function AvailabilityCell({ row }: { row: DeviceRow }) {
  const { t } = useTranslation('devices')
  const now = useNow()
  const { availability, availability_since } = row
  const since = shortSince(availability_since, now)
  if (availability === null) return <span className={classes.none}>{t('availability.missing')}</span>
  return (
    <span className={classes.cell}>
      <span className={classes.share} aria-hidden="true">
        <span style={{ width: `${availability}%` }} />
      </span>
      {t('availability.percent', { percent: availability.toFixed(2) })}
      {since ? <small className={classes.none}>{t('availability.since', { time: since })}</small> : null}
    </span>
  )
}
