import './texts.ts'
import i18next from 'i18next'
import { formatCount } from '../ui/format.ts'
import { toast } from '../ui/toast.ts'
import type { SelectedRows } from './selected-rows.ts'

/** Notifies the user and returns false if more rows are selected than an action accepts at once. */
export function fitsBound({ count }: SelectedRows, most: number): boolean {
  if (count <= most) return true
  toast(i18next.t('ui:table.most', { formatted: formatCount(most) }), 'error')
  return false
}
