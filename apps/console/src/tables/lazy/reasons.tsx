import '../texts.ts'
import type { ErrorItem } from '@longreach/contract/errors'
import i18next from 'i18next'
import { formatCount } from '../../ui/format.ts'
import { toastButton } from '../../ui/toast-button.tsx'
import { openLines } from '../../windows/lines.tsx'

/** Shows the first reason, and all of them in a window. */
export const toastReasons = (message: string, errors: readonly ErrorItem[]) =>
  toastButton(message, i18next.t('ui:reasons.show'), () =>
    openLines({ id: 'reasons', title: i18next.t('ui:reasons.title'), lines: countReasons(errors) }),
  )

/** Every reason once, the most frequent first. */
function countReasons(errors: readonly ErrorItem[]): string[] {
  const counts = new Map<string, number>()
  for (const { message } of errors) counts.set(message, (counts.get(message) ?? 0) + 1)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => i18next.t('ui:reasons.line', { formatted: formatCount(count), reason }))
}
