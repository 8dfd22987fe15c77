import type { AlertPeriod } from '@longreach/contract/alerts/constants'
import { clocks, instantOf } from '../../clocks.ts'
import type { Db } from '../../db/client.ts'
import { billingPeriod, dayOf, startOf, weekOf } from '../monitoring/calendar.ts'
import { readSimUse } from '../monitoring/usage/data-usage.ts'
import type { Usage } from './detect.ts'
import { usageFaster, usageLook } from './limits.ts'
import type { WatchedRule } from './watched-rules.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const megabyte = 1024 * 1024

/** Start and end of a rule's period that contains a moment. */
export function periodAt(period: AlertPeriod, starts: number, zone: string, now: Date): { from: Date; to: Date } {
  const day = dayOf(zone, now.getTime())
  if (period === 'month') {
    const { from, to } = billingPeriod(day, starts)
    return { from: startOf(zone, from), to: startOf(zone, to) }
  }
  if (period === 'week') {
    const monday = weekOf(day)
    const [first, days] = [monday + (starts - 1) * dayMs, 7 * dayMs]
    const from = first > day ? first - days : first
    return { from: startOf(zone, from), to: startOf(zone, from + days) }
  }
  const hour = day + starts * hourMs
  const from = hour > clocks(zone, now.getTime()) ? hour - dayMs : hour
  return { from: new Date(instantOf(zone, from)), to: new Date(instantOf(zone, from + dayMs)) }
}

interface Look {
  usage: Usage
  due: Date
}

/** Data used by the SIM of a rule in the current period, and the time of the next check. */
export async function lookAtUsage(db: Db, rule: WatchedRule, now: Date): Promise<Look> {
  const { period, starts, sim, data_limit, zone, device_id } = rule
  const { from, to } = periodAt(period ?? 'month', starts ?? 1, zone, now)
  const place = { modem: 1, sim: sim === 2 ? 2 : 1 } as const
  const used = (await readSimUse(db, device_id, place, { from, now })) ?? 0
  const left = (data_limit ?? 0) * megabyte - used
  const elapsed = Math.max(1, (now.getTime() - from.getTime()) / 1000)
  const reached = used > 0 ? (Math.max(0, left) / used / usageFaster) * elapsed : usageLook.latest
  const wait = left <= 0 ? usageLook.latest : reached
  const next = now.getTime() + Math.min(usageLook.latest, Math.max(usageLook.soonest, wait)) * 1000
  const soonest = now.getTime() + usageLook.soonest * 1000
  return { usage: { since: from.toISOString(), used }, due: new Date(Math.min(next, Math.max(to.getTime(), soonest))) }
}
