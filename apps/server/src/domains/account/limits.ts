import type pg from 'pg'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { createRateLimiter } from '../../db/rate-limiter.ts'
import { Problem } from '../../http/problem.ts'
import { sha256 } from '../../seal.ts'

/** Wrong passwords allowed before the name or the address has to wait. Shared by all nodes. */
const allowed = {
  name: { points: 10, duration: 15 * 60 },
  address: { points: 60, duration: 15 * 60 },
} as const

export interface SignInLimits {
  /** Counts an attempt before the password is looked at; throws TOO_MANY_REQUESTS when the name or the address has to wait. */
  attempt(name: string, address: string): Promise<void>
  /** Takes the attempt back and forgets what was counted against the name. */
  succeeded(name: string, address: string): Promise<void>
}

function refusal(reason: unknown): unknown {
  if (!(reason instanceof RateLimiterRes)) return reason
  const seconds = Math.ceil(reason.msBeforeNext / 1000)
  const minutes = Math.ceil(seconds / 60)
  return new Problem('TOO_MANY_REQUESTS', {
    retryAfter: seconds,
    message: `Too many attempts; try again in ${minutes} min`,
  })
}

export function createSignInLimits(pool: pg.Pool): SignInLimits {
  const byName = createRateLimiter(pool, 'signin-name', allowed.name)
  const byAddress = createRateLimiter(pool, 'signin-address', allowed.address)
  // The table holds no names.
  const keyOf = (name: string) => sha256(name.toLowerCase()).toString('hex')

  return {
    async attempt(name, address) {
      try {
        await byAddress.consume(address)
        await byName.consume(keyOf(name))
      } catch (reason) {
        throw refusal(reason)
      }
    },
    async succeeded(name, address) {
      await byName.delete(keyOf(name))
      await byAddress.reward(address, 1)
    },
  }
}
