import './texts.ts'
import { exportUsers, listUsers } from '@longreach/contract/users/endpoints'
import type { User } from '@longreach/contract/users/schemas'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../api/session.ts'
import cells from '../../tables/cells.module.css'
import { createdField } from '../../tables/filters/field.ts'
import { defineTable } from '../../tables/table.ts'
import { Ago } from '../../ui/ago.tsx'
import { companyField } from '../companies/public/company-field.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { openRolePermissions } from '../roles/public/open-windows.tsx'
import { roleField } from '../roles/public/role-field.ts'
import { UserMenu } from './user-menu.tsx'
import classes from './users.module.css'

const cut = (text: string) => (
  <span className={cells.cut} title={text}>
    {text}
  </span>
)

export const userTable = defineTable({
  name: 'users',
  list: listUsers,
  download: exportUsers,
  texts: 'users',
  defaultSort: 'username',
  nameOf: (row) => row.username,
  phoneRow: (row) => <PhoneUser row={row} />,
  columns: (t) => [
    {
      id: 'username',
      label: t('columns.username'),
      width: 232,
      pinned: true,
      sort: 'username',
      cell: (row) => <Username row={row} />,
    },
    { id: 'email', label: t('columns.email'), width: 208, sort: 'email', cell: (row) => cut(row.email) },
    { id: 'role', csv: ['role_title'], label: t('columns.role'), width: 160, cell: (row) => <RoleTitle row={row} /> },
    {
      id: 'company',
      notWithin: 'company_id',
      csv: ['company_name'],
      label: t('columns.company'),
      width: 144,
      cell: (row) => <CompanyName cell id={row.company_id} name={row.company_name} />,
    },
    {
      id: 'last_login',
      csv: ['last_login_at'],
      label: t('columns.lastSignIn'),
      width: 112,
      sort: 'last_login_at',
      cell: (row) => <Ago time={row.last_login_at} />,
    },
    {
      id: 'created',
      csv: ['created_at'],
      label: t('columns.created'),
      width: 160,
      sort: 'created_at',
      cell: (row) => <Ago time={row.created_at} />,
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 80, cell: (row) => <UserMenu user={row} /> },
  ],
  filters: (t, { can }) => [
    ...(can('view_roles') ? [roleField(t('filter.role'))] : []),
    ...(can('view_companies') ? [companyField(t('filter.company'))] : []),
    {
      name: 'last_login_at',
      label: t('columns.lastSignIn'),
      kind: 'empty',
      empty: true,
      emptyLabels: [t('filter.never'), t('filter.ever')],
    },
    createdField(t('columns.created')),
  ],
})

function Username({ row }: { row: User }) {
  const { t } = useTranslation('users')
  const own = useUser().id === row.id
  return (
    <span className={classes.username}>
      <span className={classes.name} title={row.username}>
        {row.username}
      </span>
      {own ? <span className={classes.you}>{t('you')}</span> : null}
    </span>
  )
}

/** The title opens the permissions of the role, for users who may see them. */
function RoleTitle({ row }: { row: User }) {
  const { t } = useTranslation('users')
  const opens = useCan('view_permissions')
  if (!opens) return cut(row.role_title)
  return (
    <button
      type="button"
      className={classes.role}
      title={row.role_title}
      aria-label={t('permissionsOf', { role: row.role_title })}
      tabIndex={-1}
      onClick={() => openRolePermissions({ id: row.role_id, title: row.role_title })}
    >
      {row.role_title}
    </button>
  )
}

function PhoneUser({ row }: { row: User }) {
  return (
    <div className={cells.phone}>
      <div className={cells.lines}>
        <Username row={row} />
        <span className={cells.second}>
          {row.role_title} · {row.company_name}
        </span>
      </div>
      <UserMenu user={row} />
    </div>
  )
}
