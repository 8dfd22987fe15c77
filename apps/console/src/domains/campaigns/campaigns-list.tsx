import './texts.ts'
import { campaignStates } from '@longreach/contract/campaigns/constants'
import { listCampaigns } from '@longreach/contract/campaigns/endpoints'
import type { Campaign } from '@longreach/contract/campaigns/schemas'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { optionField } from '../../tables/filters/field.ts'
import { NameLink } from '../../tables/name-link.tsx'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatCount } from '../../ui/format.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import classes from './campaigns.module.css'
import { ProgressBar } from './progress-bar.tsx'
import { StatePill } from './state-pill.tsx'

const refreshEvery = 4000

export const campaignTable = defineTable({
  name: 'campaigns',
  list: listCampaigns,
  texts: 'campaigns',
  refreshEvery,
  defaultSort: '-created_at',
  nameOf: (row) => row.name,
  phoneRow: (row) => <PhoneCampaign campaign={row} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('columns.name'),
      width: 240,
      flexible: 1,
      pinned: true,
      sort: 'name',
      cell: (row) => <CampaignName campaign={row} />,
    },
    { id: 'state', label: t('columns.state'), width: 128, cell: (row) => <StatePill state={row.state} /> },
    { id: 'progress', label: t('columns.progress'), width: 200, cell: (row) => <Progress campaign={row} /> },
    {
      id: 'waves',
      label: t('columns.waves'),
      width: 88,
      cell: (row) => (row.waves === 0 ? t('noWave') : t('waveOf', { wave: row.wave, waves: row.waves })),
    },
    {
      id: 'image',
      label: t('columns.image'),
      width: 220,
      cell: (row) => (
        <span className={cells.cut} title={row.file_name}>
          {row.version ?? row.file_name}
        </span>
      ),
    },
    {
      id: 'company',
      label: t('columns.company'),
      width: 150,
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    {
      id: 'user',
      label: t('columns.user'),
      width: 170,
      cell: (row) => <span className={cells.cut}>{row.username}</span>,
    },
    {
      id: 'created',
      label: t('columns.created'),
      width: 168,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
  ],
  filters: (t) => [
    optionField('state', t('columns.state'), campaignStates, (state) => t(`state.${state}`), { many: true }),
  ],
})

const CampaignName = ({ campaign: { id, name } }: { campaign: Campaign }) => (
  <NameLink to="/management/campaigns/$id" params={{ id: String(id) }} name={name} />
)

function Progress({ campaign }: { campaign: Campaign }) {
  const { counts, total, state } = campaign
  if (state === 'draft') return null
  return (
    <span className={classes.progress}>
      <ProgressBar counts={counts} total={total} />
      <span>{`${formatCount(counts.done + counts.failed)}/${formatCount(total)}`}</span>
    </span>
  )
}

function PhoneCampaign({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const { total, version, file_name, state } = campaign
  const devices = state === 'draft' ? [] : [t('page.devices', { count: total, formatted: formatCount(total) })]
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <CampaignName campaign={campaign} />
        <span className={cells.second}>{[version ?? file_name, ...devices].join(' · ')}</span>
      </div>
      <StatePill state={state} />
    </div>
  )
}
