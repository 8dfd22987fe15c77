import type { CampaignDeviceState } from '@longreach/contract/campaigns/constants'
import type { CampaignDevice } from '@longreach/contract/campaigns/schemas'
import {
  IconBan,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconEye,
  IconLoader2,
  IconPlayerSkipForward,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './pill.module.css'

const icons: Record<CampaignDeviceState, typeof IconCheck> = {
  untouched: IconCircleDashed,
  waiting: IconClock,
  running: IconLoader2,
  observing: IconEye,
  done: IconCheck,
  failed: IconX,
  skipped: IconPlayerSkipForward,
  left_out: IconBan,
  cancelled: IconBan,
}

const looks: Partial<Record<CampaignDeviceState, string>> = {
  waiting: 'pending',
  running: 'active',
  observing: 'active',
  done: 'good',
  failed: 'bad',
}

export function DeviceState({ device }: { device: Pick<CampaignDevice, 'state' | 'failed_check'> }) {
  const { t } = useTranslation('campaigns')
  const { state, failed_check } = device
  const Icon = icons[state]
  return (
    <span className={classes.pill} data-look={looks[state]}>
      <Icon size={14} stroke={1.8} aria-hidden="true" />
      {state === 'failed' && failed_check !== null ? t(`failedCheck.${failed_check}`) : t(`deviceState.${state}`)}
    </span>
  )
}
