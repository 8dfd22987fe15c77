import { getCompany, moveCompany } from '@longreach/contract/companies/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { toastDone } from '../../ui/done.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import { lossesInWords } from './move-losses.tsx'

interface Place {
  id: number
  name: string
}

const counted = (key: 'devices' | 'users' | 'subsidiaries', count: number) =>
  i18next.t(`companies:page.${key}`, { count, formatted: formatCount(count) })

/** Shows what moves along, asks, then moves; null is the first level. True if it was moved. */
export async function moveAfterAsking(source: Place, target: Place | null, client: QueryClient): Promise<boolean> {
  try {
    const { data } = await call(getCompany, { params: { id: source.id } })
    const along = {
      subsidiaries: counted('subsidiaries', data.below.companies),
      devices: counted('devices', data.devices_count + data.below.devices),
      users: counted('users', data.users_count + data.below.users),
    }
    const losses = await lossesInWords(source.id, target?.id ?? 0)
    const sure = await confirm({
      title: target
        ? i18next.t('companies:move.below', { name: source.name, target: target.name })
        : i18next.t('companies:move.first', { name: source.name }),
      text: (
        <>
          <p>{i18next.t('companies:move.along', along)}</p>
          <p>{i18next.t('companies:move.seen')}</p>
          {losses === null ? null : <p>{losses}</p>}
        </>
      ),
      confirm: i18next.t('companies:move.confirm'),
    })
    if (!sure) return false
    const moved = await call(moveCompany, { body: { source: source.id, target: target?.id ?? 0 } })
    toastDone(i18next.t('companies:move.done', { name: source.name }), moved, client)
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  void client.invalidateQueries({ queryKey: ['companies'] })
  void client.invalidateQueries({ queryKey: ['devices'] })
  return true
}
