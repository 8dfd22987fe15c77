import type { FormAnswer } from './submit.ts'

/** Opens the window that follows what the answer began; false when it began nothing. */
export async function follow({ data, meta }: FormAnswer): Promise<boolean> {
  const id = (data as { id?: unknown } | undefined)?.id
  if (meta.channel === undefined || typeof id !== 'number') return false
  const { openActionStatus } = await import('../domains/actions/open-windows.tsx')
  openActionStatus(id)
  return true
}
