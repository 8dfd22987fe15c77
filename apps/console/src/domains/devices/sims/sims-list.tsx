import './texts.ts'
import { exportFleetSims, listFleetSims } from '@longreach/contract/monitoring/sim-endpoints'
import { simStates } from '@longreach/contract/monitoring/usage-constants'
import type { FleetSim } from '@longreach/contract/monitoring/usage-schemas'
import { useTranslation } from 'react-i18next'
import cells from '../../../tables/cells.module.css'
import { optionField } from '../../../tables/filters/field.ts'
import { NameLink } from '../../../tables/name-link.tsx'
import { defineTable } from '../../../tables/table.ts'
import { dayName } from '../../../ui/day-name.ts'
import { formatBytes } from '../../../ui/format.ts'
import { companyField } from '../../companies/public/company-field.ts'
import { CompanyName } from '../../companies/public/company-name.tsx'
import { deviceField } from '../public/device-field.ts'
import { SimBar } from './sim-bar.tsx'
import { SimMark } from './sim-mark.tsx'
import { SimMenu } from './sim-menu.tsx'
import { simName, slotName } from './sim-words.ts'
import classes from './sims.module.css'

export const simTable = defineTable({
  name: 'sims',
  list: listFleetSims,
  download: exportFleetSims,
  texts: 'sims',
  defaultSort: '-share',
  nameOf: (row) => simName(row),
  phoneRow: (row) => <PhoneSim row={row} />,
  columns: (t) => [
    {
      id: 'iccid',
      label: t('columns.iccid'),
      width: 184,
      pinned: true,
      sort: 'iccid',
      cell: (row) => (
        <span className={row.iccid === null ? classes.muted : classes.iccid} title={row.iccid ?? t('unknown')}>
          {row.iccid ?? t('unknown')}
        </span>
      ),
    },
    {
      id: 'device',
      csv: ['device_name', 'other_devices', 'modem', 'sim_id'],
      label: t('columns.device'),
      width: 192,
      flexible: 2,
      sort: 'device_name',
      cell: (row) => <Device row={row} />,
    },
    {
      id: 'operator',
      label: t('columns.operator'),
      width: 88,
      sort: 'operator',
      cell: (row) => <span className={cells.cut}>{row.operator ?? '—'}</span>,
    },
    {
      id: 'share',
      csv: ['used', 'data_limit', 'expected', 'left'],
      label: t('columns.share'),
      width: 156,
      flexible: 1,
      sort: 'share',
      cell: (row) => <Bar row={row} />,
    },
    {
      id: 'state',
      csv: ['will_exceed', 'reaches_on'],
      label: t('columns.state'),
      width: 148,
      cell: (row) => <SimMark sim={row} />,
    },
    {
      id: 'used',
      label: t('columns.used'),
      width: 142,
      align: 'right',
      sort: 'used',
      cell: (row) => <Used row={row} />,
    },
    {
      id: 'expected',
      label: t('columns.expected'),
      width: 80,
      align: 'right',
      sort: 'expected',
      cell: (row) => (
        <span className={row.will_exceed ? classes.warning : undefined}>
          {row.expected === null ? '—' : formatBytes(row.expected)}
        </span>
      ),
    },
    {
      id: 'billing_day',
      label: t('columns.billingDay'),
      width: 90,
      align: 'right',
      sort: 'billing_day',
      cell: (row) => row.billing_day,
    },
    {
      id: 'company',
      csv: ['company_name'],
      notWithin: 'company_id',
      label: t('columns.company'),
      width: 140,
      sort: 'company_name',
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    {
      id: 'used_on',
      label: t('columns.usedOn'),
      width: 104,
      hidden: true,
      sort: 'used_on',
      cell: (row) => (row.used_on === null ? t('never') : dayName(new Date(`${row.used_on}T00:00:00`))),
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 48, cell: (row) => <SimMenu sim={row} /> },
  ],
  filters: (t) => [
    optionField('state', t('columns.state'), simStates, (state) => t(`state.${state}`), { many: true, not: true }),
    deviceField(t('columns.device')),
    companyField(t('columns.company')),
  ],
})

const Bar = ({ row }: { row: FleetSim }) => (
  <SimBar used={row.used} expected={row.expected} limit={row.data_limit} over={row.will_exceed} />
)

function Device({ row }: { row: FleetSim }) {
  const { t } = useTranslation('sims')
  const { device_id, device_name, other_devices } = row
  if (device_id === null || device_name === null) return <span className={classes.muted}>{t('noDevice')}</span>
  return (
    <span className={classes.device}>
      {[{ id: device_id, name: device_name }, ...other_devices].map(({ id, name }) => (
        <NameLink key={id} to="/devices/$id/data-usage" params={{ id: String(id) }} name={name} />
      ))}
      {other_devices.length === 0 ? <span className={classes.slot}>{slotName(row)}</span> : null}
    </span>
  )
}

function Used({ row: { used, data_limit, checked_at } }: { row: FleetSim }) {
  const { t } = useTranslation('sims')
  if (used === null)
    return <span className={classes.muted}>{t(checked_at === null ? 'notCounted' : 'notReported')}</span>
  return (
    <span className={classes.used}>
      <strong>{formatBytes(used)}</strong>
      {data_limit === null ? null : <> {t('ofLimit', { limit: formatBytes(data_limit) })}</>}
    </span>
  )
}

function PhoneSim({ row }: { row: FleetSim }) {
  const { t } = useTranslation('sims')
  return (
    <div className={cells.phone}>
      <div className={classes.phone}>
        <span className={classes.phoneHead}>
          <span className={cells.name}>{row.device_name ?? row.iccid ?? t('unknown')}</span>
          <span className={classes.slot}>{[row.operator, slotName(row)].filter(Boolean).join(', ')}</span>
          <span className={classes.phoneMark}>
            <SimMark sim={row} />
          </span>
        </span>
        <span className={classes.phoneUse}>
          <Bar row={row} />
          <Used row={row} />
        </span>
      </div>
      <SimMenu sim={row} />
    </div>
  )
}
