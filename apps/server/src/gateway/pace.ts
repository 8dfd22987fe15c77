import type { GatewayLimits, GatewayTimes } from './limits.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'

export type LineKind = 'fresh report' | 'resent report' | 'other'

export type Pacing = { wait: number } | { tooFast: LineKind }

/**
 * Milliseconds that a device's next line has to wait. A device that empties its spool is only slowed, as its reports
 * are paced by their acknowledgements; one that keeps exceeding its rate for `throttle` milliseconds must be dropped.
 */
export function createPace(deps: {
  limits: Pick<GatewayLimits, 'freshReports' | 'resentReports' | 'lines'>
  times: Pick<GatewayTimes, 'throttle'>
  now: () => number
}): (kind: LineKind) => Pacing {
  const { limits, times, now } = deps
  const rates = { 'fresh report': limits.freshReports, 'resent report': limits.resentReports, other: limits.lines }
  // Created on first use: most of many thousand links are idle.
  const buckets: Partial<Record<LineKind, TokenBucket>> = {}
  const slowedSince: Partial<Record<LineKind, number>> = {}

  return (kind) => {
    buckets[kind] ??= createTokenBucket({ ...rates[kind], now })
    const bucket = buckets[kind]
    if (bucket.level() >= 0.5) delete slowedSince[kind]
    const wait = bucket.reserve()
    if (wait > 0) slowedSince[kind] ??= now()
    const since = slowedSince[kind]
    const patience = kind === 'resent report' ? Number.POSITIVE_INFINITY : times.throttle
    return since !== undefined && wait > 0 && now() - since > patience ? { tooFast: kind } : { wait }
  }
}
