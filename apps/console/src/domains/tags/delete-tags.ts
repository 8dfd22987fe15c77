import './texts.ts'
import { deleteTags, listTags } from '@longreach/contract/tags/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { notifyUnchanged } from '../../tables/lazy/notify-unchanged.ts'
import { confirmRows, countBy } from '../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { toastDone } from '../../ui/done.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import type { Question } from '../../windows/confirm.tsx'

/** Asks, then deletes. True if it was deleted. `name` is shown for a single tag. */
export async function deleteTagsAfterAsking(
  selected: SelectedRows,
  client: QueryClient,
  name?: string,
): Promise<boolean> {
  const all = 'filter' in selected
  const question = (count: number): Question => ({
    title:
      name === undefined
        ? i18next.t(all ? 'tags:remove.titleAll' : 'tags:remove.title', { count, formatted: formatCount(count) })
        : i18next.t('tags:remove.titleOne', { name }),
    text: i18next.t('tags:remove.text', { count }),
    confirm: i18next.t('tags:remove.confirm'),
    danger: true,
  })
  if (!(await confirmRows(selected, countBy(listTags), question))) return false
  try {
    const answer = await call(deleteTags, { body: rowsOf('id', selected) })
    const { data, errors } = answer
    const done = { count: data.length, formatted: formatCount(data.length) }
    toastDone(
      name === undefined ? i18next.t('tags:remove.done', done) : i18next.t('tags:remove.doneOne', { name }),
      answer,
      client,
    )
    notifyUnchanged(errors)
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  for (const id of all ? [] : selected.ids) client.removeQueries({ queryKey: ['tags', 'one', id] })
  void client.invalidateQueries({ queryKey: ['tags'] })
  void client.invalidateQueries({ queryKey: ['devices'] })
  return true
}
