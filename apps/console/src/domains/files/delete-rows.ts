import './texts.ts'
import { deleteFiles, listFiles } from '@longreach/contract/files/endpoints'
import { deleteImages, listImages } from '@longreach/contract/files/image-endpoints'
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
import { listsOf } from './listed.ts'

const kinds = {
  files: { list: listFiles, remove: deleteFiles, texts: 'files:remove' },
  images: { list: listImages, remove: deleteImages, texts: 'files:images.remove' },
} as const

/** Asks, then deletes. True if it was deleted. `name` is shown for a single one. */
const deleteAfterAsking =
  (kind: keyof typeof kinds) =>
  async (selected: SelectedRows, client: QueryClient, name?: string): Promise<boolean> => {
    const { list, remove, texts } = kinds[kind]
    const question = (count: number): Question => ({
      title:
        name === undefined
          ? i18next.t(`${texts}.${'filter' in selected ? 'titleAll' : 'title'}`, {
              count,
              formatted: formatCount(count),
            })
          : i18next.t(`${texts}.titleOne`, { name }),
      text: i18next.t('files:remove.text', { count }),
      confirm: i18next.t('files:remove.confirm'),
      danger: true,
    })
    if (!(await confirmRows(selected, countBy(list), question))) return false
    try {
      const answer = await call(remove, { body: rowsOf('id', selected) })
      const { data, errors } = answer
      const done = { count: data.length, formatted: formatCount(data.length) }
      toastDone(
        name === undefined ? i18next.t(`${texts}.done`, done) : i18next.t(`${texts}.doneOne`, { name }),
        answer,
        client,
      )
      notifyUnchanged(errors)
    } catch (error) {
      toast(messageOf(error), 'error')
      return false
    }
    for (const list of listsOf[kind]) void client.invalidateQueries({ queryKey: [list] })
    return true
  }

export const deleteFilesAfterAsking = deleteAfterAsking('files')
export const deleteImagesAfterAsking = deleteAfterAsking('images')
