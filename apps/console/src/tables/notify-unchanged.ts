import type { ErrorItem } from '@longreach/contract/errors'
import { toast } from '../ui/toast.ts'

/** Notifies the user why rows were not changed, with the first error. */
export function notifyUnchanged([first]: readonly ErrorItem[]): void {
  if (first) toast(first.message, 'error')
}
