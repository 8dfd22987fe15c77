import type { DevicePort, Refusal } from '../drivers/driver.ts'
import type { createAddressBuckets } from './address-buckets.ts'
import type { Asks } from './asks.ts'
import type { NoteAttempt } from './attempts.ts'
import type { createDepartures } from './departures.ts'
import type { GatewayLimits, GatewayTimes } from './limits.ts'
import type { createLinks } from './links.ts'
import type { Log } from './log.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { TokenBucket } from './token-bucket.ts'

/** Dependencies shared by the links of one process. */
export interface GatewayDeps {
  port: DevicePort
  limits: GatewayLimits
  times: GatewayTimes
  metrics: GatewayMetrics
  log: Log
  /** Monotonic clock, milliseconds. */
  now: () => number
  /** The refusal for a device that may come back later. */
  busy: () => Refusal
  note: NoteAttempt
  asks: Asks
  links: ReturnType<typeof createLinks>
  departures: ReturnType<typeof createDepartures>
  admission: TokenBucket
  enrolments: ReturnType<typeof createAddressBuckets>
}
