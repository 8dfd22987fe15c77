import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'

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
