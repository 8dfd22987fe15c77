import type pg from 'pg'
import { createRateLimiter } from '../../db/rate-limiter.ts'
import { orWait } from '../../endpoint/or-wait.ts'

/** Commands per user and minute, on any number of devices each. */
const commands = { points: 60, duration: 60 } as const

/** Counts a command; throws TOO_MANY_REQUESTS if there were too many. */
export type CommandLimit = (userId: number) => Promise<void>

export function createCommandLimit(pool: pg.Pool): CommandLimit {
  const limiter = createRateLimiter(pool, 'command', commands)
  return (userId) => orWait('system.too_many_commands', () => limiter.consume(userId))
}
