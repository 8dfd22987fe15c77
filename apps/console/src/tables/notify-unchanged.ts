import type { ErrorItem } from '@longreach/contract/errors'
import { toast } from '../ui/toast.ts'

/** Notifies why rows were not changed, by the first error. */
export function notifyUnchanged([first]: readonly ErrorItem[]): void {
  if (first) toast(first.message, 'error')
}
