import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../network.ts'

/** Counts in PostgreSQL, so that all nodes share the limit: `points` within `duration` seconds for each key. */
export function createRateLimiter(
  pool: pg.Pool,
  keyPrefix: string,
  limit: { points: number; duration: number },
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    ...limit,
  })
}

/** Limits by address; a whole IPv6 /64 counts as one. */
export interface AddressLimiter {
  /** Throws a RateLimiterRes when there were too many. */
  consume(address: string): Promise<void>
  /** Counts without throwing. */
  penalty(address: string): Promise<void>
  /** Reverts one count. */
  reward(address: string): Promise<void>
  /** The present count; null if there is none. */
  get(address: string): Promise<RateLimiterRes | null>
}

export function createAddressLimiter(...given: Parameters<typeof createRateLimiter>): AddressLimiter {
  const limiter = createRateLimiter(...given)
  return {
    consume: async (address) => void (await limiter.consume(networkOf(address))),
    penalty: async (address) => void (await limiter.penalty(networkOf(address), 1)),
    reward: async (address) => void (await limiter.reward(networkOf(address), 1)),
    get: (address) => limiter.get(networkOf(address)),
  }
}
