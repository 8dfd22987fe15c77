import './texts.ts'
import { campaignDeviceStates, openDeviceStates } from '@longreach/contract/campaigns/constants'
import { listCampaignDevices } from '@longreach/contract/campaigns/endpoints'
import type { CampaignDetails, CampaignDevice } from '@longreach/contract/campaigns/schemas'
import { IconBolt, IconPlayerSkipForward, IconRefresh, IconRouter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import cells from '../../tables/cells.module.css'
import { optionField } from '../../tables/filters/field.ts'
import { NameLink } from '../../tables/name-link.tsx'
import { defineTable } from '../../tables/table.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { openActionTab } from '../actions/public/open-tabs.ts'
import { retry, skip } from './change.ts'
import { DeviceState } from './device-state.tsx'
import { campaignQuery } from './queries.ts'

const refreshEvery = 3000
const icon = { size: 16, stroke: 1.6 }

const campaignDeviceTable = defineTable({
  name: 'campaignDevices',
  list: listCampaignDevices,
  texts: 'campaigns',
  refreshEvery,
  defaultSort: 'state',
  nameOf: (row) => row.device_name,
  phoneRow: (row) => <PhoneDevice device={row} />,
  columns: (t) => [
    {
      id: 'device',
      label: t('devices.device'),
      width: 172,
      flexible: 1,
      pinned: true,
      sort: 'name',
      cell: (row) => <DeviceName device={row} />,
    },
    { id: 'wave', label: t('devices.wave'), width: 64, sort: 'wave', cell: (row) => row.wave ?? '—' },
    {
      id: 'state',
      label: t('devices.state'),
      width: 144,
      sort: 'state',
      cell: (row) => <DeviceState device={row} />,
    },
    {
      id: 'detail',
      label: t('devices.detail'),
      width: 152,
      flexible: 2,
      cell: (row) => (
        <span className={cells.cut} title={row.detail}>
          {row.detail}
        </span>
      ),
    },
    {
      id: 'version',
      label: t('devices.version'),
      width: 150,
      cell: (row) => <Versions device={row} />,
    },
    { id: 'actions', end: true, label: t('devices.actions'), width: 56, cell: (row) => <DeviceMenu device={row} /> },
  ],
  filters: (t) => [
    optionField('state', t('devices.state'), campaignDeviceStates, (state) => t(`deviceState.${state}`), {
      many: true,
      // More would not fit into one row with the columns button, beside the plan or on a tablet.
      quick: ['failed', 'waiting'],
    }),
  ],
})

export function CampaignDevices({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation('campaigns')
  const navigate = useNavigate()
  return (
    <TablePage
      table={campaignDeviceTable}
      narrow={{ campaign_id: String(campaign.id) }}
      title={t('devices.title')}
      searchLabel={t('devices.search')}
      onOpen={({ device_id }) => void navigate({ to: '/devices/$id', params: { id: String(device_id) } })}
      countText={(count, formatted) => t('devices.total', { count, formatted })}
      empty={{
        icon: <IconRouter size={22} stroke={1.6} />,
        title: t('devices.none'),
        text: t('devices.noneText'),
      }}
      failed={t('devices.failed')}
    />
  )
}

const DeviceName = ({ device: { device_id, device_name } }: { device: CampaignDevice }) => (
  <NameLink to="/devices/$id" params={{ id: String(device_id) }} name={device_name} />
)

function Versions({ device }: { device: CampaignDevice }) {
  const { version, version_before: before } = device
  const all = [before ?? '—', ...(version === null || version === before ? [] : [version])]
  return (
    <span className={`${cells.cut} ${cells.mono}`} title={all.join(' → ')}>
      {all.map(withoutFamily).join(' → ')}
    </span>
  )
}

/** `RUTX_R_00.07.06.3` as `07.06.3`: within a campaign all devices have the same family. */
const withoutFamily = (version: string) => version.replace(/^[A-Z0-9]+_R_\d+\./, '')

function DeviceMenu({ device }: { device: CampaignDevice }) {
  const { t } = useTranslation('campaigns')
  const client = useQueryClient()
  const mayChange = useCan('create_multi_configuration')
  const { state, action_id, device_id } = device
  const details = client.getQueryData<CampaignDetails>(campaignQuery(device.campaign_id).queryKey)
  const kind = details?.kind
  const campaign = { id: device.campaign_id }
  const skips =
    mayChange && (openDeviceStates as readonly string[]).includes(state) && state !== 'running' && state !== 'observing'
  const retries = mayChange && state === 'failed' && details !== undefined
  if (!skips && !retries && action_id === null) return null
  return (
    <RowMenu label={t('devices.actions')}>
      {retries ? (
        <MenuItem leftSection={<IconRefresh {...icon} />} onClick={() => void retry(details, client, [device_id])}>
          {t('actions.retryOne')}
        </MenuItem>
      ) : null}
      {skips ? (
        <MenuItem leftSection={<IconPlayerSkipForward {...icon} />} onClick={() => void skip(campaign, client, device)}>
          {t('actions.skip')}
        </MenuItem>
      ) : null}
      {action_id === null ? null : (
        <MenuItem
          leftSection={<IconBolt {...icon} />}
          onClick={() => openActionTab({ id: action_id, kind: kind ?? '' })}
        >
          {t('actions.open')}
        </MenuItem>
      )}
    </RowMenu>
  )
}

function PhoneDevice({ device }: { device: CampaignDevice }) {
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <DeviceName device={device} />
        <span className={cells.second}>{device.detail || device.version_before}</span>
      </div>
      <DeviceState device={device} />
      <DeviceMenu device={device} />
    </div>
  )
}
