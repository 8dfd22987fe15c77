import './texts.ts'
import { backupTypes } from '@longreach/contract/configs/backup-constants'
import { listBackups } from '@longreach/contract/configs/backup-endpoints'
import type { Backup } from '@longreach/contract/configs/backup-schemas'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import cells from '../../../tables/cells.module.css'
import { createdField, optionField } from '../../../tables/filters/field.ts'
import { defineTable } from '../../../tables/table.ts'
import { Ago } from '../../../ui/ago.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { companyField } from '../../companies/public/company-field.ts'
import { CompanyName } from '../../companies/public/company-name.tsx'
import { deviceField } from '../../devices/public/device-field.ts'
import { BackupMenu } from './menu.tsx'

const text = (value: string | null) => (
  <span className={cells.cut} title={value ?? undefined}>
    {value || '—'}
  </span>
)

export const backupTable = defineTable({
  name: 'backups',
  list: listBackups,
  texts: 'backups',
  defaultSort: '-created_at',
  nameOf: (row) => row.name,
  phoneRow: (row) => <PhoneBackup backup={row} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('columns.name'),
      width: 280,
      flexible: 1,
      pinned: true,
      sort: 'name',
      cell: (row) => text(row.name),
    },
    {
      id: 'device',
      label: t('columns.device'),
      width: 168,
      sort: 'device_name',
      cell: (row) => <DeviceName backup={row} />,
    },
    { id: 'model', label: t('columns.model'), width: 112, sort: 'device_model', cell: (row) => text(row.device_model) },
    { id: 'firmware', label: t('columns.firmware'), width: 184, sort: 'firmware', cell: (row) => text(row.firmware) },
    {
      id: 'source',
      label: t('columns.source'),
      width: 152,
      cell: (row) => <Source backup={row} />,
    },
    {
      id: 'company',
      label: t('columns.company'),
      width: 128,
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    {
      id: 'size',
      label: t('columns.size'),
      width: 80,
      align: 'right',
      sort: 'file_size',
      cell: (row) => formatBytes(row.file_size),
    },
    {
      id: 'created',
      label: t('columns.created'),
      width: 168,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 64, cell: (row) => <BackupMenu backup={row} /> },
  ],
  filters: (t) => [
    optionField('type', t('columns.source'), backupTypes, (type) => t(`type.${type}`), { many: true, not: true }),
    deviceField(t('columns.device')),
    companyField(t('columns.company')),
    createdField(t('columns.created')),
  ],
})

function DeviceName({ backup: { device_id, device_name } }: { backup: Backup }) {
  if (device_id === null) return text(null)
  return (
    <Link to="/devices/$id" params={{ id: String(device_id) }} className={cells.cut} tabIndex={-1}>
      {device_name}
    </Link>
  )
}

function Source({ backup: { type, device_id, rule_name } }: { backup: Backup }) {
  const { t } = useTranslation('backups')
  if (rule_name !== null) return text(rule_name)
  if (type === 'periodic_backup') return text(t('type.periodic_backup'))
  return text(device_id === null ? t('uploaded') : t('export.title'))
}

function PhoneBackup({ backup }: { backup: Backup }) {
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <span className={cells.cut}>{backup.device_name ?? backup.name}</span>
        <span className={cells.second}>
          {backup.device_model ? `${backup.device_model} · ` : null}
          <Ago time={backup.created_at} /> · {formatBytes(backup.file_size)}
        </span>
      </div>
      <BackupMenu backup={backup} />
    </div>
  )
}
