import { readStored, writeStored } from './browser-storage.ts'

/** Consecutive failures after which the maintenance screen replaces the console (spec §9). */
const limit = 3

const counter = (key: string) => {
  const read = () => readStored('session', key, 0)
  return { read, add: () => writeStored('session', key, read() + 1), clear: () => writeStored('session', key, null) }
}

/** Stored per browser session: reloading the page does not bypass the maintenance screen. */
export const failures = { user: counter('userFailures'), revoke: counter('revokeFailures') }

export const isDown = () => failures.user.read() >= limit || failures.revoke.read() >= limit

/** Resets the counts for another attempt. */
export function forgetFailures(): void {
  failures.user.clear()
  failures.revoke.clear()
}
