import './texts.ts'
import { openProtocols } from '@longreach/contract/remote/constants'
import { exportRemoteAccess, listRemoteAccess } from '@longreach/contract/remote/endpoints'
import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { Link } from '@tanstack/react-router'
import { useCan } from '../../api/session.ts'
import cells from '../../tables/cells.module.css'
import { optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { deviceField } from '../devices/public/device-field.ts'
import { DeviceStatus } from '../devices/public/device-status.tsx'
import classes from './columns.module.css'
import { ConnectButton } from './connect-button.tsx'
import { addressOf } from './target.ts'

export const entryTable = defineTable({
  name: 'remote',
  list: listRemoteAccess,
  download: exportRemoteAccess,
  texts: 'remote',
  defaultSort: 'device_name',
  nameOf: (row) => row.name,
  phoneRow: (row, { narrowed }) => <PhoneEntry row={row} oneDevice={narrowed('device_id')} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('columns.name'),
      width: 200,
      pinned: true,
      sort: 'name',
      cell: (row) => <EntryName row={row} />,
    },
    {
      id: 'connect',
      permission: 'connect_device_remote_access',
      label: t('columns.connect'),
      width: 128,
      cell: (row) => <ConnectButton entry={row} />,
    },
    {
      id: 'device',
      notWithin: 'device_id',
      csv: ['device_name'],
      label: t('columns.device'),
      width: 220,
      sort: 'device_name',
      cell: (row) => (
        <Link
          to="/devices/$id/access"
          params={{ id: String(row.device_id) }}
          className={classes.link}
          title={row.device_name}
        >
          {row.device_name}
        </Link>
      ),
    },
    {
      id: 'device_status',
      notWithin: 'device_id',
      csv: ['device_status'],
      label: t('columns.device_status'),
      width: 112,
      cell: (row) => <DeviceStatus code={row.device_status} />,
    },
    {
      id: 'protocol',
      label: t('columns.protocol'),
      width: 104,
      sort: 'protocol',
      cell: (row) => t(`protocol.${row.protocol}`),
    },
    {
      id: 'target',
      csv: ['destination_ip', 'destination_port'],
      label: t('columns.target'),
      width: 216,
      sort: 'destination_ip',
      cell: (row) => <span className={`${cells.cut} mono`}>{addressOf(row)}</span>,
    },
    {
      id: 'credentials',
      label: t('columns.credentials'),
      width: 152,
      cell: (row) => <span className={classes.soft}>{t(`credentials.${credentialsOf(row)}`)}</span>,
    },
    {
      id: 'active',
      label: t('columns.active'),
      width: 112,
      cell: (row) =>
        row.active > 0 ? <span className={classes.active}>{t('active', { count: row.active })}</span> : null,
    },
    {
      id: 'company',
      notWithin: 'device_id',
      csv: ['company_name'],
      label: t('columns.company'),
      width: 168,
      sort: 'company_name',
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    {
      id: 'created',
      csv: ['created_at'],
      label: t('columns.created'),
      width: 168,
      sort: 'created_at',
      hidden: true,
      cell: (row) => <Ago time={row.created_at} />,
    },
  ],
  filters: (t, { narrowed }) => [
    optionField('protocol', t('protocolFilter'), openProtocols, (protocol) => t(`protocol.${protocol}`), {
      quick: true,
      many: true,
      not: true,
    }),
    deviceField(t('columns.device')),
    ...(narrowed('device_id') ? [] : [companyField(t('columns.company'))]),
    { name: 'is_main', label: t('filter.automatic'), kind: 'flag' },
  ],
})

function credentialsOf(entry: RemoteAccess): 'asked' | 'kept' | 'key' | 'none' {
  if (entry.credentials_required) return 'asked'
  if (entry.has_password) return 'kept'
  return entry.protocol === 'ssh' && entry.main === 'cli' ? 'key' : 'none'
}

function EntryName({ row }: { row: RemoteAccess }) {
  return (
    <Link to="/remote/access/$id" params={{ id: String(row.id) }} className={cells.name} title={row.name} tabIndex={-1}>
      {row.name}
    </Link>
  )
}

function PhoneEntry({ row, oneDevice }: { row: RemoteAccess; oneDevice: boolean }) {
  const connects = useCan('connect_device_remote_access')
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <EntryName row={row} />
        <span className={cells.second}>
          {oneDevice ? '' : `${row.device_name} · `}
          {row.protocol.toUpperCase()} · {addressOf(row)}
        </span>
      </div>
      {connects ? <ConnectButton entry={row} /> : null}
    </div>
  )
}
