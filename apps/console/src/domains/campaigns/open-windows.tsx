import './texts.ts'
import type { CampaignDetails } from '@longreach/contract/campaigns/schemas'
import i18next from 'i18next'
import { lazy } from '../../ui/lazy.ts'
import { windows } from '../../windows/store.ts'
import type { CampaignRows, Rollout } from './rows.ts'

const NewCampaignWindow = lazy(() =>
  import('./campaign-windows.tsx').then((file) => ({ default: file.NewCampaignWindow })),
)
const NewChangeWindow = lazy(() => import('./change-window.tsx').then((file) => ({ default: file.NewChangeWindow })))
const EditCampaignWindow = lazy(() =>
  import('./campaign-windows.tsx').then((file) => ({ default: file.EditCampaignWindow })),
)
const EditChangeWindow = lazy(() =>
  import('./edit-change-window.tsx').then((file) => ({ default: file.EditChangeWindow })),
)
const StartCampaignWindow = lazy(() =>
  import('./campaign-windows.tsx').then((file) => ({ default: file.StartCampaignWindow })),
)
const ResumeCampaignWindow = lazy(() =>
  import('./campaign-windows.tsx').then((file) => ({ default: file.ResumeCampaignWindow })),
)

const RetryWindow = lazy(() => import('./retry-window.tsx').then((file) => ({ default: file.RetryWindow })))

const window = { width: 620, help: 'campaigns.main' }

/** Opens a new campaign for devices, by ids or by the filter of a list. */
export function openNewCampaign(rows: CampaignRows, onDone?: () => void): void {
  windows.open({
    ...window,
    id: 'campaign-new',
    title: i18next.t('campaigns:form.title'),
    content: <NewCampaignWindow rows={rows} onDone={onDone} />,
  })
}

/** Opens a new campaign with settings, a backup or tasks. */
export function openNewChange(rollout: Rollout, onDone: () => void): void {
  windows.open({
    ...window,
    id: 'campaign-new',
    title: i18next.t('campaigns:form.title'),
    subtitle: rollout.name,
    content: <NewChangeWindow rollout={rollout} onDone={onDone} />,
  })
}

export function openEditCampaign(campaign: CampaignDetails): void {
  windows.open({
    ...window,
    id: `campaign-${campaign.id}`,
    title: i18next.t('campaigns:form.edit'),
    content:
      campaign.kind === 'update_firmware' ? (
        <EditCampaignWindow campaign={campaign} />
      ) : (
        <EditChangeWindow campaign={campaign} />
      ),
  })
}

export function openStartCampaign({ id, name }: Pick<CampaignDetails, 'id' | 'name'>): void {
  windows.open({
    id: 'campaign-start',
    title: i18next.t('campaigns:start.title'),
    subtitle: name,
    width: 440,
    content: <StartCampaignWindow id={id} />,
  })
}

export function openResumeCampaign({ id, name }: Pick<CampaignDetails, 'id' | 'name'>): void {
  windows.open({
    id: 'campaign-resume',
    title: i18next.t('campaigns:resume.title'),
    subtitle: name,
    width: 480,
    content: <ResumeCampaignWindow id={id} />,
  })
}

/** Asks for the secret values that a retry needs again. */
export function openRetry(
  campaign: Pick<CampaignDetails, 'id' | 'name' | 'secrets_wiped'>,
  devices?: readonly number[],
): void {
  windows.open({
    id: 'campaign-retry',
    title: i18next.t('campaigns:retry.title'),
    subtitle: campaign.name,
    width: 480,
    content: <RetryWindow campaign={campaign} devices={devices} />,
  })
}
