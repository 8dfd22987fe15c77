import type { QueryClient } from '@tanstack/react-query'
import { toast } from './toast.ts'

/** Confirms a change, with Undo if the server has recorded how to undo it. */
export function toastDone(message: string, { meta }: { meta: { undo?: number } }, client: QueryClient): void {
  const { undo } = meta
  if (undo === undefined) toast(message, 'success')
  else void import('./undo-change.ts').then((file) => file.toastUndo(message, undo, client))
}
