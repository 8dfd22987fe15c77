import './texts.ts'
import { configLimits, driftStates } from '@longreach/contract/configs/constants'
import { listDeviceConfigs } from '@longreach/contract/configs/endpoints'
import type { DeviceConfig } from '@longreach/contract/configs/schemas'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { optionField } from '../../tables/filters/field.ts'
import { NameLink } from '../../tables/name-link.tsx'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { CompanyName } from '../companies/public/company-name.tsx'
import { DriftMark } from './drift-mark.tsx'

export const configTable = defineTable({
  name: 'config-devices',
  list: listDeviceConfigs,
  texts: 'configs',
  defaultSort: 'name',
  refreshEvery: 5000,
  most: configLimits.devices,
  nameOf: ({ name }) => name,
  phoneRow: (row) => <PhoneDevice device={row} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('drift.columns.name'),
      width: 280,
      pinned: true,
      sort: 'name',
      cell: (row) => <Name device={row} />,
    },
    { id: 'state', label: t('drift.columns.state'), width: 120, cell: (row) => <DriftMark state={row.state} /> },
    { id: 'intended', label: t('drift.columns.intended'), width: 112, cell: (row) => <Seq seq={row.intended_seq} /> },
    { id: 'running', label: t('drift.columns.running'), width: 124, cell: (row) => <Seq seq={row.running_seq} /> },
    {
      id: 'read',
      label: t('drift.columns.read'),
      width: 124,
      sort: 'read_at',
      cell: (row) => <Ago time={row.read_at} />,
    },
    {
      id: 'company',
      label: t('drift.columns.company'),
      width: 180,
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
  ],
  filters: (t) => [
    optionField('state', t('drift.columns.state'), driftStates, (state) => t(`drift.state.${state}`), {
      many: true,
      quick: true,
    }),
  ],
})

const Name = ({ device: { id, name } }: { device: DeviceConfig }) => (
  <NameLink to="/devices/$id/configuration" params={{ id: String(id) }} name={name} />
)

function Seq({ seq }: { seq: number | null }) {
  const { t } = useTranslation('configs')
  return <span className={cells.cut}>{seq === null ? '—' : t('history.version', { seq })}</span>
}

function PhoneDevice({ device }: { device: DeviceConfig }) {
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <Name device={device} />
        <span className={cells.second}>
          {device.company_name} · <Ago time={device.read_at} />
        </span>
      </div>
      <DriftMark state={device.state} />
    </div>
  )
}
