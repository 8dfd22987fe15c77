import './texts.ts'
import { fileTypes } from '@longreach/contract/files/constants'
import { listFiles } from '@longreach/contract/files/endpoints'
import type { FileRecord } from '@longreach/contract/files/schemas'
import { useTranslation } from 'react-i18next'
import classes from '../../tables/cells.module.css'
import { createdField, optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatBytes } from '../../ui/format.ts'
import record from '../../ui/record.module.css'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { FileMenu } from './file-menu.tsx'
import own from './files-list.module.css'
import { openFile } from './open-windows.tsx'

const text = (value: string | null) => (
  <span className={classes.cut} title={value ?? undefined}>
    {value || '—'}
  </span>
)

export const fileTable = defineTable({
  name: 'files',
  list: listFiles,
  texts: 'files',
  defaultSort: '-created_at',
  nameOf: (file) => file.name,
  phoneRow: (file) => <PhoneFile file={file} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('columns.name'),
      width: 268,
      pinned: true,
      sort: 'name',
      cell: (row) => <FileName file={row} />,
    },
    {
      id: 'type',
      notWithin: 'type',
      label: t('columns.type'),
      width: 120,
      sort: 'type',
      cell: (row) => text(t(`type.${row.type}`)),
    },
    {
      id: 'company',
      notWithin: 'company_id',
      label: t('columns.company'),
      width: 136,
      sort: 'company_name',
      cell: (row) => <Owner file={row} />,
    },
    {
      id: 'model',
      label: t('columns.model'),
      width: 128,
      sort: 'device_model',
      cell: (row) => text(row.device_model),
    },
    {
      id: 'version',
      label: t('columns.version'),
      width: 216,
      sort: 'version',
      cell: (row) => <Version file={row} />,
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
    {
      id: 'description',
      label: t('columns.description'),
      width: 240,
      hidden: true,
      cell: (row) => text(row.description),
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 64, cell: (row) => <FileMenu file={row} /> },
  ],
  filters: (t) => [
    optionField('type', t('columns.type'), fileTypes, (type) => t(`type.${type}`), { many: true, not: true }),
    companyField(t('columns.company')),
    createdField(t('columns.created')),
  ],
})

function FileName({ file }: { file: FileRecord }) {
  return (
    <button
      type="button"
      className={`${classes.name} ${classes.open}`}
      title={file.name}
      tabIndex={-1}
      onClick={() => openFile(file)}
    >
      {file.name}
    </button>
  )
}

function Version({ file: { version, declared } }: { file: FileRecord }) {
  const { t } = useTranslation('files')
  return (
    <span className={own.version}>
      {text(version)}
      {declared ? (
        <span className={record.state} data-tone={declared === 'stable' ? 'good' : undefined}>
          {t(`declared.${declared}`)}
        </span>
      ) : null}
    </span>
  )
}

function Owner({ file }: { file: FileRecord }) {
  const { t } = useTranslation('files')
  if (file.company_id === 0) return text(t('allCompanies'))
  if (!file.shared) return <CompanyName cell id={file.company_id} name={file.company_name} />
  return (
    <span className={record.state} title={t('view.sharedWith')}>
      {t('view.shared')}
    </span>
  )
}

function PhoneFile({ file }: { file: FileRecord }) {
  const { t } = useTranslation('files')
  return (
    <div className={classes.phone}>
      <div className={classes.lines}>
        <FileName file={file} />
        <span className={classes.second}>
          {[t(`type.${file.type}`), file.device_model, formatBytes(file.file_size)].filter(Boolean).join(' · ')}
        </span>
      </div>
      <FileMenu file={file} />
    </div>
  )
}
