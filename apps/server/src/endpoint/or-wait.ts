import { type TextKey, text } from '@longreach/contract/i18n'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from './problem.ts'

type LimitText = Extract<TextKey, `system.too_many_${string}`>

const timeIn = (seconds: number) =>
  seconds > 60 ? text('system.minutes', { count: Math.ceil(seconds / 60) }) : text('system.seconds', { count: seconds })

/** Counts against a limit; throws TOO_MANY_REQUESTS with the message and the waiting time if it is exceeded. */
export async function orWait(message: LimitText, count: () => Promise<unknown>): Promise<void> {
  try {
    await count()
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    const seconds = Math.ceil(reason.msBeforeNext / 1000)
    throw new Problem('TOO_MANY_REQUESTS', {
      retryAfter: seconds,
      message: text(message, { time: timeIn(seconds) }),
    })
  }
}
