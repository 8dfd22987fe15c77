import { isActive, type TargetState, targetStates } from '@longreach/contract/actions/constants'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../ui/format.ts'
import classes from './progress-line.module.css'

interface Props {
  counts: Readonly<Record<TargetState, number>>
  total: number
  /** Only the bar and n/total. */
  short?: boolean
  /** Everything in one line. */
  inline?: boolean
}

/** Share of devices that have finished, as a bar in the colours of their states and in words. */
export function ProgressLine({ counts, total, short = false, inline = false }: Props) {
  const { t } = useTranslation('actions')
  const ended = targetStates.filter((state) => !isActive(state)).reduce((sum, state) => sum + counts[state], 0)
  const words = targetStates.filter((state) => counts[state] > 0)
  return (
    <div className={classes.line} data-short={short || inline || undefined}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t('status.progressLabel')}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ended}
      >
        {(['done', 'failed', 'expired', 'cancelled'] as const).map((state) =>
          counts[state] > 0 ? (
            <span key={state} data-state={state} style={{ width: `${(100 * counts[state]) / Math.max(1, total)}%` }} />
          ) : null,
        )}
      </div>
      <strong className={classes.count}>
        {t('status.progress', { done: formatCount(ended), total: formatCount(total) })}
      </strong>
      {short ? null : (
        <span className={classes.words} aria-live={inline ? undefined : 'polite'} data-inline={inline || undefined}>
          {words.map((state) => `${formatCount(counts[state])} ${t(`states.${state}`).toLowerCase()}`).join(' · ')}
        </span>
      )}
    </div>
  )
}
