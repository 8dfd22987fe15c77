import './texts.ts'
import { exportTags, listTags } from '@longreach/contract/tags/endpoints'
import type { Tag } from '@longreach/contract/tags/schemas'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from '../../tables/cells.module.css'
import { DeviceCount } from '../../tables/device-count.tsx'
import { countField, createdField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatCount } from '../../ui/format.ts'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { TagChip } from './public/tag-chip.tsx'
import { TagMenu } from './tag-menu.tsx'

const text = (value: string) => (
  <span className={classes.cut} title={value}>
    {value || '—'}
  </span>
)

export const tagTable = defineTable({
  name: 'tags',
  list: listTags,
  download: exportTags,
  texts: 'tags',
  defaultSort: 'name',
  nameOf: (tag) => tag.name,
  phoneRow: (tag) => <PhoneTag tag={tag} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('columns.name'),
      width: 240,
      pinned: true,
      sort: 'name',
      cell: (row) => <TagLink tag={row} />,
    },
    { id: 'description', label: t('columns.description'), width: 320, cell: (row) => text(row.description) },
    {
      id: 'company',
      notWithin: 'company_id',
      csv: ['company_name'],
      label: t('columns.company'),
      width: 180,
      sort: 'company_name',
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    {
      id: 'devices',
      csv: ['devices_count'],
      label: t('columns.devices'),
      width: 96,
      align: 'right',
      sort: 'device_count',
      cell: (row) => <DeviceCount cell count={row.devices_count} filter={{ tag_id: String(row.id) }} />,
    },
    {
      id: 'created',
      csv: ['created_at'],
      label: t('columns.created'),
      width: 168,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    {
      id: 'updated',
      label: t('columns.updated'),
      width: 168,
      hidden: true,
      cell: (row) => <Ago time={row.updated_at} none="—" />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 88, cell: (row) => <TagMenu tag={row} /> },
  ],
  filters: (t) => [
    companyField(t('columns.company')),
    countField('device_count', t('columns.devices')),
    createdField(t('columns.created')),
  ],
})

function TagLink({ tag }: { tag: Tag }) {
  return (
    <Link to="/tag/$id" params={{ id: String(tag.id) }} className={classes.name} tabIndex={-1}>
      <TagChip tag={tag} />
    </Link>
  )
}

function PhoneTag({ tag }: { tag: Tag }) {
  const { t } = useTranslation('tags')
  return (
    <div className={classes.phone}>
      <div className={classes.lines}>
        <TagLink tag={tag} />
        <span className={classes.second}>
          {tag.company_name} · {t('columns.devices')}: {formatCount(tag.devices_count)}
        </span>
      </div>
      <TagMenu tag={tag} />
    </div>
  )
}
