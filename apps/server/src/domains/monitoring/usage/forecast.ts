const dayMs = 86_400_000

export interface Forecast {
  /** Bytes by the end of the period at the present rate; null on its first day. */
  expected: number | null
  /** Time at which the limit will be reached within the period. */
  reachesAt: Date | null
}

/** Extrapolates the average of the period so far. Its first day is too short for that. */
export function forecastOf(used: number, limit: number | null, period: { from: Date; to: Date }, now: Date): Forecast {
  const elapsed = now.getTime() - period.from.getTime()
  if (elapsed < dayMs) return { expected: null, reachesAt: null }
  const rate = used / elapsed
  const expected = Math.round(used + rate * Math.max(0, period.to.getTime() - now.getTime()))
  if (limit === null || used >= limit || expected < limit) return { expected, reachesAt: null }
  return { expected, reachesAt: new Date(now.getTime() + (limit - used) / rate) }
}
