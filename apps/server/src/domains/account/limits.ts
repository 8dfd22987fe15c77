import type pg from 'pg'
import { createAddressLimiter, createRateLimiter } from '../../db/rate-limiter.ts'
import { orWait } from '../../endpoint/or-wait.ts'
import { networkOf } from '../../network.ts'
import { sha256 } from '../../seal.ts'

/** Wrong passwords allowed in a time, in seconds, before the next attempt has to wait. Shared by all nodes. */
const allowed = {
  /** From one network for one name: enough for a person who forgot the password. */
  pair: { points: 10, duration: 15 * 60 },
  network: { points: 60, duration: 15 * 60 },
  /** For one name from all networks. Beyond that each further attempt is followed by a pause. */
  name: { points: 100, duration: 3600 },
  /** In a browser in which the user signed in before. */
  browser: { points: 10, duration: 15 * 60 },
  /** For confirming the password within a session. */
  session: { points: 10, duration: 15 * 60 },
} as const

/** Within a series of attempts, only the first and the last one before the wait are recorded. */
export const attemptsNoted = (attempts: number) => attempts === 1 || attempts === allowed.pair.points

/** Seconds of the longest pause: strangers can slow down a name, not lock it. */
const longestPause = 60

/** Mails with a link requested, and links tried, before the next one has to wait. */
const allowedLinks = {
  mails: { points: 5, duration: 3600 },
  asking: { points: 20, duration: 3600 },
  trying: { points: 30, duration: 15 * 60 },
} as const

export interface SignInAttempt {
  /** Username of the account, or the typed name or address if there is none. */
  name: string
  address: string
  /** Set for a browser in which this user signed in before. */
  browser?: string | undefined
}

/** Attempts are counted before the password is checked, and uncounted if it was right. */
export interface SignInLimits {
  /**
   * Returns the number of recent attempts for the name, from the network or in the browser. Throws TOO_MANY_REQUESTS if
   * the network, the name or the browser has to wait.
   */
  attempt(attempt: SignInAttempt): Promise<number>
  succeeded(attempt: SignInAttempt): Promise<void>
  /** Resets the counts of the name, for this network and all others, because its password is new. */
  forget(name: string, address: string): Promise<void>
  /** Counts a confirmation of the password in an open session, separately from all other attempts; throws the same. */
  confirm(sessionId: number): Promise<void>
  confirmed(sessionId: number): Promise<void>
}

/** All throw TOO_MANY_REQUESTS. */
export interface LinkLimits {
  /** Counts a request for a link, against the typed address whether or not it has an account. */
  ask(email: string, address: string): Promise<void>
  /** Counts a token that was tried. */
  attempt(address: string): Promise<void>
  /** Reverts the count: the token was valid. */
  proved(address: string): Promise<void>
}

// The table contains no usernames.
const keyOf = (name: string) => sha256(name.toLowerCase()).toString('hex')

const consume = (...counts: [{ consume(key: string): Promise<unknown> }, string][]) =>
  orWait('system.too_many_attempts', async () => {
    for (const [limiter, key] of counts) await limiter.consume(key)
  })

export function createLinkLimits(pool: pg.Pool): LinkLimits {
  const mails = createRateLimiter(pool, 'link-mail', allowedLinks.mails)
  const asking = createAddressLimiter(pool, 'link-ask', allowedLinks.asking)
  const trying = createAddressLimiter(pool, 'link-try', allowedLinks.trying)
  return {
    ask: (email, address) => consume([asking, address], [mails, keyOf(email)]),
    attempt: (address) => consume([trying, address]),
    proved: (address) => trying.reward(address),
  }
}

/** Seconds until the next attempt is checked, for a name with that many attempts beyond the limit. */
export const pauseAfter = (excess: number) => Math.min(longestPause, 2 ** Math.min(excess - 1, 10))

export function createSignInLimits(pool: pg.Pool): SignInLimits {
  const byPair = createRateLimiter(pool, 'signin-pair', allowed.pair)
  const byNetwork = createAddressLimiter(pool, 'signin-network', allowed.network)
  const byName = createRateLimiter(pool, 'signin-name', allowed.name)
  const pauses = createRateLimiter(pool, 'signin-pause', { points: 1, duration: longestPause })
  const byBrowser = createRateLimiter(pool, 'signin-browser', allowed.browser)
  const bySession = createRateLimiter(pool, 'signin-session', allowed.session)
  const pairOf = (name: string, address: string) => `${keyOf(name)} ${networkOf(address)}`

  /** Atomic: of several attempts at the same moment, one gets through. */
  async function slowDown(name: string): Promise<void> {
    const { consumedPoints } = await byName.penalty(keyOf(name), 1)
    const excess = consumedPoints - allowed.name.points
    if (excess > 0) await pauses.consume(keyOf(name), 1, { customDuration: pauseAfter(excess) })
  }

  return {
    async attempt({ name, address, browser }) {
      let attempts = 0
      await orWait('system.too_many_attempts', async () => {
        if (browser !== undefined) {
          attempts = (await byBrowser.consume(browser)).consumedPoints
          return
        }
        await byNetwork.consume(address)
        attempts = (await byPair.consume(pairOf(name, address))).consumedPoints
        await slowDown(name)
      })
      return attempts
    },
    async succeeded({ name, address, browser }) {
      if (browser !== undefined) return void (await byBrowser.delete(browser))
      await byNetwork.reward(address)
      await byPair.delete(pairOf(name, address))
      await byName.reward(keyOf(name), 1)
    },
    async forget(name, address) {
      await byPair.delete(pairOf(name, address))
      await byName.delete(keyOf(name))
      await pauses.delete(keyOf(name))
    },
    confirm: (sessionId) => orWait('system.too_many_attempts', () => bySession.consume(sessionId)),
    confirmed: async (sessionId) => void (await bySession.delete(String(sessionId))),
  }
}
