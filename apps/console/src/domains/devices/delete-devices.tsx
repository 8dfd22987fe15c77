import { deleteDevices } from '@longreach/contract/devices/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import type { Choice } from '../../tables/choice.ts'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import { devicesOf } from '../actions/choice.ts'

/** Asks, then deletes with all history. True when it is done. `name` is shown when it is one device. */
export async function deleteDevicesAfterAsking(choice: Choice, client: QueryClient, name?: string): Promise<boolean> {
  const { count } = choice
  const sure = await confirm({
    title:
      name === undefined
        ? i18next.t('devices:remove.title', { count })
        : i18next.t('devices:remove.titleOne', { name }),
    text: i18next.t('devices:remove.text', { count }),
    confirm: i18next.t('devices:remove.confirm'),
    danger: true,
  })
  if (!sure) return false
  try {
    await call(deleteDevices, { body: devicesOf(choice) })
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  toast(i18next.t('devices:remove.done', { count }), 'success')
  for (const id of 'ids' in choice ? choice.ids : []) client.removeQueries({ queryKey: ['devices', 'one', id] })
  void client.invalidateQueries({ queryKey: ['devices'] })
  return true
}
