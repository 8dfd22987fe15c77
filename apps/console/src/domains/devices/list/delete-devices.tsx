import { mostChosen } from '@longreach/contract/choice-limits'
import { deleteDevices, listDevices } from '@longreach/contract/devices/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { fitsBound } from '../../../tables/bound.ts'
import { notifyUnchanged } from '../../../tables/lazy/notify-unchanged.ts'
import { confirmRows, countBy } from '../../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../../tables/selected-rows.ts'
import { formatCount } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.ts'
import type { Question } from '../../../windows/confirm.tsx'

/** Asks, then deletes devices with their history. True if they were deleted. `name` is shown for a single device. */
export async function deleteDevicesAfterAsking(
  selected: SelectedRows,
  client: QueryClient,
  name?: string,
): Promise<boolean> {
  // Deletion has a lower limit than actions and tags.
  if (!fitsBound(selected, mostChosen)) return false
  const question = (count: number): Question => ({
    title:
      name === undefined
        ? i18next.t('filter' in selected ? 'devices:remove.titleAll' : 'devices:remove.title', {
            count,
            formatted: formatCount(count),
          })
        : i18next.t('devices:remove.titleOne', { name }),
    text: i18next.t('devices:remove.text', { count }),
    confirm: i18next.t('devices:remove.confirm'),
    danger: true,
  })
  if (!(await confirmRows(selected, countBy(listDevices), question))) return false
  try {
    const { data, errors } = await call(deleteDevices, { body: rowsOf('device_id', selected) })
    toast(i18next.t('devices:remove.done', { count: data.length, formatted: formatCount(data.length) }), 'success')
    notifyUnchanged(errors)
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  for (const id of 'ids' in selected ? selected.ids : []) client.removeQueries({ queryKey: ['devices', 'one', id] })
  void client.invalidateQueries({ queryKey: ['devices'] })
  return true
}
