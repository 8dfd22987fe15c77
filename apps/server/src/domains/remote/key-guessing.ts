import type pg from 'pg'
import { createAddressLimiter } from '../../db/rate-limiter.ts'
import { orWait } from '../../endpoint/or-wait.ts'

/** Invalid keys allowed per address in a time, in seconds. Shared by all nodes. */
const wrongKeys = { points: 30, duration: 15 * 60 } as const

export interface OpenLimits {
  /** Counts an invalid key; throws TOO_MANY_REQUESTS if the address has tried too many. */
  wrong(address: string): Promise<void>
}

/**
 * A valid key works whatever was tried before: a 256-bit key cannot be guessed, and many users may share an address.
 */
export function createOpenLimits(pool: pg.Pool): OpenLimits {
  const byAddress = createAddressLimiter(pool, 'connect-open', wrongKeys)
  return { wrong: (address) => orWait('system.too_many_attempts', () => byAddress.consume(address)) }
}
