import type { Meta } from '../api/call.ts'
import { followWork } from '../registry/follow.ts'

/** The parts of a response that a form reads. */
export interface FormAnswer {
  data?: unknown
  meta: Meta
  message?: string
}

/** Opens the window with the progress of work that the response started; false if it started none. */
export async function follow({ meta: { channel, action_id: action } }: FormAnswer): Promise<boolean> {
  if (channel === undefined) return false
  return followWork(action === undefined ? { channel } : { action })
}
