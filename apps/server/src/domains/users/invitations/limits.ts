import type pg from 'pg'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { createRateLimiter } from '../../../db/rate-limiter.ts'
import { orWait } from '../../../endpoint/or-wait.ts'
import { sha256 } from '../../../seal.ts'

/** Addresses that one user may invite, and invitations that one address may receive, per hour. */
const allowed = { user: { points: 300, duration: 3600 }, address: { points: 6, duration: 3600 } } as const

/** Both throw TOO_MANY_REQUESTS. */
export interface InvitationLimit {
  /**
   * Counts addresses before they are looked up, because the response reveals which have an account. A refused call
   * counts nothing.
   */
  ask(userId: number, count: number): Promise<void>
  /** Counts mails before they are queued. */
  mail(emails: readonly string[]): Promise<void>
}

export function createInvitationLimit(pool: pg.Pool): InvitationLimit {
  const byUser = createRateLimiter(pool, 'invite-user', allowed.user)
  const byAddress = createRateLimiter(pool, 'invite-address', allowed.address)
  return {
    ask: (userId, count) =>
      orWait('system.too_many_invitations', () =>
        byUser.consume(userId, count).catch(async (refused: unknown) => {
          if (refused instanceof RateLimiterRes) await byUser.reward(userId, count)
          throw refused
        }),
      ),
    mail: (emails) =>
      orWait('system.too_many_invitations', async () => {
        // The table contains no addresses.
        for (const email of emails) await byAddress.consume(sha256(email.toLowerCase()).toString('hex'))
      }),
  }
}
