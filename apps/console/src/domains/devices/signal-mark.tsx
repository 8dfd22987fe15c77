import { type SignalBand, signalBand } from '@longreach/contract/devices/constants'
import { useTranslation } from 'react-i18next'
import classes from './signal-mark.module.css'

/** Bars by dBm: finer than the bands of the filter, so that similar values look different. */
function bars(dbm: number, band: SignalBand): number {
  if (band === 'no_signal') return 0
  if (band === 'low') return 1
  return dbm >= -70 ? 4 : dbm >= -80 ? 3 : 2
}

/** Signal bars and the value in dBm; a dash if there is no modem or no report. */
export function SignalMark({ dbm }: { dbm: number | null }) {
  const { t } = useTranslation('devices')
  if (dbm === null) return <span className={classes.none}>—</span>
  const band = signalBand(dbm)
  const lit = bars(dbm, band)
  return (
    <span className={classes.mark} data-bars={lit} data-live>
      <svg width="15" height="13" viewBox="0 0 15 13" role="img" aria-label={t(`values.signal.${band}`)}>
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={bar * 4}
            y={9 - bar * 3}
            width="2.6"
            height={4 + bar * 3}
            rx="0.8"
            data-lit={bar < lit || undefined}
          />
        ))}
      </svg>
      {t('dbm', { value: dbm })}
    </span>
  )
}
