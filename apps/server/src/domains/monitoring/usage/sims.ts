import type { Sim } from '@longreach/contract/monitoring/usage-schemas'
import { formatTime } from '@longreach/contract/time'
import type { Db } from '../../../db/client.ts'
import { dateOf, dayOf } from '../calendar.ts'
import { type Moment, readMoment } from '../reports.ts'
import { readSimDays } from './data-usage.ts'
import { forecastOf } from './forecast.ts'
import type { ModemIds } from './periods.ts'
import { findSims, noLimit, simIn } from './sim-limits.ts'
import { longestPeriodMs, periodOf, readSimBySlot, readUnknownUse, sumSlots } from './sim-use.ts'

const textOf = (moment: Moment | null, name: string) => {
  const value = moment?.values.get(name)
  return value === undefined || value === null || value === '' ? null : String(value)
}

export function modemIds(moment: Moment | null): ModemIds {
  return { 1: textOf(moment, 'modem_id') ?? '1', 2: textOf(moment, 'modem_id_2') ?? '2' }
}

const places = ([1, 2] as const).flatMap((modem) => ([1, 2] as const).map((sim) => ({ modem, sim })))

/** SIMs that a device has, counted data with within a month, or has a limit for. */
export async function readSims(db: Db, deviceId: number, zone: string, now: Date): Promise<Sim[]> {
  const sims = await findSims(db, deviceId)
  const counted = await readSimDays(db, deviceId, {
    from: new Date(now.getTime() - longestPeriodMs),
    to: now,
    zone,
    now,
  })
  const moment = await readMoment(db, deviceId, now)
  const ids = modemIds(moment)
  const found: Sim[] = []
  for (const place of places) {
    const { modem } = place
    const known = simIn(sims, place)
    if (!known && !counted.some((one) => one.modem === modem && one.sim === place.sim)) continue
    const limit = known ?? noLimit
    const { data_limit, billing_day } = limit
    const days = known
      ? await sumSlots(await readSimBySlot(db, known.id, zone, now))
      : await readUnknownUse(db, deviceId, place, zone, now)
    const { from, to, since, ends, used, reached } = periodOf(limit, days, zone, now)
    const { expected, reachesAt } = forecastOf(used ?? 0, data_limit, { from: since, to: ends }, now)
    found.push({
      modem,
      modem_id: ids[modem],
      sim_id: place.sim,
      iccid: known?.iccid ?? null,
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
    })
  }
  return found
}
