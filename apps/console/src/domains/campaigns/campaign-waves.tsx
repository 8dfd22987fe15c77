import type { CampaignDetails, WaveDetails } from '@longreach/contract/campaigns/schemas'
import { IconCheck, IconClock, IconHandStop, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatMoment } from '../../ui/format.ts'
import classes from './campaign-waves.module.css'
import pills from './pill.module.css'
import { ProgressBar } from './progress-bar.tsx'

const states = {
  waits: { icon: IconClock, look: 'idle' },
  running: { icon: IconPlayerPlay, look: 'active' },
  passed: { icon: IconCheck, look: 'good' },
  halted: { icon: IconHandStop, look: 'bad' },
} as const

/** The waves side by side, the one that runs or halted wider. */
export function CampaignWaves({ waves }: { waves: CampaignDetails['waves_details'] }) {
  const { t } = useTranslation('campaigns')
  if (waves.length === 0) return null
  return (
    <ol className={classes.waves} aria-label={t('waves.label')}>
      {waves.map((wave) => (
        <Wave key={wave.wave} wave={wave} />
      ))}
    </ol>
  )
}

function Wave({ wave }: { wave: WaveDetails }) {
  const { t } = useTranslation('campaigns')
  const { size, counts, started_at, settled_at, failures_allowed } = wave
  const state = wave.state ?? 'waits'
  const { icon: Icon, look } = states[state]
  const numbers = (
    ['done', 'failed', 'running', 'observing', 'waiting', 'skipped', 'left_out', 'cancelled'] as const
  ).filter((one) => counts[one] > 0)
  return (
    <li className={classes.wave} data-state={state}>
      <div className={classes.head}>
        <strong>{t('wave', { wave: wave.wave })}</strong>
        <span>{t('waves.devices', { count: size, formatted: formatCount(size) })}</span>
        <span className={pills.pill} data-look={look}>
          <Icon size={14} stroke={1.8} aria-hidden="true" />
          {t(`waves.state.${state}`)}
        </span>
      </div>
      <ProgressBar counts={counts} total={size} />
      <div className={classes.foot}>
        <span>
          {wave.state === null
            ? t('waves.untouched')
            : numbers.map((one) => (
                <span key={one} className={classes.count} data-state={one}>
                  <strong>{formatCount(counts[one])}</strong> {t(`deviceState.${one}`).toLowerCase()}
                </span>
              ))}
        </span>
        <span>
          {started_at === null
            ? t('waves.allowed', { count: failures_allowed })
            : settled_at === null
              ? t('waves.since', { time: formatMoment(started_at) })
              : t('waves.span', { from: formatMoment(started_at), to: formatMoment(settled_at) })}
        </span>
      </div>
    </li>
  )
}
