export interface TokenBucket {
  /** Takes a token and returns true, or takes nothing and returns false. */
  take(): boolean
  /** Takes a token, in advance if necessary, and returns the milliseconds until it is available. */
  reserve(): number
  /** Available tokens as a part of the burst: 1 = idle for a while, below 0 = in debt. */
  level(): number
}

/** At most `burst` tokens at once and `rate` per second in the long run. `now` is a monotonic clock in milliseconds. */
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
