import type { Action } from '@longreach/contract/actions/schemas'
import i18next from 'i18next'
import { formatCount } from '../../ui/format.ts'
import { confirm } from '../../windows/confirm.tsx'
import { kindTitle } from './kind-title.ts'

/** Asks before an action is stopped in the middle. */
export async function confirmCancel({ kind, total, counts, device_name }: Action): Promise<boolean> {
  if (total === 1) return confirmCancelWaiting([{ kind, name: device_name ?? '' }])
  return confirm({
    title: i18next.t('actions:cancelRest.title', { action: kindTitle(kind) }),
    text: i18next.t('actions:cancelRest.text', { count: counts.queued, formatted: formatCount(counts.queued) }),
    confirm: i18next.t('actions:cancelRest.confirm'),
    cancel: i18next.t('actions:cancelRest.keep'),
    danger: true,
  })
}

interface Waiting {
  kind: string
  /** Name of the device. */
  name: string
}

/** Asks before actions that devices have not received are cancelled. */
export function confirmCancelWaiting(jobs: readonly Waiting[]): Promise<boolean> {
  const [only] = jobs.length === 1 ? jobs : []
  const action = only && kindTitle(only.kind)
  const formatted = formatCount(jobs.length)
  return confirm({
    title: only
      ? i18next.t('actions:cancelWaiting.title', { action, name: only.name })
      : i18next.t('actions:cancelWaiting.titleMany', { formatted }),
    text: i18next.t('actions:cancelWaiting.text', { count: jobs.length }),
    confirm: only
      ? i18next.t('actions:cancelWaiting.confirm', { action })
      : i18next.t('actions:cancelWaiting.confirmMany', { formatted }),
    cancel: i18next.t('actions:cancelWaiting.keep'),
    danger: true,
  })
}
