import type pg from 'pg'
import type { RateLimiterPostgres } from 'rate-limiter-flexible'
import { createRateLimiter } from '../../db/rate-limiter.ts'
import { orWait } from '../../endpoint/or-wait.ts'
import { sha256 } from '../../seal.ts'

/** Wrong passwords allowed before the username or the address has to wait. Shared by all nodes. */
const allowed = {
  name: { points: 10, duration: 15 * 60 },
  address: { points: 60, duration: 15 * 60 },
} as const

/** Mails with a link requested, and links tried, before further ones have to wait. */
const allowedLinks = {
  mails: { points: 5, duration: 3600 },
  asking: { points: 20, duration: 3600 },
  trying: { points: 30, duration: 15 * 60 },
} as const

export interface SignInLimits {
  /**
   * Counts an attempt before the password is checked; throws TOO_MANY_REQUESTS if the username or the address has to
   * wait.
   */
  attempt(name: string, address: string): Promise<void>
  /** Reverts the attempt and clears the count of the username. */
  succeeded(name: string, address: string): Promise<void>
  /** Clears the count of the username, whose password is a new one. */
  forget(name: string): Promise<void>
}

/** All throw TOO_MANY_REQUESTS. */
export interface LinkLimits {
  /** Counts a request for a link, against the typed address whether or not it has an account. */
  ask(email: string, address: string): Promise<void>
  /** Counts a token that was presented. */
  attempt(address: string): Promise<void>
  /** Reverts the count: the token was valid. */
  proved(address: string): Promise<void>
}

// The table contains no usernames.
const keyOf = (name: string) => sha256(name.toLowerCase()).toString('hex')

const consume = (...counts: [RateLimiterPostgres, string][]) =>
  orWait('system.too_many_attempts', async () => {
    for (const [limiter, key] of counts) await limiter.consume(key)
  })

export function createLinkLimits(pool: pg.Pool): LinkLimits {
  const mails = createRateLimiter(pool, 'link-mail', allowedLinks.mails)
  const asking = createRateLimiter(pool, 'link-ask', allowedLinks.asking)
  const trying = createRateLimiter(pool, 'link-try', allowedLinks.trying)
  return {
    ask: (email, address) => consume([asking, address], [mails, keyOf(email)]),
    attempt: (address) => consume([trying, address]),
    proved: async (address) => void (await trying.reward(address, 1)),
  }
}

export function createSignInLimits(pool: pg.Pool): SignInLimits {
  const byName = createRateLimiter(pool, 'signin-name', allowed.name)
  const byAddress = createRateLimiter(pool, 'signin-address', allowed.address)
  const forget = async (name: string) => void (await byName.delete(keyOf(name)))
  return {
    attempt: (name, address) => consume([byAddress, address], [byName, keyOf(name)]),
    async succeeded(name, address) {
      await forget(name)
      await byAddress.reward(address, 1)
    },
    forget,
  }
}
