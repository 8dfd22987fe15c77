import './texts.ts'
import { deleteTags } from '@longreach/contract/tags/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'

/** Asks, then deletes. True when it is done. `name` is shown when it is one tag. */
export async function deleteTagsAfterAsking(
  ids: readonly number[],
  client: QueryClient,
  name?: string,
): Promise<boolean> {
  const count = ids.length
  const sure = await confirm({
    title: name === undefined ? i18next.t('tags:remove.title', { count }) : i18next.t('tags:remove.titleOne', { name }),
    text: i18next.t('tags:remove.text', { count }),
    confirm: i18next.t('tags:remove.confirm'),
    danger: true,
  })
  if (!sure) return false
  try {
    await call(deleteTags, { body: { id: [...ids] } })
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  toast(
    name === undefined ? i18next.t('tags:remove.done', { count }) : i18next.t('tags:remove.doneOne', { name }),
    'success',
  )
  for (const id of ids) client.removeQueries({ queryKey: ['tags', 'one', id] })
  void client.invalidateQueries({ queryKey: ['tags'] })
  void client.invalidateQueries({ queryKey: ['devices'] })
  return true
}
