import './texts.ts'
import { updateAlertRule } from '@longreach/contract/alerts/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { toastDone } from '../../ui/done.ts'
import { toast } from '../../ui/toast.ts'
import { rulesKey } from './queries.ts'

export async function switchRule(id: number, enable: boolean, client: QueryClient): Promise<void> {
  try {
    const answer = await call(updateAlertRule, { params: { id }, body: { enable } })
    toastDone(i18next.t(enable ? 'alerts:rules.doneEnabled' : 'alerts:rules.doneDisabled'), answer, client)
  } catch (error) {
    toast(messageOf(error), 'error')
  }
  await client.invalidateQueries({ queryKey: rulesKey })
}
