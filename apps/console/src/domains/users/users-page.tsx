import './texts.ts'
import { exportUsers, listUsers } from '@longreach/contract/users/endpoints'
import type { User } from '@longreach/contract/users/schemas'
import { IconArrowsMove, IconTrash, IconUserCog, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { only } from '../../tables/choice.ts'
import { type FilterField, madeField } from '../../tables/filters/field.ts'
import type { ListSpec } from '../../tables/list-source.ts'
import { type Chosen, TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { companyField } from '../companies/public/company-field.ts'
import { openRolePermissions } from '../roles/public/open-windows.tsx'
import { roleField } from '../roles/public/role-field.ts'
import { PhoneUser, userColumns } from './columns.tsx'
import { deleteUsersAfterAsking } from './delete-users.ts'
import { InviteButton } from './invite-buttons.tsx'
import { openDeleteByEmail, openEditRole, openMoveUsers } from './open-windows.tsx'
import { useUserRights } from './user-menu.tsx'

const spec: ListSpec = { name: 'users', list: listUsers, download: exportUsers, defaultSort: 'username' }

interface Props {
  /** The users of one company, on its page. */
  company?: { id: number }
}

/** `/users`: the users in reach, their roles, and the actions for them. */
export function UsersPage({ company }: Props) {
  const { t } = useTranslation('users')
  const own = useUser().id
  const can = useUserRights()
  const seesPermissions = useCan('view_permissions')
  const byEmail = useCan('super_admin')
  const one = company !== undefined
  const columns = useMemo(() => userColumns(t).filter(({ id }) => !one || id !== 'company'), [t, one])
  const filters = useUserFilters(one)
  return (
    <TablePage<User>
      spec={spec}
      inner={one}
      narrow={company && { company_id: String(company.id) }}
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      filters={filters}
      nameOf={(row) => row.username}
      onOpen={(row) => {
        if (can.role && row.id !== own) openEditRole(only(row.id))
        else if (seesPermissions) openRolePermissions({ id: row.role_id, title: row.role_title })
      }}
      phoneRow={(row) => <PhoneUser row={row} />}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={
        <>
          {byEmail && !one ? <Button onClick={openDeleteByEmail}>{t('byEmail.action')}</Button> : null}
          <InviteButton company={company} />
        </>
      }
      bulk={can.any ? (chosen) => <Bulk {...chosen} /> : null}
      empty={{ icon: <IconUsers size={22} stroke={1.6} />, title: t('none.title'), text: t('none.text') }}
      failed={t('failed')}
    />
  )
}

/** `one`: the list of a single company. */
function useUserFilters(one: boolean): readonly FilterField[] {
  const { t } = useTranslation('users')
  const seesRoles = useCan('view_roles')
  const seesCompanies = useCan('view_companies')
  return useMemo(
    () => [
      ...(seesRoles ? [roleField(t('filter.role'))] : []),
      ...(seesCompanies && !one ? [companyField(t('filter.company'))] : []),
      {
        name: 'last_login_at',
        label: t('columns.lastSignIn'),
        kind: 'empty',
        empty: true,
        emptyLabels: [t('filter.never'), t('filter.ever')],
      },
      madeField(t('columns.created')),
    ],
    [t, one, seesRoles, seesCompanies],
  )
}

function Bulk({ choice, clear }: Chosen) {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  const can = useUserRights()
  const icon = { size: 17, stroke: 1.6 }
  return (
    <>
      {can.role ? (
        <BulkAction icon={<IconUserCog {...icon} />} onClick={() => openEditRole(choice, clear)}>
          {t('role.action')}
        </BulkAction>
      ) : null}
      {can.move ? (
        <BulkAction icon={<IconArrowsMove {...icon} />} onClick={() => openMoveUsers(choice, clear)}>
          {t('move.action')}
        </BulkAction>
      ) : null}
      {can.remove ? (
        <BulkAction
          icon={<IconTrash {...icon} />}
          onClick={() => void deleteUsersAfterAsking(choice, client).then((done) => done && clear())}
        >
          {t('remove.action')}
        </BulkAction>
      ) : null}
    </>
  )
}
