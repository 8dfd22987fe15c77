import { deleteRemoteAccess } from '@longreach/contract/remote/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'

/** The server takes no more at once. */
const most = 200

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
    for (let at = 0; at < count; at += most) await call(deleteRemoteAccess, { body: { id: ids.slice(at, at + most) } })
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  toast(i18next.t('remote:remove.done', { count }), 'success')
  void client.invalidateQueries({ queryKey: ['remote'] })
  return true
}
