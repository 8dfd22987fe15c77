import type { UsagePeriod } from '@longreach/contract/monitoring/usage-constants'
import type { DataUsage } from '@longreach/contract/monitoring/usage-schemas'
import { billingPeriod, type CalendarDay, dateOf, weekOf } from '../calendar.ts'
import type { SimDay, SimPlace } from './data-usage.ts'

export type BillingDayOf = (sim: SimPlace) => number

/** The ids of a device's modems, as it reports them. */
export type ModemIds = Readonly<Record<1 | 2, string>>

/** First day of the period that contains a SIM's day. */
export function startOfPeriod(
  { day, ...sim }: SimPlace & { day: CalendarDay },
  period: UsagePeriod,
  billingDay: BillingDayOf,
): CalendarDay {
  if (period === 'day') return day
  return period === 'week' ? weekOf(day) : billingPeriod(day, billingDay(sim)).from
}

/** Sums up days by week, or by the billing period of each SIM, in order of time. */
export function sumByPeriod(days: readonly SimDay[], period: UsagePeriod, billingDay: BillingDayOf): SimDay[] {
  const sums = new Map<string, SimDay>()
  for (const one of days) {
    const day = startOfPeriod(one, period, billingDay)
    const key = `${day} ${one.modem} ${one.sim}`
    const { sent = 0, received = 0 } = sums.get(key) ?? {}
    const { modem, sim } = one
    sums.set(key, { day, modem, sim, sent: sent + one.sent, received: received + one.received })
  }
  return [...sums.values()].sort((a, b) => a.day - b.day || a.modem - b.modem || a.sim - b.sim)
}

/** Usage in the form of the API: by date, then by modem. */
export function presentUsage(sums: readonly SimDay[], ids: ModemIds): DataUsage[] {
  return [...Map.groupBy(sums, ({ day }) => day)].map(([day, ofDay]) => ({
    date: dateOf(day),
    modems: [...Map.groupBy(ofDay, ({ modem }) => modem)].map(([modem, sims]) => ({
      modem_id: ids[modem],
      modem,
      sims: sims.map(({ sim, sent, received }) => ({
        sim_id: sim,
        data: { rx: received, tx: sent },
        total: sent + received,
        sent,
        received,
      })),
    })),
  }))
}

export const usageRows = (sums: readonly SimDay[], ids: ModemIds) =>
  sums.map(({ day, modem, sim, sent, received }) => ({
    date: dateOf(day),
    modem_id: ids[modem],
    sim_id: sim,
    sent,
    received,
    data: sent + received,
  }))
