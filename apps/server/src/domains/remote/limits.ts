import type pg from 'pg'
import { createAddressLimiter } from '../../db/rate-limiter.ts'
import { orWait } from '../../endpoint/or-wait.ts'

/** Keys that open nothing, allowed an address in the time. Shared by all nodes. */
const wrongKeys = { points: 30, duration: 15 * 60 } as const

export interface OpenLimits {
  /** Counts a key that opened nothing; throws TOO_MANY_REQUESTS when the address has tried too many. */
  wrong(address: string): Promise<void>
}

/** A right key opens whatever was tried before: no key of 256 bits is guessed, and an address may stand for many people. */
export function createOpenLimits(pool: pg.Pool): OpenLimits {
  const byAddress = createAddressLimiter(pool, 'connect-open', wrongKeys)
  return { wrong: (address) => orWait('system.too_many_attempts', () => byAddress.consume(address)) }
}
