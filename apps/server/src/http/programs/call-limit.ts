import type { FastifyReply } from 'fastify'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { orWait } from '../../endpoint/or-wait.ts'
import type { Session } from '../../endpoint/session.ts'

/** Calls with one access token, within so many seconds. */
export const callsOfToken = { points: 1200, duration: 60 } as const

/** Counts a call with a token and reports in headers what is left; throws TOO_MANY_REQUESTS. */
export type CallLimit = (session: Pick<Session, 'id'>, reply: FastifyReply) => Promise<void>

/** Each node counts on its own: a count in the database would take as long as a small call itself. */
export function createCallLimit(limit: { points: number; duration: number } = callsOfToken): CallLimit {
  const limiter = new RateLimiterMemory(limit)
  return async ({ id }, reply) => {
    // The names that clients of other public APIs read; the names of the draft standard are still changing.
    const report = ({ remainingPoints, msBeforeNext }: RateLimiterRes) =>
      void reply.headers({
        'x-ratelimit-limit': limit.points,
        'x-ratelimit-remaining': remainingPoints,
        'x-ratelimit-reset': Math.ceil((Date.now() + msBeforeNext) / 1000),
      })
    await orWait('system.too_many_calls', async () => {
      try {
        report(await limiter.consume(id))
      } catch (refused) {
        report(refused as RateLimiterRes)
        throw refused
      }
    })
  }
}
