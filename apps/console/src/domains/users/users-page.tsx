import './texts.ts'
import { IconArrowsMove, IconTrash, IconUserCog, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { only } from '../../tables/selected-rows.ts'
import { type BulkProps, TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import type { CompanyTab } from '../companies/public/use-company-tab.tsx'
import { openRolePermissions } from '../roles/public/open-windows.tsx'
import { deleteUsersAfterAsking } from './delete-users.ts'
import { InviteButton } from './invite-buttons.tsx'
import { openDeleteByEmail, openEditRole, openMoveUsers } from './open-windows.tsx'
import { useUserRights } from './user-menu.tsx'
import { userTable } from './users-list.tsx'

interface Props {
  /** The company whose page shows the list. */
  company?: CompanyTab
}

/** `/users`: the users in reach, their roles, and the actions for them. */
export function UsersPage({ company }: Props) {
  const { t } = useTranslation('users')
  const own = useUser().id
  const can = useUserRights()
  const seesPermissions = useCan('view_permissions')
  const byEmail = useCan('super_admin')
  const one = company !== undefined
  return (
    <TablePage
      table={userTable}
      narrow={company?.limits}
      tools={company?.tools}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={(row) => {
        if (can.role && row.id !== own) openEditRole(only(row.id))
        else if (seesPermissions) openRolePermissions({ id: row.role_id, title: row.role_title })
      }}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={
        <>
          {byEmail && !one ? <Button onClick={openDeleteByEmail}>{t('byEmail.action')}</Button> : null}
          <InviteButton company={company} />
        </>
      }
      bulk={can.any ? (bulk) => <Bulk {...bulk} /> : null}
      empty={{ icon: <IconUsers size={22} stroke={1.6} />, title: t('none.title'), text: t('none.text') }}
      failed={t('failed')}
    />
  )
}

function Bulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  const can = useUserRights()
  const icon = { size: 17, stroke: 1.6 }
  return (
    <>
      {can.role ? (
        <BulkAction icon={<IconUserCog {...icon} />} onClick={() => openEditRole(selected, clear)}>
          {t('role.action')}
        </BulkAction>
      ) : null}
      {can.move ? (
        <BulkAction icon={<IconArrowsMove {...icon} />} onClick={() => openMoveUsers(selected, clear)}>
          {t('move.action')}
        </BulkAction>
      ) : null}
      {can.remove ? (
        <BulkAction
          icon={<IconTrash {...icon} />}
          onClick={() => void deleteUsersAfterAsking(selected, client).then((done) => done && clear())}
        >
          {t('remove.action')}
        </BulkAction>
      ) : null}
    </>
  )
}
