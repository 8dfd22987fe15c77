import '../texts.ts'
import { useTranslation } from 'react-i18next'
import type { DeviceRow } from '../queries.ts'
import classes from './availability-cell.module.css'

/** Share of the last 30 days with a connection. */
export function AvailabilityCell({ row }: { row: DeviceRow }) {
  const { t } = useTranslation('devices')
  const { availability } = row
  if (availability === null)
    return (
      <span className={classes.none} title={t('availability.missingHint')}>
        {t('availability.missing')}
      </span>
    )
  return (
    <span className={classes.cell}>
      <span className={classes.share} aria-hidden="true">
        <span style={{ width: `${availability}%` }} />
      </span>
      {t('availability.percent', { percent: availability.toFixed(2) })}
    </span>
  )
}
