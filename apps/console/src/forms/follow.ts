import { registeredDomains } from '../registry/registered.ts'
import type { FormAnswer } from './submit.ts'

/** Opens the window that follows what the answer began; false when it began nothing. */
export async function follow({ data, meta }: FormAnswer): Promise<boolean> {
  const id = (data as { id?: unknown } | undefined)?.id
  if (meta.channel === undefined || typeof id !== 'number') return false
  const follow = registeredDomains().find((domain) => domain.follow)?.follow
  if (!follow) return false
  await follow(id)
  return true
}
