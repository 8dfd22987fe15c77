import './texts.ts'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../ui/format.ts'
import classes from './sim-bar.module.css'

/** Where the limit is in every bar, as a share of its width: what goes beyond has space. */
const limitAt = 0.8

interface Props {
  used: number | null
  expected: number | null
  limit: number | null
  over: boolean
}

const percent = (share: number) => `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%`

/** Data used, hatched what is expected by the end of the period, and the limit as a tick. */
export function SimBar({ used, expected, limit, over }: Props) {
  const { t } = useTranslation('sims')
  if (limit === null) return <span className={classes.none}>{t('noLimit')}</span>
  const of = (bytes: number) => percent((bytes / limit) * limitAt)
  const values = { used: formatBytes(used ?? 0), limit: formatBytes(limit) }
  const text = expected === null ? t('barUsed', values) : t('bar', { ...values, expected: formatBytes(expected) })
  return (
    <span className={classes.bar} role="img" aria-label={text} title={text} data-over={over || undefined}>
      {expected === null ? null : <span className={classes.expected} style={{ width: of(expected) }} />}
      <span className={classes.used} style={{ width: of(used ?? 0) }} />
      <span className={classes.limit} style={{ left: percent(limitAt) }} />
    </span>
  )
}
