import type { ErrorItem } from '@longreach/contract/errors'
import { toast } from '../ui/toast.ts'

/** Tells why rows stayed as they were, by the first of them. */
export function tellLeft([first]: readonly ErrorItem[]): void {
  if (first) toast(first.message, 'error')
}
