import type { Meta } from '../api/call.ts'
import { followAction } from '../registry/follow.ts'

/** What a form reads of any answer. */
export interface FormAnswer {
  data?: unknown
  meta: Meta
  message?: string
}

/** Opens the window that shows the progress of an action the answer started; false when it started none. */
export async function follow({ data, meta }: FormAnswer): Promise<boolean> {
  const id = (data as { id?: unknown } | undefined)?.id
  if (meta.channel === undefined || typeof id !== 'number') return false
  return followAction(id)
}
