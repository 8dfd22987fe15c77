import { deleteRemoteAccess, listRemoteAccess } from '@longreach/contract/remote/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { notifyUnchanged } from '../../tables/lazy/notify-unchanged.ts'
import { confirmRows, countBy } from '../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import type { Question } from '../../windows/confirm.tsx'

/** Asks, then deletes; open sessions of the entries end. True if it was deleted. */
export async function deleteEntriesAfterAsking(selected: SelectedRows, client: QueryClient): Promise<boolean> {
  const all = 'filter' in selected
  const question = (count: number): Question => ({
    title: i18next.t(all ? 'remote:remove.titleAll' : 'remote:remove.title', { count, formatted: formatCount(count) }),
    text: i18next.t(all ? 'remote:remove.textAll' : 'remote:remove.text'),
    confirm: i18next.t('remote:remove.confirm'),
    danger: true,
  })
  if (!(await confirmRows(selected, countBy(listRemoteAccess), question))) return false
  try {
    const { data, errors } = await call(deleteRemoteAccess, { body: rowsOf('id', selected) })
    toast(i18next.t('remote:remove.done', { count: data.length, formatted: formatCount(data.length) }), 'success')
    notifyUnchanged(errors)
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  void client.invalidateQueries({ queryKey: ['remote'] })
  return true
}
