import * as z from 'zod/mini'
import { text } from '../i18n.ts'
import { id } from '../ids.ts'
import { findParameter, isText, parameterPattern } from '../link/parameters.ts'
import { intText } from '../page.ts'
import { rangeChecks } from '../range.ts'
import { separatorField } from '../separator.ts'
import { parseTime } from '../time.ts'
import { time, timeText } from '../time-schemas.ts'
import {
  dynamicInformation,
  gpsInformation,
  historyParameters,
  historyPoints,
  ioInformation,
  longestExport,
  longestRange,
  snapshotParameters,
} from './constants.ts'
import { date, zoneQuery } from './usage-schemas.ts'

/** `signal,rsrp` in a query; each name once. */
const parametersText = z.pipe(
  z.string().check(
    z.refine(
      (text) => {
        const names = text.split(',')
        return (
          names.length <= historyParameters &&
          new Set(names).size === names.length &&
          names.every((name) => parameterPattern.test(name))
        )
      },
      text('forms.parameter_list', { count: historyParameters }),
    ),
  ),
  z.transform((text) => text.split(',')),
)

/** A required range, at most as long as data is stored. */
const givenRange = <const Shape extends z.core.$ZodShape>(more: Shape, days: number = longestRange) =>
  z.object({ start_date: timeText(), end_date: timeText(), ...more }).check(...rangeChecks(days))

export const rangeQuery = givenRange({})

export const historyQuery = givenRange({
  parameters: parametersText,
  points: z._default(intText(historyPoints.min, historyPoints.max), historyPoints.default),
})

export const exportQuery = givenRange({ parameters: parametersText, ...separatorField }, longestExport)

export const momentQuery = z.object({ datetime: timeText() })

/** A day of a zone. */
export const datedQuery = z.object({
  ...zoneQuery.shape,
  date: z.string().check(z.refine((day) => parseTime(`${day} 00:00:00`) !== null, text('monitoring.date'))),
})

const numbers = z.optional(z.array(z.nullable(z.number())))

/**
 * Arrays run parallel to `times`. A measured quantity has min, avg, max and last of each bucket; a counter has the
 * increase within it and the rate per second, both corrected for restarts from zero.
 */
export const seriesSchema = z.object({
  min: numbers,
  avg: numbers,
  max: numbers,
  last: numbers,
  increase: numbers,
  rate: numbers,
})

export const changesSchema = z.object({
  /** Unix seconds at which the text changed to the value at the same index of `values`. */
  times: z.array(z.int()),
  values: z.array(z.nullable(z.string())),
})

export const sharesSchema = z.object({
  /** Unix seconds of the starts of the days (UTC) with reports. */
  times: z.array(z.int()),
  /** Most frequent first; null is for all others. */
  values: z.array(z.nullable(z.string())),
  /** Seconds of each day, in the order of `times`, for which each of `values` was reported, until the next report. */
  seconds: z.array(z.array(z.int())),
})

export const historySchema = z.object({
  /** Seconds of one bucket; 0 if there are few reports and each is returned by itself. */
  bucket_s: z.int(),
  start: time(),
  end: time(),
  /**
   * Unix seconds, ascending: the start of each bucket with a report, or the time of each report. Where reports are
   * missing, one entry with nulls in all series represents the whole gap.
   */
  times: z.array(z.int()),
  /** Numeric parameters. */
  series: z.record(z.string(), seriesSchema),
  /** Text parameters, as the list of their changes. */
  changes: z.record(z.string(), changesSchema),
  /** Text parameters, by the time for which each value was reported. */
  shares: z.record(z.string(), sharesSchema),
})
export type History = z.infer<typeof historySchema>
export type Series = z.infer<typeof seriesSchema>
export type Shares = z.infer<typeof sharesSchema>
export type Changes = z.infer<typeof changesSchema>

const someText = z.nullable(z.string())
const number = z.nullable(z.number())

const fieldOf = (name: string) => {
  const parameter = findParameter(name)
  return z.optional(parameter && isText(parameter) ? someText : number)
}
const fieldsOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, fieldOf(name)])) as Record<Name, ReturnType<typeof fieldOf>>

const ioNames = Object.keys(ioInformation) as (keyof typeof ioInformation)[]

/** One report; its fields depend on the requested type. */
export const informationSchema = z.object({
  ...fieldsOf([...dynamicInformation, ...ioNames, ...gpsInformation]),
  created_at: time(),
})

/** The state of a device at one moment. */
export const snapshotSchema = z.object({
  device_id: z.int(),
  firmware: someText,
  sim_state: someText,
  pin_state: someText,
  sim_slot: number,
  network_state: someText,
  mobile_ip: someText,
  signal: number,
  operator: someText,
  operator_number: someText,
  connection_state: someText,
  connection_type: someText,
  /** Tenths of °C. */
  temperature: number,
  router_uptime: number,
  connection_uptime: number,
  wan_state: someText,
  wan_ip: someText,
  cell_id: someText,
  mcc: someText,
  mnc: someText,
  lac: someText,
  iccid: someText,
  sent: number,
  received: number,
  created_at: time(),
})
export type Snapshot = z.infer<typeof snapshotSchema>

/** The field is named after the parameter. */
export const parameterHistorySchema = z.object({
  ...fieldsOf(snapshotParameters),
  created_at: time(),
})

/**
 * The latest value of every parameter at a moment: from the last report before it, or from an earlier one that had it.
 */
export const momentSchema = z.object({
  /** Time of the last of these reports; null if there was none. */
  created_at: z.nullable(time()),
  values: z.record(z.string(), z.nullable(z.union([z.number(), z.string()]))),
})
export type Moment = z.infer<typeof momentSchema>

export const rawValueSchema = z.object({
  created_at: time(),
  parameter: z.string(),
  value: z.nullable(z.union([z.number(), z.string()])),
})

export const reportTimesSchema = z.object({
  date: date(),
  times: z.array(z.string().check(z.regex(/^\d{2}:\d{2}:\d{2}$/))),
})

export const positionSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  altitude: number,
  /** km/h. */
  speed: number,
  created_at: time(),
})

/** Lowest and highest values over time for a group of devices, and for each of them. */
export const companyMetricsSchema = z.object({
  /** Seconds of one bucket: an hour or a day. For a counter, values are its rise within a bucket. */
  bucket_s: z.int(),
  start: time(),
  end: time(),
  /** Unix seconds of the buckets with a value; the arrays run parallel. */
  times: z.array(z.int()),
  minimum: z.array(z.number()),
  average: z.array(z.number()),
  maximum: z.array(z.number()),
  /** Devices with the highest maximum first, from `offset`, at most 500. */
  devices: z.array(
    z.object({
      device_id: id('device'),
      device_name: z.string(),
      serial: z.string(),
      minimum: z.number(),
      minimum_at: time(),
      maximum: z.number(),
      maximum_at: time(),
      average: z.number(),
      /** Only for a counter. */
      total: z.nullable(z.number()),
    }),
  ),
})
export type CompanyMetrics = z.infer<typeof companyMetricsSchema>
