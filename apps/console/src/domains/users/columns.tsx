import type { User } from '@longreach/contract/users/schemas'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../api/session.ts'
import cells from '../../tables/cells.module.css'
import type { GridColumn } from '../../tables/columns.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { openRolePermissions } from '../roles/public/open-windows.tsx'
import { UserMenu } from './user-menu.tsx'
import classes from './users.module.css'

const cut = (text: string) => (
  <span className={cells.cut} title={text}>
    {text}
  </span>
)

export function userColumns(t: TFunction<'users'>): GridColumn<User>[] {
  return [
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
      cell: (row) => formatApiTime(row.created_at),
    },
    { id: 'actions', end: true, label: t('columns.actions'), width: 80, cell: (row) => <UserMenu user={row} /> },
  ]
}

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

/** Two lines of a phone row. */
export function PhoneUser({ row }: { row: User }) {
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
