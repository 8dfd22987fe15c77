import type { CampaignDetails } from '@longreach/contract/campaigns/schemas'
import { IconClock, IconHandStop, IconPlayerPause } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime, formatCount } from '../../ui/format.ts'
import classes from './campaign-banner.module.css'
import { skip } from './change.ts'

/** The reason why a campaign is stopped or waits. */
export function CampaignBanner({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const { state, reason, counts, starts_at } = campaign
  if (state === 'halted') {
    const count = counts.untouched + counts.waiting
    return (
      <Banner look="bad" icon={<IconHandStop size={20} stroke={1.7} />} title={t('banner.halted', { reason })}>
        {t('banner.haltedText', { count, formatted: formatCount(count) })}{' '}
        {t(counts.failed > 0 ? 'banner.haltedFailures' : 'banner.haltedOther')}
      </Banner>
    )
  }
  if (state === 'paused')
    return (
      <Banner look="pending" icon={<IconPlayerPause size={20} stroke={1.7} />} title={t('banner.paused')}>
        {t('banner.pausedText')}
      </Banner>
    )
  if (state === 'scheduled')
    return (
      <Banner
        look="pending"
        icon={<IconClock size={20} stroke={1.7} />}
        title={t('banner.scheduled', { time: formatApiTime(starts_at) })}
      >
        {t('banner.scheduledText')}
      </Banner>
    )
  if (state !== 'running' || reason === null) return null
  return (
    <Banner
      look="pending"
      icon={<IconClock size={20} stroke={1.7} />}
      title={reason}
      action={<SkipOffline campaign={campaign} />}
    >
      {t('banner.waitingText')}
    </Banner>
  )
}

interface Props {
  look: 'bad' | 'pending'
  icon: ReactNode
  title: string
  action?: ReactNode
  children: ReactNode
}

function Banner({ look, icon, title, action, children }: Props) {
  return (
    <section className={classes.banner} data-look={look} aria-label={title}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={classes.text}>
        <strong>{title}</strong>
        <p>{children}</p>
      </div>
      {action}
    </section>
  )
}

/** Skips the devices that the campaign waits for. */
function SkipOffline({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const client = useQueryClient()
  const count = campaign.waiting_offline
  if (!useCan('create_multi_configuration') || count === 0) return null
  return (
    <Button size="small" onClick={() => void skip(campaign, client, { offline: count })}>
      {t('actions.skipOffline', { count, formatted: formatCount(count) })}
    </Button>
  )
}
