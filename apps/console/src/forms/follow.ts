import type { Meta } from '../api/call.ts'
import { followWork } from '../registry/follow.ts'

/** What a form reads of any answer. */
export interface FormAnswer {
  data?: unknown
  meta: Meta
  message?: string
}

/** Opens the window that shows the progress of work the answer started; false when it started none. */
export async function follow({ meta: { channel, action_id: action } }: FormAnswer): Promise<boolean> {
  if (channel === undefined) return false
  return followWork(action === undefined ? { channel } : { action })
}
