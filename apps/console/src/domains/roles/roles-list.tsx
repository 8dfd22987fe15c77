import './texts.ts'
import { exportRoles, listRoles } from '@longreach/contract/roles/endpoints'
import type { Role } from '@longreach/contract/roles/schemas'
import { useTranslation } from 'react-i18next'
import cells from '../../tables/cells.module.css'
import { createdField, optionField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { openRole } from './public/open-windows.tsx'
import { RoleMenu } from './role-menu.tsx'

const kinds = ['default', 'custom'] as const
const kindOf = (role: Role) => (role.company_id === null ? 'default' : 'custom')

export const roleTable = defineTable({
  name: 'roles',
  list: listRoles,
  download: exportRoles,
  texts: 'roles',
  defaultSort: 'title',
  nameOf: (role) => role.title,
  phoneRow: (role) => <PhoneRole role={role} />,
  columns: (t) => [
    {
      id: 'title',
      label: t('columns.title'),
      width: 240,
      pinned: true,
      sort: 'title',
      cell: (role) => <RoleTitle role={role} />,
    },
    { id: 'kind', label: t('columns.kind'), width: 104, cell: (role) => t(`kind.${kindOf(role)}`) },
    {
      id: 'company',
      csv: ['company_name'],
      label: t('columns.company'),
      width: 200,
      cell: (role) => (role.company_id ? <CompanyName cell id={role.company_id} name={role.company_name} /> : null),
    },
    {
      id: 'permissions',
      csv: ['permissions_count'],
      label: t('columns.permissions'),
      width: 120,
      align: 'right',
      cell: (role) => role.permissions_count,
    },
    {
      id: 'description',
      label: t('columns.description'),
      width: 360,
      cell: (role) => (
        <span className={cells.cut} title={role.description}>
          {role.description}
        </span>
      ),
    },
    {
      id: 'updated',
      csv: ['updated_at'],
      label: t('columns.updated'),
      width: 168,
      hidden: true,
      cell: (role) => <Ago time={role.updated_at} none="—" />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 80, cell: (role) => <RoleMenu role={role} /> },
  ],
  filters: (t) => [
    optionField('type', t('kind.label'), kinds, (kind) => t(`kind.${kind}`), { quick: true }),
    companyField(t('columns.company')),
    createdField(t('columns.created')),
  ],
})

function RoleTitle({ role }: { role: Role }) {
  return (
    <button
      type="button"
      className={`${cells.name} ${cells.open}`}
      title={role.title}
      tabIndex={-1}
      onClick={() => openRole(role)}
    >
      {role.title}
    </button>
  )
}

function PhoneRole({ role }: { role: Role }) {
  const { t } = useTranslation('roles')
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <RoleTitle role={role} />
        <span className={cells.second}>
          {role.company_name ?? t('kind.default')} · {role.permissions_count} {t('columns.permissions').toLowerCase()}
        </span>
      </div>
      <RoleMenu role={role} />
    </div>
  )
}
