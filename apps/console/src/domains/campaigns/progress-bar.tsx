import type { CampaignDeviceState } from '@longreach/contract/campaigns/constants'
import { useTranslation } from 'react-i18next'
import classes from './progress-bar.module.css'

type Counts = Readonly<Record<CampaignDeviceState, number>>

const parts = [
  { look: 'done', states: ['done'] },
  { look: 'failed', states: ['failed'] },
  { look: 'active', states: ['running', 'observing'] },
  { look: 'waiting', states: ['waiting'] },
] as const

/** Progress of the devices, as a bar in the colours of their states. */
export function ProgressBar({ counts, total }: { counts: Counts; total: number }) {
  const { t } = useTranslation('campaigns')
  const ended = counts.done + counts.failed + counts.skipped + counts.cancelled
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={t('columns.progress')}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(ended, total)}
    >
      {parts.map(({ look, states }) => {
        const count = states.reduce((sum, state) => sum + counts[state], 0)
        return count > 0 ? (
          <span key={look} data-look={look} style={{ width: `${(100 * count) / Math.max(1, total)}%` }} />
        ) : null
      })}
    </div>
  )
}
