import * as z from 'zod/mini'
import { offlineReasons } from '../devices/constants.ts'
import { id } from '../ids.ts'
import { time } from '../time-schemas.ts'

export const outageSchema = z.object({
  started_at: time(),
  /** Null while it lasts. */
  ended_at: z.nullable(time()),
  /** Seconds, until now while it lasts. */
  duration: z.int(),
  reason: z.enum(offlineReasons),
  /** False if the reason is only likely, or unknown. */
  certain: z.boolean(),
  /** End of the connection, in words. */
  ended_with: z.string(),
  /** The reason in two or three words. */
  title: z.string(),
  /** The reason in one sentence. */
  explanation: z.string(),
  /** Facts at the time of the outage and of the return. */
  known: z.array(z.string()),
  likely: z.array(z.string()),
  action_id: z.nullable(id('action')),
})
export type Outage = z.infer<typeof outageSchema>

export const availabilitySchema = z.object({
  /** Start of the period: 30 days ago, or when the device was enrolled or outages were first recorded. */
  since: z.nullable(time()),
  /**
   * Percentage of the period with a connection, without the time in which the server was not running; null if the
   * device has never connected.
   */
  percent: z.nullable(z.number()),
  /** Seconds without a connection while the server was running. */
  offline: z.int(),
  outages: z.int(),
  /** The newest outages. */
  periods: z.array(z.object({ started_at: time(), ended_at: z.nullable(time()), title: z.string() })),
})
export type Availability = z.infer<typeof availabilitySchema>

/** Devices at the same place that lost their connection at about the same time. */
export const nearbySchema = z.array(z.object({ id: id('device'), name: z.string() }))
