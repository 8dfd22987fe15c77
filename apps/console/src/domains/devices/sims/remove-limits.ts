import './texts.ts'
import { listFleetSims, setSimLimits } from '@longreach/contract/monitoring/sim-endpoints'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { confirmRows, countBy } from '../../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../../tables/selected-rows.ts'
import { toastDone } from '../../../ui/done.ts'
import { formatCount } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.ts'
import type { Question } from '../../../windows/confirm.tsx'

/** Removes limits; those of several SIMs after a question. True if it was done. */
export async function removeLimits(selected: SelectedRows, client: QueryClient): Promise<boolean> {
  const question = (count: number): Question => ({
    title: i18next.t('sims:remove.title', { formatted: formatCount(count) }),
    text: i18next.t('sims:remove.text'),
    confirm: i18next.t('sims:remove.action'),
  })
  if (selected.count > 1 && !(await confirmRows(selected, countBy(listFleetSims), question))) return false
  try {
    const answer = await call(setSimLimits, { body: { ...rowsOf('id', selected), data_limit: null } as never })
    const count = answer.data.length
    toastDone(i18next.t('sims:remove.done', { count, formatted: formatCount(count) }), answer, client)
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
  for (const queryKey of [['sims'], ['devices']]) void client.invalidateQueries({ queryKey })
  return true
}
