import type { Work } from './domain.ts'
import { registeredDomains } from './registered.ts'

/** Opens the progress of what a call has started; false if no domain shows any. */
export async function followWork(work: Work): Promise<boolean> {
  const open = registeredDomains().find((domain) => domain.follow)?.follow
  if (!open) return false
  await open(work)
  return true
}
