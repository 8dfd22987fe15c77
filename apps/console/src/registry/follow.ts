import { registeredDomains } from './registered.ts'

/** Opens the progress of an action; false if no domain shows any. */
export async function followAction(id: number): Promise<boolean> {
  const open = registeredDomains().find((domain) => domain.follow)?.follow
  if (!open) return false
  await open(id)
  return true
}
