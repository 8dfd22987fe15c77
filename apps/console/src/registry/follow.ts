import type { Work } from './domain.ts'
import { registeredDomains } from './registered.ts'

/** Opens the progress of work that a call has started; false if no domain shows it. */
export async function followWork(work: Work): Promise<boolean> {
  const open = registeredDomains().find((domain) => domain.follow)?.follow
  if (!open) return false
  await open(work)
  return true
}
