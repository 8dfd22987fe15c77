import { deleteRole } from '@longreach/contract/roles/endpoints'
import type { Role } from '@longreach/contract/roles/schemas'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'

/** Asks, then deletes; shows the blockers if users have the role. */
export async function deleteRoleAfterAsking(role: Role, client: QueryClient): Promise<void> {
  const { id, title } = role
  const sure = await confirm({
    title: i18next.t('roles:remove.title', { title }),
    text: i18next.t('roles:remove.text'),
    confirm: i18next.t('roles:remove.confirm'),
    danger: true,
  })
  if (!sure) return
  try {
    await call(deleteRole, { params: { id } })
    toast(i18next.t('roles:remove.done', { title }), 'success')
  } catch (error) {
    toast(messageOf(error), 'error')
  }
  void client.invalidateQueries({ queryKey: ['roles'] })
}
