import { exportCampaignDevices } from '@longreach/contract/campaigns/endpoints'
import type { CampaignDetails } from '@longreach/contract/campaigns/schemas'
import {
  IconDots,
  IconDownload,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { queryText } from '../../api/address.ts'
import { useCan } from '../../api/session.ts'
import { separatorQuery } from '../../tables/csv-separator.ts'
import { saveFile } from '../../tables/download.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import classes from './campaign-buttons.module.css'
import { cancel, pause, remove, resume, retry } from './change.ts'
import { openEditCampaign, openResumeCampaign, openStartCampaign } from './open-windows.tsx'

const icon = { size: 17, stroke: 1.6 }

/** Actions that are possible for a campaign now; the most likely next one is primary. */
export function CampaignButtons({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const client = useQueryClient()
  const navigate = useNavigate()
  const mayChange = useCan('create_multi_configuration')
  const { id, state, counts, ended_at } = campaign
  const stopped = state === 'paused' || state === 'halted'
  const csv =
    state === 'draft' ? null : (
      <Button
        icon={<IconDownload {...icon} />}
        onClick={() =>
          saveFile(
            exportCampaignDevices.path + queryText({ campaign_id: String(id), ...separatorQuery() }),
            'campaign.csv',
          )
        }
      >
        {t('actions.csv')}
      </Button>
    )
  if (!mayChange) return csv
  const ended = state === 'done' || state === 'cancelled'
  const retries = counts.failed > 0 && state !== 'draft' && state !== 'cancelled'
  const retryFirst = retries && (state === 'halted' || state === 'done')
  const retryButton = retries ? (
    <Button
      look={retryFirst ? 'primary' : 'default'}
      icon={<IconRefresh {...icon} />}
      onClick={() => void retry(campaign, client)}
    >
      {t('actions.retry', { count: counts.failed, formatted: formatCount(counts.failed) })}
    </Button>
  ) : null
  return (
    <>
      {csv}
      {state === 'draft' || ended ? null : (
        <Button className={classes.cancel ?? ''} onClick={() => void cancel(campaign, client)}>
          {t(state === 'scheduled' ? 'actions.cancelAll' : 'actions.cancel')}
        </Button>
      )}
      {state === 'draft' ? (
        <Button icon={<IconPencil {...icon} />} onClick={() => openEditCampaign(campaign)}>
          {t('actions.edit')}
        </Button>
      ) : null}
      {retryFirst ? null : retryButton}
      {stopped ? (
        <Button
          look={retryFirst ? 'default' : 'primary'}
          icon={<IconPlayerPlay {...icon} />}
          onClick={() => (state === 'halted' ? openResumeCampaign(campaign) : void resume(campaign, client))}
        >
          {t('actions.resume')}
        </Button>
      ) : null}
      {state === 'running' ? (
        <Button look="primary" icon={<IconPlayerPause {...icon} />} onClick={() => void pause(campaign, client)}>
          {t('actions.pause')}
        </Button>
      ) : null}
      {retryFirst ? retryButton : null}
      {state === 'draft' ? (
        <Button look="primary" icon={<IconPlayerPlay {...icon} />} onClick={() => openStartCampaign(campaign)}>
          {t('actions.start')}
        </Button>
      ) : null}
      {state === 'draft' || ended_at !== null ? (
        <Menu
          trigger={
            <IconButton label={t('actions.more')} tip={false}>
              <IconDots size={18} stroke={1.8} />
            </IconButton>
          }
        >
          <MenuItem
            danger
            leftSection={<IconTrash size={16} stroke={1.6} />}
            onClick={() =>
              void remove(campaign, client).then((done) =>
                done ? navigate({ to: '/management/campaigns' }) : undefined,
              )
            }
          >
            {t('actions.delete')}
          </MenuItem>
        </Menu>
      ) : null}
    </>
  )
}
