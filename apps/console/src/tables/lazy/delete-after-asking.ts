import type { Endpoint } from '@longreach/contract/endpoint'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { toastDone } from '../../ui/done.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import type { Question } from '../../windows/confirm.tsx'
import { confirmRows, countBy } from '../recount.ts'
import { rowsOf, type SelectedRows } from '../selected-rows.ts'
import { notifyUnchanged } from './notify-unchanged.ts'

/** Texts about a number of rows, all rows of a filter, or one row by name; the last two after the deletion. */
type DeletionText = 'title' | 'titleAll' | 'titleOne' | 'text' | 'confirm' | 'done' | 'doneOne'

interface Deletion {
  list: Endpoint
  /** Returns the deleted rows; its body contains their `id`, or the filter of the list. */
  remove: Endpoint
  textOf: (key: DeletionText, values: { count: number; formatted: string; name: string }) => string
  /** Queries that show such rows. */
  shownIn: readonly QueryKey[]
  /** Share of the rows by which their number may have changed without another question. */
  slack?: number
}

/** Asks, then deletes. True if it was deleted. `name` is shown for a single row. */
export const deleteAfterAsking =
  ({ list, remove, textOf, shownIn, slack }: Deletion) =>
  async (selected: SelectedRows, client: QueryClient, name?: string): Promise<boolean> => {
    const text = (key: DeletionText, count: number) =>
      textOf(key, { count, formatted: formatCount(count), name: name ?? '' })
    const question = (count: number): Question => ({
      title: text(name !== undefined ? 'titleOne' : 'filter' in selected ? 'titleAll' : 'title', count),
      text: text('text', count),
      confirm: text('confirm', count),
      danger: true,
    })
    if (!(await confirmRows(selected, countBy(list), question, slack))) return false
    try {
      const answer = await call(remove, { body: rowsOf('id', selected) } as never)
      toastDone(text(name === undefined ? 'done' : 'doneOne', (answer.data as unknown[]).length), answer, client)
      notifyUnchanged(answer.errors)
    } catch (error) {
      toast(messageOf(error), 'error')
      return false
    }
    for (const queryKey of shownIn) void client.invalidateQueries({ queryKey })
    return true
  }
