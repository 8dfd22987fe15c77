import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { IconExternalLink, IconTerminal2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import type { GridColumn } from '../../tables/columns.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import classes from './columns.module.css'
import { openConnect } from './open-windows.tsx'
import { addressOf, targetOf } from './target.ts'

interface Rights {
  connect: boolean
  /** For the list of one device, which need not be named in each row. */
  oneDevice: boolean
}

export function entryColumns(t: TFunction<'remote'>, { connect, oneDevice }: Rights): GridColumn<RemoteAccess>[] {
  const columns: (GridColumn<RemoteAccess> | null)[] = [
    {
      id: 'name',
      label: t('columns.name'),
      width: 200,
      pinned: true,
      sort: 'name',
      cell: (row) => <EntryName row={row} />,
    },
    connect
      ? { id: 'connect', label: t('columns.connect'), width: 128, cell: (row) => <ConnectButton entry={row} /> }
      : null,
    oneDevice
      ? null
      : {
          id: 'device',
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
    oneDevice
      ? null
      : {
          id: 'company',
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
      cell: (row) => formatApiTime(row.created_at),
    },
  ]
  return columns.filter((column) => column !== null)
}

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

export function ConnectButton({ entry }: { entry: RemoteAccess }) {
  const { t } = useTranslation('remote')
  const Icon = entry.protocol === 'ssh' ? IconTerminal2 : IconExternalLink
  return (
    <Button size="small" icon={<Icon size={15} stroke={1.7} />} onClick={() => openConnect(targetOf(entry))}>
      {t('connect')}
    </Button>
  )
}

/** Two lines of a phone row. */
export function PhoneEntry({ row, connect, oneDevice }: { row: RemoteAccess } & Rights) {
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <EntryName row={row} />
        <span className={cells.second}>
          {oneDevice ? '' : `${row.device_name} · `}
          {row.protocol.toUpperCase()} · {addressOf(row)}
        </span>
      </div>
      {connect ? <ConnectButton entry={row} /> : null}
    </div>
  )
}
