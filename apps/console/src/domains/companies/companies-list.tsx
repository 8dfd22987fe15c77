import './texts.ts'
import { exportCompanies, listCompanies } from '@longreach/contract/companies/endpoints'
import type { Company } from '@longreach/contract/companies/schemas'
import { useTranslation } from 'react-i18next'
import classes from '../../tables/cells.module.css'
import { DeviceCount } from '../../tables/device-count.tsx'
import { countField, createdField, optionField } from '../../tables/filters/field.ts'
import { NameLink } from '../../tables/name-link.tsx'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatCount } from '../../ui/format.ts'
import { CompanyMenu } from './company-menu.tsx'
import { ofCompany } from './of-company.ts'
import { companyField } from './public/company-field.ts'

export const companyTable = defineTable({
  name: 'companies',
  list: listCompanies,
  download: exportCompanies,
  texts: 'companies',
  defaultSort: 'name',
  nameOf: (row) => row.name,
  phoneRow: (row) => <PhoneCompany row={row} />,
  columns: (t) => [
    {
      id: 'name',
      label: t('columns.name'),
      width: 240,
      pinned: true,
      sort: 'name',
      cell: (row) => <CompanyLink row={row} />,
    },
    { id: 'level', label: t('columns.level'), width: 72, align: 'right', cell: (row) => row.level },
    {
      id: 'parent',
      csv: ['parent_name'],
      label: t('columns.parent'),
      width: 200,
      cell: (row) => <span className={classes.cut}>{row.level > 1 ? row.parent_name : '—'}</span>,
    },
    {
      id: 'devices',
      csv: ['devices_count'],
      label: t('columns.devices'),
      width: 96,
      align: 'right',
      sort: 'device_count',
      cell: (row) => <DeviceCount cell count={row.devices_count} filter={ofCompany(row.id)} />,
    },
    {
      id: 'users',
      csv: ['users_count'],
      label: t('columns.users'),
      width: 88,
      align: 'right',
      cell: (row) => formatCount(row.users_count),
    },
    {
      id: 'created',
      csv: ['created_at'],
      label: t('columns.created'),
      width: 168,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 88, cell: (row) => <CompanyMenu company={row} /> },
  ],
  filters: (t) => [
    optionField('level', t('columns.level'), ['1', '2', '3'], (level) => level, { many: true, not: true }),
    { ...companyField(t('columns.parent')), name: 'parent_id' },
    countField('device_count', t('columns.devices')),
    createdField(t('columns.created')),
  ],
})

const CompanyLink = ({ row: { id, name } }: { row: Company }) => (
  <NameLink to="/companies/$company_id" params={{ company_id: String(id) }} name={name} />
)

function PhoneCompany({ row }: { row: Company }) {
  const { t } = useTranslation('companies')
  const counts = { level: row.level, devices: formatCount(row.devices_count), users: formatCount(row.users_count) }
  return (
    <div className={classes.phone}>
      <div className={classes.lines}>
        <CompanyLink row={row} />
        <span className={classes.second}>{t('counts', counts)}</span>
      </div>
      <CompanyMenu company={row} />
    </div>
  )
}
