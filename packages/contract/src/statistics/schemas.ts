import * as z from 'zod/mini'
import { targetStates } from '../actions/constants.ts'
import { companyId, id } from '../ids.ts'
import { time } from '../time-schemas.ts'
import { actionSources, generalGroups } from './constants.ts'

const text = () => z.nullable(z.string())

export const generalSchema = z.object({
  companies: z.int(),
  users: z.int(),
  devices: z.int(),
  /**
   * Devices by group and value, most frequent first; `is_null` is unknown, and the last may sum up all other values.
   */
  groups: z.record(z.enum(generalGroups), z.array(z.object({ value: z.nullable(z.string()), devices: z.int() }))),
  /** Events in the range. */
  period: z.object({
    new_companies: z.int(),
    new_users: z.int(),
    new_devices: z.int(),
    /** Devices that were connected or sent a report. */
    devices_seen: z.int(),
    actions: z.int(),
    failed_actions: z.int(),
    outages: z.int(),
  }),
})
export type General = z.infer<typeof generalSchema>

export const attemptSchema = z.object({
  id: z.int(),
  created_at: time(),
  device_id: z.nullable(id('device')),
  device_name: text(),
  serial: text(),
  mac: text(),
  model: text(),
  firmware: text(),
  ip: text(),
  accepted: z.boolean(),
  code: z.nullable(z.int()),
  /** In words. */
  reason: z.string(),
  company_id: z.nullable(companyId()),
  company_name: text(),
})
export type Attempt = z.infer<typeof attemptSchema>

export const attemptReasonSchema = z.object({
  code: z.nullable(z.int()),
  accepted: z.boolean(),
  reason: z.string(),
  attempts: z.int(),
  /** Number of different serial numbers. */
  devices: z.int(),
})
export type AttemptReason = z.infer<typeof attemptReasonSchema>

export const monthSchema = z.object({
  /** `2026-11`. */
  month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  /** False while figures can still change. */
  closed: z.boolean(),
  new_devices: z.int(),
  devices_seen: z.int(),
  /** Bytes of mobile data. */
  sent: z.int(),
  received: z.int(),
  actions: z.int(),
  failed_actions: z.int(),
})
export type Month = z.infer<typeof monthSchema>

const counts = z.array(z.number())

/** Arrays run parallel to `times`. */
export const onlineSchema = z.object({
  /** Seconds of one bucket. */
  bucket_s: z.int(),
  /** Unix seconds; buckets without a count are left out. */
  times: z.array(z.int()),
  /** Mean of the devices in the bucket. */
  online: counts,
  /** Fewest and most devices in the bucket. */
  online_min: counts,
  online_max: counts,
  offline: counts,
  pending: counts,
})
export type Online = z.infer<typeof onlineSchema>

export const onlineRowSchema = z.object({
  time: time(),
  online: z.number(),
  online_min: z.number(),
  online_max: z.number(),
  offline: z.number(),
  pending: z.number(),
})

const devices = z.object({ online: z.number(), offline: z.number() })
const company = { company_id: companyId(), company_name: z.string(), devices }
const leaf = z.object({ ...company, sub_companies: z.array(z.object({})) })
const second = z.object({ ...company, sub_companies: z.array(leaf) })
const first = z.object({ ...company, sub_companies: z.array(second) })

/** Mean number of devices of each company and its subsidiaries; the installation's own company may be on top. */
export const onlineTreeSchema = z.object({
  query_period: z.object({ start_date: time(), end_date: time() }),
  companies: z.array(z.object({ ...company, sub_companies: z.array(first) })),
})
export type OnlineTree = z.infer<typeof onlineTreeSchema>

export const actionEntrySchema = z.object({
  id: id('action_target'),
  action_id: id('action'),
  created_at: time(),
  finished_at: z.nullable(time()),
  /** Seconds from the request to the end. */
  duration: z.nullable(z.int()),
  device_id: id('device'),
  device_name: z.string(),
  device_serial: z.string(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(targetStates),
  /** Null until it has ended. */
  success: z.nullable(z.boolean()),
  /** The last step, or the reason for the failure. */
  reason: z.string(),
  /** Origin of the action, and the name of the tag, schedule, campaign or user. */
  source_alias: z.enum(actionSources),
  source_name: text(),
})
export type ActionEntry = z.infer<typeof actionEntrySchema>

/** Actions by day (UTC). */
export const actionDaySchema = z.object({
  date: z.string(),
  done: z.int(),
  failed: z.int(),
  /** Cancelled, or not started in time. */
  not_run: z.int(),
  active: z.int(),
})
export type ActionDay = z.infer<typeof actionDaySchema>

export const seenSchema = z.object({
  /** A day, `2026-11-24`, or a month, `2026-11`. */
  period: z.string(),
  /** Number of different devices that were connected or sent a report. */
  devices: z.int(),
  /** Devices added in the period. */
  new_devices: z.int(),
})
export type Seen = z.infer<typeof seenSchema>
