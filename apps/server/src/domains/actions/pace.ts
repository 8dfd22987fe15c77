/** Spreads starts over time. */
export interface Pace {
  /** Number of starts allowed now. */
  allowed(): number
  spend(count: number): void
  /** Milliseconds until a quarter of a second's starts, and at least one, is available again. */
  wait(): number
}

/**
 * Allows `perSecond` starts in a second, and as many at once after a rest. `now` is in milliseconds and never goes
 * back.
 */
export function createPace(perSecond: number, now: () => number = () => performance.now()): Pace {
  let saved = perSecond
  let savedAt = now()
  const count = () => {
    const time = now()
    saved = Math.min(perSecond, saved + ((time - savedAt) * perSecond) / 1000)
    savedAt = time
    return saved
  }
  return {
    allowed: () => Math.floor(count()),
    spend: (spent) => {
      saved = count() - spent
    },
    wait: () => Math.ceil((Math.max(0, Math.max(1, perSecond / 4) - count()) / perSecond) * 1000),
  }
}
