import type { User } from '@longreach/contract/users/schemas'
import { IconArrowsMove, IconTrash, IconUserCog } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan, useUser } from '../../api/session.ts'
import { only } from '../../tables/selected-rows.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { deleteUsersAfterAsking } from './delete-users.ts'
import { openEditRole, openMoveUsers } from './open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

/** The signed-in user's actions for other users. */
export function useUserRights() {
  const can = { role: useCan('update_users'), move: useCan('move_users'), remove: useCan('delete_users') }
  return { ...can, any: can.role || can.move || can.remove }
}

/** Actions for a user; nothing for oneself. */
export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const client = useQueryClient()
  const can = useUserRights()
  const own = useUser().id === user.id
  if (own || !can.any) return null
  return (
    <RowMenu label={t('actions', { name: user.username })}>
      {can.role ? (
        <MenuItem leftSection={<IconUserCog {...icon} />} onClick={() => openEditRole(only(user.id))}>
          {t('role.action')}
        </MenuItem>
      ) : null}
      {can.move ? (
        <MenuItem leftSection={<IconArrowsMove {...icon} />} onClick={() => openMoveUsers(only(user.id))}>
          {t('move.action')}
        </MenuItem>
      ) : null}
      {can.remove ? (
        <MenuItem
          danger
          leftSection={<IconTrash {...icon} />}
          onClick={() => void deleteUsersAfterAsking(only(user.id), client)}
        >
          {t('remove.action')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
