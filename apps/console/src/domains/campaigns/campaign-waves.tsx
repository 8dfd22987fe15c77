import type { CampaignDetails, WaveDetails } from '@longreach/contract/campaigns/schemas'
import { IconBan, IconCheck, IconClock, IconHandStop, IconPlayerPlay } from '@tabler/icons-react'
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
  cancelled: { icon: IconBan, look: 'idle' },
} as const

/** With more waves, they are drawn smaller and without times. */
const mostLarge = 6

/** The waves side by side; the running or halted one is wider. */
export function CampaignWaves({ campaign }: { campaign: Pick<CampaignDetails, 'state' | 'waves_details'> }) {
  const { t } = useTranslation('campaigns')
  const { state, waves_details: waves } = campaign
  if (waves.length === 0) return null
  const small = waves.length > mostLarge
  const WaveCell = small ? SmallWave : Wave
  return (
    <ol className={`${classes.waves} ${small ? classes.small : classes.large}`} aria-label={t('waves.label')}>
      {waves.map((wave) => (
        <WaveCell key={wave.wave} wave={wave} state={stateOf(wave, state)} />
      ))}
    </ol>
  )
}

type State = keyof typeof states

/** Devices in progress at the cancellation still finish. */
function stateOf({ state, counts }: WaveDetails, campaign: CampaignDetails['state']): State {
  if (campaign === 'cancelled' && state !== 'passed' && counts.running + counts.observing === 0) return 'cancelled'
  return state ?? 'waits'
}

interface Props {
  wave: WaveDetails
  state: State
}

function Wave({ wave, state }: Props) {
  const { t } = useTranslation('campaigns')
  const { size, counts } = wave
  const { icon: Icon, look } = states[state]
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
        <span>{counts.untouched === size ? t('waves.untouched') : <Numbers counts={counts} />}</span>
        <span>
          <Times wave={wave} state={state} />
        </span>
      </div>
    </li>
  )
}

function SmallWave({ wave: { wave, size, counts }, state }: Props) {
  const { t } = useTranslation('campaigns')
  const { icon: Icon, look } = states[state]
  const label = t(`waves.state.${state}`)
  return (
    <li className={classes.wave} data-state={state}>
      <div className={classes.head}>
        <strong>{t('wave', { wave })}</strong>
        <span />
        <span className={`${pills.pill} ${pills.round}`} data-look={look} title={label}>
          <Icon size={14} stroke={1.8} aria-hidden="true" />
          <span className="visually-hidden">{label}</span>
        </span>
      </div>
      <ProgressBar counts={counts} total={size} />
      <div className={classes.foot}>
        <span>
          {counts.untouched === size ? (
            t('waves.devices', { count: size, formatted: formatCount(size) })
          ) : (
            <Numbers counts={counts} />
          )}
        </span>
      </div>
    </li>
  )
}

const shown = ['done', 'failed', 'running', 'observing', 'waiting', 'skipped', 'left_out', 'cancelled'] as const

function Numbers({ counts }: Pick<WaveDetails, 'counts'>) {
  const { t } = useTranslation('campaigns')
  return shown
    .filter((one) => counts[one] > 0)
    .map((one) => (
      <span key={one} className={classes.count} data-state={one}>
        <strong>{formatCount(counts[one])}</strong> {t(`deviceState.${one}`).toLowerCase()}
      </span>
    ))
}

function Times({ wave: { started_at, settled_at, failures_allowed }, state }: Props) {
  const { t } = useTranslation('campaigns')
  if (started_at === null) return state === 'cancelled' ? null : t('waves.allowed', { count: failures_allowed })
  const from = formatMoment(started_at)
  if (settled_at !== null) return t('waves.span', { from, to: formatMoment(settled_at) })
  return t(state === 'cancelled' ? 'waves.from' : 'waves.since', { time: from })
}
