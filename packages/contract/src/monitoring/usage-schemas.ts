import * as z from 'zod/mini'
import { text } from '../i18n.ts'
import { companyId, id } from '../ids.ts'
import { rangeUpTo } from '../range.ts'
import { separatorField } from '../separator.ts'
import { time } from '../time-schemas.ts'
import { type SimState, simStates, trafficKinds, usageDays, usagePeriods } from './usage-constants.ts'

/** A day of a calendar, such as 2026-01-31. */
export const date = () => z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

const isZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Time zone of the days. */
export const zoneText = () =>
  z.string().check(z.minLength(1), z.maxLength(64), z.refine(isZone, text('monitoring.unknown_zone')))

export const zoneQuery = z.object({ time_zone: z._default(zoneText(), 'UTC') })

const usageFields = { ...zoneQuery.shape, period: z._default(z.enum(usagePeriods), 'day') }
export const usageQuery = rangeUpTo(usageDays, usageFields)
export const usageExportQuery = rangeUpTo(usageDays, { ...usageFields, ...separatorField })

/** Bytes of a SIM within a period. A SIM that was not reported then is omitted. */
export const dataUsageSchema = z.object({
  /** First day of the period. */
  date: date(),
  modems: z.array(
    z.object({
      modem_id: z.string(),
      /** 1, or 2 for the second modem. */
      modem: z.int(),
      sims: z.array(
        z.object({
          sim_id: z.int(),
          /** Received and sent bytes, as in the public API. */
          data: z.object({ rx: z.int(), tx: z.int() }),
          /** Sum of sent and received bytes. */
          total: z.int(),
          sent: z.int(),
          received: z.int(),
        }),
      ),
    }),
  ),
})
export type DataUsage = z.infer<typeof dataUsageSchema>

export const usageRowSchema = z.object({
  date: date(),
  modem_id: z.string(),
  sim_id: z.int(),
  sent: z.int(),
  received: z.int(),
  data: z.int(),
})

const bytes = z.nullable(z.int())

/** A SIM in its billing period. */
export const simSchema = z.object({
  /** 1, or 2 for the second modem. */
  modem: z.int(),
  modem_id: z.string(),
  sim_id: z.int(),
  /** ICCID of the card in use; null if another card is in use, or it was not reported. */
  iccid: z.nullable(z.string()),
  data_limit: bytes,
  billing_day: z.int(),
  period_start: date(),
  /** The first day after the period. */
  period_end: date(),
  /** Null if the SIM was not reported in this period. */
  used: bytes,
  /** Negative once the limit is exceeded. */
  left: bytes,
  /** Bytes by the end of the period at the present rate; null on its first day. */
  expected: bytes,
  /** The day on which the limit was reached. */
  reached_on: z.nullable(date()),
  /** The day on which it will be reached within this period. */
  reaches_on: z.nullable(date()),
  last_report_at: z.nullable(time()),
})
export type Sim = z.infer<typeof simSchema>

/** A SIM of a company in its billing period, as of its last check. */
export const fleetSimSchema = z.object({
  id: id('sim'),
  /** Null as long as its device has not reported it. */
  iccid: z.nullable(z.string()),
  /** The operator of its last connection. */
  operator: z.nullable(z.string()),
  company_id: companyId(),
  company_name: z.string(),
  /** The device that has it; null if it is in none. */
  device_id: z.nullable(id('device')),
  device_name: z.nullable(z.string()),
  /** 1, or 2 for the second modem of the device. */
  modem: z.nullable(z.int()),
  sim_id: z.nullable(z.int()),
  /** Devices that report the same SIM as well. */
  other_devices: z.array(z.object({ id: id('device'), name: z.string() })),
  data_limit: bytes,
  billing_day: z.int(),
  /** This and the next are null before the first check. */
  period_start: z.nullable(date()),
  /** The first day after the period. */
  period_end: z.nullable(date()),
  /** Null if the SIM was not reported in this period. */
  used: bytes,
  /** Negative once the limit is exceeded. */
  left: bytes,
  /** Bytes by the end of the period at the present rate; null on its first day. */
  expected: bytes,
  /** True if it has exceeded its limit, or will within this period. */
  will_exceed: z.boolean(),
  /** The day on which the limit will be reached within this period. */
  reaches_on: z.nullable(date()),
  /** The last day on which it used data. */
  used_on: z.nullable(date()),
  checked_at: z.nullable(time()),
})
export type FleetSim = z.infer<typeof fleetSimSchema>

/** Numbers of SIMs, and the bytes of those with a limit. */
export const simTotalsSchema = z.object({
  sims: z.int(),
  ...(Object.fromEntries(simStates.map((state) => [state, z.int()])) as Record<SimState, z.ZodMiniNumberFormat>),
  used: z.int(),
  data_limit: z.int(),
  expected: z.int(),
})
export type SimTotals = z.infer<typeof simTotalsSchema>

const direction = z.object({ up: z.int(), down: z.int() })

/** Traffic of the server itself by day (UTC); up is from the device. */
export const trafficSchema = z.object({
  date: date(),
  ...(Object.fromEntries(trafficKinds.map((kind) => [kind, direction])) as Record<
    (typeof trafficKinds)[number],
    typeof direction
  >),
})
export type Traffic = z.infer<typeof trafficSchema>
