export interface TokenBucket {
  /** Takes a token and answers true, or takes nothing and answers false. */
  take(): boolean
  /** Takes a token, in advance if need be, and answers the milliseconds until it has grown. */
  reserve(): number
  /** Tokens there are, as a part of the burst: 1 = nothing was asked for in a while, below 0 = in debt. */
  level(): number
}

/** At most `burst` tokens at once and `rate` a second in the long run. `now` is a monotonic clock in milliseconds. */
export function createTokenBucket(limits: { rate: number; burst: number; now: () => number }): TokenBucket {
  let tokens = limits.burst
  let filledAt = limits.now()

  function fill() {
    const now = limits.now()
    tokens = Math.min(limits.burst, tokens + ((now - filledAt) / 1000) * limits.rate)
    filledAt = now
  }

  return {
    take() {
      fill()
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    reserve() {
      fill()
      tokens -= 1
      return tokens >= 0 ? 0 : Math.ceil((-tokens / limits.rate) * 1000)
    },
    level() {
      fill()
      return tokens / limits.burst
    },
  }
}
