import type { QueryClient } from '@tanstack/react-query'
import { toast } from './toast.ts'

/** Confirms a change; with Undo where the server recorded how it is undone. */
export function toastDone(message: string, { meta }: { meta: { undo?: number } }, client: QueryClient): void {
  const { undo } = meta
  if (undo === undefined) toast(message, 'success')
  else void import('./undo-change.ts').then((file) => file.toastUndo(message, undo, client))
}
