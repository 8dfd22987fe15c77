import './texts.ts'
import { deleteFiles, listFiles } from '@longreach/contract/files/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { notifyUnchanged } from '../../tables/notify-unchanged.ts'
import { confirmRows, countBy } from '../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { toastDone } from '../../ui/done.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import type { Question } from '../../windows/confirm.tsx'

/** Asks, then deletes. True if it was deleted. `name` is shown for a single file. */
export async function deleteFilesAfterAsking(
  selected: SelectedRows,
  client: QueryClient,
  name?: string,
): Promise<boolean> {
  const all = 'filter' in selected
  const question = (count: number): Question => ({
    title:
      name === undefined
        ? i18next.t(all ? 'files:remove.titleAll' : 'files:remove.title', { count, formatted: formatCount(count) })
        : i18next.t('files:remove.titleOne', { name }),
    text: i18next.t('files:remove.text', { count }),
    confirm: i18next.t('files:remove.confirm'),
    danger: true,
  })
  if (!(await confirmRows(selected, countBy(listFiles), question))) return false
  try {
    const answer = await call(deleteFiles, { body: rowsOf('id', selected) })
    const { data, errors } = answer
    const done = { count: data.length, formatted: formatCount(data.length) }
    toastDone(
      name === undefined ? i18next.t('files:remove.done', done) : i18next.t('files:remove.doneOne', { name }),
      answer,
      client,
    )
    notifyUnchanged(errors)
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  void client.invalidateQueries({ queryKey: ['files'] })
  return true
}
