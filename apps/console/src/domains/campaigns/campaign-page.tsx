import './texts.ts'
import type { CampaignDetails } from '@longreach/contract/campaigns/schemas'
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { failureOf, isMissing } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime, formatCount } from '../../ui/format.ts'
import { Facts, ObjectPage } from '../../ui/object-page.tsx'
import { EmptyState, ErrorState } from '../../ui/state.tsx'
import { CompanyName } from '../companies/public/company-name.tsx'
import { CampaignBanner } from './campaign-banner.tsx'
import { CampaignButtons } from './campaign-buttons.tsx'
import { CampaignDevices } from './campaign-devices.tsx'
import classes from './campaign-page.module.css'
import { CampaignPlan } from './campaign-plan.tsx'
import { CampaignWaves } from './campaign-waves.tsx'
import { campaignQuery, isLive, refreshEvery } from './queries.ts'
import { rowsOfDraft } from './rows.ts'
import { SelectedDevices } from './selected-devices.tsx'
import { StatePill } from './state-pill.tsx'

/** `/management/campaigns/{id}`: its waves, the outcome for each device, and the actions that are possible now. */
export function CampaignPage() {
  const { t } = useTranslation('campaigns')
  const id = Number(useParams({ strict: false }).id)
  const known = Number.isInteger(id) && id > 0
  const navigate = useNavigate()
  const {
    data: campaign,
    error,
    refetch,
  } = useQuery({
    ...campaignQuery(id),
    enabled: known,
    refetchInterval: ({ state: { data } }) => (data && isLive(data) ? refreshEvery : false),
  })
  if (!known || isMissing(error)) {
    return (
      <EmptyState
        alone
        icon={<IconStack2 size={22} stroke={1.6} />}
        title={t('page.missing')}
        text={t('page.missingText')}
        action={<Button onClick={() => void navigate({ to: '/management/campaigns' })}>{t('page.back')}</Button>}
      />
    )
  }
  if (error && !campaign) {
    return <ErrorState title={t('page.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
  }
  if (!campaign) return null
  return (
    <ObjectPage
      width="full"
      label={t('page.trail')}
      trail={<Link to="/management/campaigns">{t('title')}</Link>}
      name={campaign.name}
      identity={<Identity campaign={campaign} />}
      actions={<CampaignButtons campaign={campaign} />}
    >
      <Announced campaign={campaign} />
      <CampaignBanner campaign={campaign} />
      <CampaignWaves campaign={campaign} />
      <div className={classes.body}>
        <div className={classes.devices}>
          <CampaignDevices campaign={campaign} />
        </div>
        <CampaignPlan campaign={campaign} />
      </div>
    </ObjectPage>
  )
}

/** Announced to screen readers once per wave, not each time the counts change. */
function Announced({ campaign: { state, reason, wave, waves } }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const text =
    state === 'halted'
      ? t('banner.halted', { reason })
      : state === 'running' && wave > 0
        ? t('waves.runs', { wave, waves })
        : t(`state.${state}`)
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  )
}

function Identity({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const { name, kind, state, total, counts, username, company_id, company_name, started_at, starts_at, ended_at } =
    campaign
  return (
    <>
      <div className={classes.title}>
        <h1 title={name}>{name}</h1>
        <StatePill state={state} />
      </div>
      <Facts>
        <span>{t(`page.kinds.${kind}`)}</span>
        <span>
          {state === 'draft' ? (
            <SelectedDevices rows={rowsOfDraft(campaign.selection)} />
          ) : (
            t('page.devices', { count: total, formatted: formatCount(total) })
          )}
        </span>
        {counts.left_out > 0 ? (
          <span>{t('page.leftOut', { count: counts.left_out, formatted: formatCount(counts.left_out) })}</span>
        ) : null}
        <CompanyName id={company_id} name={company_name} />
        <span>{t('page.by', { name: username })}</span>
        {state === 'scheduled' ? <span>{t('page.startsAt', { time: formatApiTime(starts_at) })}</span> : null}
        {started_at === null ? null : <span>{t('page.startedAt', { time: formatApiTime(started_at) })}</span>}
        {ended_at === null ? null : <span>{t('page.endedAt', { time: formatApiTime(ended_at) })}</span>}
      </Facts>
    </>
  )
}
