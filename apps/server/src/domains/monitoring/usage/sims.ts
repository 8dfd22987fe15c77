import type { Sim } from '@longreach/contract/monitoring/usage-schemas'
import { formatTime } from '@longreach/contract/time'
import type { Db } from '../../../db/client.ts'
import { billingPeriod, type CalendarDay, dateOf, dayOf, startOf } from '../calendar.ts'
import { type Moment, readMoment } from '../reports.ts'
import { readSimDays, type SimDay, type SimPlace } from './data-usage.ts'
import { forecastOf } from './forecast.ts'
import type { ModemIds } from './periods.ts'
import { findSimLimits, limitOf, type SimLimit } from './sim-limits.ts'

/** Milliseconds of the longest possible billing period. */
export const longestPeriodMs = 31 * 86_400_000

export interface SimPeriod {
  from: CalendarDay
  to: CalendarDay
  ends: Date
  /** Start of the first day in the period on which the SIM was reported. */
  since: Date
  /** Bytes; null if the SIM was not reported in the period. */
  used: number | null
  /** The day on which the limit was reached. */
  reached: CalendarDay | null
}

const same = (one: SimPlace, other: SimPlace) => one.modem === other.modem && one.sim === other.sim

/** Use of a SIM in the billing period that contains `now`. */
export function periodOf(limit: SimLimit, days: readonly SimDay[], zone: string, now: Date): SimPeriod {
  const { from, to } = billingPeriod(dayOf(zone, now.getTime()), limit.billing_day)
  const own = days.filter((one) => same(one, limit) && one.day >= from)
  let used = 0
  let reached: CalendarDay | null = null
  for (const { day, sent, received } of own) {
    used += sent + received
    if (limit.data_limit !== null && used >= limit.data_limit) reached ??= day
  }
  const [first] = own
  const since = startOf(zone, first?.day ?? from)
  return { from, to, since, ends: startOf(zone, to), used: own.length > 0 ? used : null, reached }
}

/** Days back to the start of any billing period. */
export const readPeriodDays = (db: Db, deviceId: number, zone: string, now: Date) =>
  readSimDays(db, deviceId, { from: new Date(now.getTime() - longestPeriodMs), to: now, zone, now })

const textOf = (moment: Moment | null, name: string) => {
  const value = moment?.values.get(name)
  return value === undefined || value === null || value === '' ? null : String(value)
}

export function modemIds(moment: Moment | null): ModemIds {
  return { 1: textOf(moment, 'modem_id') ?? '1', 2: textOf(moment, 'modem_id_2') ?? '2' }
}

/** The card in a slot is known only while that slot is in use. */
function iccidOf(moment: Moment | null, { modem, sim }: SimPlace): string | null {
  const end = modem === 1 ? '' : '_2'
  return Number(textOf(moment, `sim_slot${end}`) ?? 1) === sim ? textOf(moment, `iccid${end}`) : null
}

/** SIMs that a device reported within a month, or for which a user has set a limit. */
export async function readSims(db: Db, deviceId: number, zone: string, now: Date): Promise<Sim[]> {
  const limits = await findSimLimits(db, deviceId)
  const days = await readPeriodDays(db, deviceId, zone, now)
  const moment = await readMoment(db, deviceId, now)
  const ids = modemIds(moment)
  const places = ([1, 2] as const).flatMap((modem) => ([1, 2] as const).map((sim) => ({ modem, sim })))
  const known = places.filter((place) => [...limits, ...days].some((one) => same(one, place)))
  return known.map((place): Sim => {
    const limit = limitOf(limits, place)
    const { data_limit, billing_day } = limit
    const { from, to, since, ends, used, reached } = periodOf(limit, days, zone, now)
    const { expected, reachesAt } = forecastOf(used ?? 0, data_limit, { from: since, to: ends }, now)
    return {
      modem: place.modem,
      modem_id: ids[place.modem],
      sim_id: place.sim,
      iccid: iccidOf(moment, place),
      data_limit,
      billing_day,
      period_start: dateOf(from),
      period_end: dateOf(to),
      used,
      left: data_limit === null ? null : data_limit - (used ?? 0),
      expected: used === null ? null : expected,
      reached_on: reached === null ? null : dateOf(reached),
      reaches_on: reachesAt && dateOf(dayOf(zone, reachesAt.getTime())),
      last_report_at: moment && formatTime(moment.at),
    }
  })
}
