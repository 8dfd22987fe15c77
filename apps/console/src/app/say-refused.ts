import i18next from 'i18next'
import { textOf } from '../i18n/i18n.ts'
import { toast } from '../ui/toast.ts'
import type { Refused } from './guard.ts'

const longest = 60

/** Explains a redirect: the page does not exist, or needs a permission. */
export function sayRefused({ path, screen }: Refused): void {
  const shown = path.length > longest ? `${path.slice(0, longest)}…` : path
  const label = screen?.menu?.label ?? screen?.tab?.label
  const page = label === undefined ? shown : textOf(label)
  toast(
    i18next.t(screen ? 'shell:refused.forbidden' : 'shell:refused.unknown', { page, path: shown }),
    'plain',
    'refused',
  )
}
