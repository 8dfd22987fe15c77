import './texts.ts'
import type { Role } from '@longreach/contract/roles/schemas'
import { IconPlus, IconShieldCog, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridColumn } from '../../tables/columns.ts'
import { type ListRules, withFilter } from '../../tables/page/list-state.ts'
import { TablePage } from '../../tables/page/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useCan } from '../account/session.ts'
import { deleteRoleAfterAsking } from './delete-role.ts'
import { openRole } from './open-windows.tsx'
import { loadRoles } from './queries.ts'
import classes from './roles-page.module.css'

const kinds = ['all', 'default', 'custom'] as const
const rules: ListRules = { sorts: ['title'], defaultSort: 'title', filters: { type: ['default', 'custom'] } }

/** `/users/roles`: default roles, and those of the companies in reach. */
export function RolesPage() {
  const { t } = useTranslation('roles')
  const mayAdd = useCan('create_roles')
  const columns = useMemo(() => roleColumns(t), [t])
  const add = mayAdd ? (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={() => openRole(null)}>
      {t('add')}
    </Button>
  ) : null
  return (
    <TablePage<Role>
      name="roles"
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      rules={rules}
      load={loadRoles}
      nameOf={(role) => role.title}
      onOpen={openRole}
      phoneRow={(role) => <PhoneRole role={role} />}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={add}
      filters={(state, change) => (
        <Segmented
          label={t('kind.label')}
          value={(state.filters.type ?? 'all') as (typeof kinds)[number]}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => change(withFilter(state, 'type', value === 'all' ? null : value))}
        />
      )}
      empty={{ icon: <IconShieldCog size={22} stroke={1.6} />, title: t('none.title'), text: t('none.text') }}
      failed={t('failed')}
    />
  )
}

const kindOf = (role: Role) => (role.company_id === null ? 'default' : 'custom')

function roleColumns(t: TFunction<'roles'>): GridColumn<Role>[] {
  return [
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
      label: t('columns.company'),
      width: 200,
      cell: (role) => <span className={classes.cut}>{role.company_name}</span>,
    },
    {
      id: 'permissions',
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
        <span className={classes.cut} title={role.description}>
          {role.description}
        </span>
      ),
    },
    {
      id: 'updated',
      label: t('columns.updated'),
      width: 168,
      hidden: true,
      cell: (role) => formatApiTime(role.updated_at),
    },
    { id: 'actions', label: '', width: 64, cell: (role) => <DeleteButton role={role} /> },
  ]
}

function RoleTitle({ role }: { role: Role }) {
  return (
    <button type="button" className={classes.title} title={role.title} tabIndex={-1} onClick={() => openRole(role)}>
      {role.title}
    </button>
  )
}

function DeleteButton({ role }: { role: Role }) {
  const { t } = useTranslation('roles')
  const client = useQueryClient()
  if (!useCan('delete_roles') || role.company_id === null) return null
  return (
    <IconButton size="small" label={t('delete')} onClick={() => void deleteRoleAfterAsking(role, client)}>
      <IconTrash size={16} stroke={1.6} />
    </IconButton>
  )
}

/** Two lines of a phone row. */
function PhoneRole({ role }: { role: Role }) {
  const { t } = useTranslation('roles')
  return (
    <div className={classes.phone}>
      <div>
        <RoleTitle role={role} />
        <span>
          {role.company_name ?? t('kind.default')} · {role.permissions_count} {t('columns.permissions').toLowerCase()}
        </span>
      </div>
      <DeleteButton role={role} />
    </div>
  )
}
