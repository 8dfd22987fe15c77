/** Spreads starts over time. */
export interface Pace {
  /** How many may start now. */
  allowed(): number
  spend(count: number): void
  /** Milliseconds until a quarter of what one second allows is there again, and at least one. */
  wait(): number
}

/**
 * Allows `perSecond` starts in a second, and as many at once after a rest. `now` is in milliseconds and never goes back.
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
