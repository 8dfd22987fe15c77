import type { ErrorItem } from '@longreach/contract/errors'
import i18next from 'i18next'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'

interface Counted {
  count: number
  formatted: string
  /** The first reason. */
  reason: string
}

/** Notifies the user that a bulk call did not change some rows, which is no failure, with every reason. */
export function notifyUnchanged(
  errors: readonly ErrorItem[],
  sentence: (counted: Counted) => string = (counted) => i18next.t('ui:unchanged', { ...counted }),
): void {
  const { length: count } = errors
  const [reason, ...others] = new Set(errors.map(({ message }) => message))
  if (reason === undefined) return
  const message = sentence({ count, formatted: formatCount(count), reason })
  if (others.length === 0) toast(message)
  else void import('./reasons.tsx').then((file) => file.toastReasons(message, errors))
}
