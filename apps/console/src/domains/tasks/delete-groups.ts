import './texts.ts'
import { deleteTaskGroups, listTaskGroups } from '@longreach/contract/tasks/endpoints'
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

/** Asks, then deletes. True if it was deleted. `name` is shown for a single group. */
export async function deleteGroupsAfterAsking(
  selected: SelectedRows,
  client: QueryClient,
  name?: string,
): Promise<boolean> {
  const all = 'filter' in selected
  const question = (count: number): Question => ({
    title:
      name === undefined
        ? i18next.t(all ? 'tasks:remove.titleAll' : 'tasks:remove.title', { count, formatted: formatCount(count) })
        : i18next.t('tasks:remove.titleOne', { name }),
    text: i18next.t('tasks:remove.text'),
    confirm: i18next.t('tasks:remove.confirm'),
    danger: true,
  })
  if (!(await confirmRows(selected, countBy(listTaskGroups), question))) return false
  try {
    const { data, errors } = await call(deleteTaskGroups, { body: rowsOf('id', selected) })
    const done = { count: data.length, formatted: formatCount(data.length) }
    toast(
      name === undefined ? i18next.t('tasks:remove.done', done) : i18next.t('tasks:remove.doneOne', { name }),
      'success',
    )
    notifyUnchanged(errors)
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  void client.invalidateQueries({ queryKey: ['tasks'] })
  return true
}
