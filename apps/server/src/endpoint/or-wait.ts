import { RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from './problem.ts'

const timeIn = (seconds: number) => (seconds > 60 ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`)

/** Counts something against a limit; when it is full, throws TOO_MANY_REQUESTS that says of `what` and for how long. */
export async function orWait(what: string, count: () => Promise<unknown>): Promise<void> {
  try {
    await count()
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    const seconds = Math.ceil(reason.msBeforeNext / 1000)
    throw new Problem('TOO_MANY_REQUESTS', {
      retryAfter: seconds,
      message: `Too many ${what}; try again in ${timeIn(seconds)}`,
    })
  }
}
