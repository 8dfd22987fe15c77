import type pg from 'pg'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { createRateLimiter } from '../../db/rate-limiter.ts'
import { Problem } from '../../http/problem.ts'

/** Commands one user may ask for in a minute, on however many devices each. */
const commands = { points: 60, duration: 60 } as const

/** Counts a command; throws TOO_MANY_REQUESTS when there were too many. */
export type CommandLimit = (userId: number) => Promise<void>

export function createCommandLimit(pool: pg.Pool): CommandLimit {
  const limiter = createRateLimiter(pool, 'command', commands)
  return async (userId) => {
    try {
      await limiter.consume(userId)
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason
      const seconds = Math.ceil(reason.msBeforeNext / 1000)
      throw new Problem('TOO_MANY_REQUESTS', {
        retryAfter: seconds,
        message: `Too many commands; try again in ${seconds} s`,
      })
    }
  }
}
