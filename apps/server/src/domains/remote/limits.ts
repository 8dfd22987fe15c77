import type pg from 'pg'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { createRateLimiter } from '../../db/rate-limiter.ts'
import { Problem } from '../../http/problem.ts'

/** Keys that open nothing, allowed an address in the time. Shared by all nodes. */
const wrongKeys = { points: 30, duration: 15 * 60 } as const

export interface OpenLimits {
  /** Counts a try before the key is looked at; throws TOO_MANY_REQUESTS when the address has to wait. */
  attempt(address: string): Promise<void>
  /** Takes the try back. */
  succeeded(address: string): Promise<void>
}

export function createOpenLimits(pool: pg.Pool): OpenLimits {
  const byAddress = createRateLimiter(pool, 'connect-open', wrongKeys)
  return {
    async attempt(address) {
      try {
        await byAddress.consume(address)
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason
        throw new Problem('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(reason.msBeforeNext / 1000) })
      }
    },
    async succeeded(address) {
      await byAddress.reward(address, 1)
    },
  }
}
