import type { Action } from '@longreach/contract/actions/schemas'
import i18next from 'i18next'
import { formatCount } from '../../ui/format.ts'
import { confirm } from '../../windows/confirm.tsx'
import { kindTitle } from './kind-title.ts'

/** Asks before an action on several devices is stopped in the middle. */
export async function confirmCancel({ kind, total, counts }: Action): Promise<boolean> {
  if (total === 1) return true
  return confirm({
    title: i18next.t('actions:cancelRest.title', { action: kindTitle(kind) }),
    text: i18next.t('actions:cancelRest.text', { count: counts.queued, formatted: formatCount(counts.queued) }),
    confirm: i18next.t('actions:cancelRest.confirm'),
    cancel: i18next.t('actions:cancelRest.keep'),
    danger: true,
  })
}
