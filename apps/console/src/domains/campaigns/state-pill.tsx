import './texts.ts'
import type { CampaignState } from '@longreach/contract/campaigns/constants'
import {
  IconBan,
  IconCheck,
  IconClock,
  IconHandStop,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './pill.module.css'

const icons = {
  draft: IconPencil,
  scheduled: IconClock,
  running: IconPlayerPlay,
  paused: IconPlayerPause,
  halted: IconHandStop,
  done: IconCheck,
  cancelled: IconBan,
} as const

const looks = {
  draft: 'idle',
  scheduled: 'pending',
  running: 'active',
  paused: 'pending',
  halted: 'bad',
  done: 'good',
  cancelled: 'idle',
} as const

export function StatePill({ state }: { state: CampaignState }) {
  const { t } = useTranslation('campaigns')
  const Icon = icons[state]
  return (
    <span className={classes.pill} data-look={looks[state]}>
      <Icon size={14} stroke={1.8} aria-hidden="true" />
      {t(`state.${state}`)}
    </span>
  )
}
