import { listAuthorizedDevices, unauthorizeDevices } from '@longreach/contract/devices/authorized-endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { notifyUnchanged } from '../../../tables/lazy/notify-unchanged.ts'
import { confirmRows, countBy } from '../../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../../tables/selected-rows.ts'
import { formatCount } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.ts'
import type { Question } from '../../../windows/confirm.tsx'

/** Asks, then removes. True if rows were removed. `serial` is shown for a single device. */
export async function removeAfterAsking(
  selected: SelectedRows,
  client: QueryClient,
  serial?: string,
): Promise<boolean> {
  const question = (count: number): Question => ({
    title:
      serial === undefined
        ? i18next.t('filter' in selected ? 'authorized:remove.titleAll' : 'authorized:remove.title', {
            count,
            formatted: formatCount(count),
          })
        : i18next.t('authorized:remove.titleOne', { name: serial }),
    text: i18next.t('authorized:remove.text'),
    confirm: i18next.t('authorized:remove.action'),
    danger: true,
  })
  if (!(await confirmRows(selected, countBy(listAuthorizedDevices), question))) return false
  try {
    const { data, errors } = await call(unauthorizeDevices, { body: rowsOf('id', selected) })
    toast(i18next.t('authorized:remove.done', { count: data.length, formatted: formatCount(data.length) }), 'success')
    notifyUnchanged(errors)
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  void client.invalidateQueries({ queryKey: ['authorized-devices'] })
  return true
}
