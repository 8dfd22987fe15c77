import { deleteRemoteAccess } from '@longreach/contract/remote/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'

/** Asks, then deletes; sessions open with the entries end. True when it is done. */
export async function deleteEntriesAfterAsking(ids: readonly number[], client: QueryClient): Promise<boolean> {
  const count = ids.length
  const sure = await confirm({
    title: i18next.t('remote:remove.title', { count }),
    text: i18next.t('remote:remove.text'),
    confirm: i18next.t('remote:remove.confirm'),
    danger: true,
  })
  if (!sure) return false
  try {
    await call(deleteRemoteAccess, { body: { id: [...ids] } })
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  toast(i18next.t('remote:remove.done', { count }), 'success')
  void client.invalidateQueries({ queryKey: ['remote'] })
  return true
}
