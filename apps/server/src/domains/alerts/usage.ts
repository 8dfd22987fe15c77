import type { AlertPeriod } from '@longreach/contract/alerts/constants'
import { clocks, instantOf } from '../../clocks.ts'
import type { Db } from '../../db/client.ts'
import { dayOf, startOf, weekOf } from '../monitoring/calendar.ts'
import { readSimUse } from '../monitoring/usage/data-usage.ts'
import { findSim } from '../monitoring/usage/sim-limits.ts'
import { periodOf, readSimBySlot, sumSlots } from '../monitoring/usage/sim-use.ts'
import type { Usage } from './detect.ts'
import { megabyte, usageFaster, usageLook } from './limits.ts'
import type { WatchedRule } from './watched-rules.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
interface Span {
  from: Date
  to: Date
}

/** Start and end of the day or week of a rule that contains a moment. */
export function periodAt(period: Exclude<AlertPeriod, 'month'>, starts: number, zone: string, now: Date): Span {
  const day = dayOf(zone, now.getTime())
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

interface Use extends Span {
  used: number
}

/** A rule by the month has the period of its SIM; null if that has no limit. */
async function useOf(db: Db, rule: WatchedRule, now: Date): Promise<Use | null> {
  const { period, starts, sim: slot, sim_id, data_limit, zone, device_id } = rule
  if (period === 'day' || period === 'week') {
    const span = periodAt(period, starts ?? 1, zone, now)
    const used = await readSimUse(db, device_id, { modem: 1, sim: slot === 2 ? 2 : 1 }, { from: span.from, now })
    return { ...span, used: used ?? 0 }
  }
  const sim = sim_id === null || data_limit === null ? undefined : await findSim(db, sim_id)
  if (!sim) return null
  const days = sumSlots(await readSimBySlot(db, sim.id, sim.zone, now))
  const { from, ends, used } = periodOf(sim, days, sim.zone, now)
  return { from: startOf(sim.zone, from), to: ends, used: used ?? 0 }
}

interface Look {
  usage?: Usage
  due: Date
}

/** Data used by the SIM of a rule in the current period, and the time of the next check. */
export async function lookAtUsage(db: Db, rule: WatchedRule, now: Date): Promise<Look> {
  const use = await useOf(db, rule, now)
  if (!use) return { due: new Date(now.getTime() + usageLook.latest * 1000) }
  const { from, to, used } = use
  const left = (rule.data_limit ?? 0) * megabyte - used
  const elapsed = Math.max(1, (now.getTime() - from.getTime()) / 1000)
  const reached = used > 0 ? (Math.max(0, left) / used / usageFaster) * elapsed : usageLook.latest
  const wait = left <= 0 ? usageLook.latest : reached
  const next = now.getTime() + Math.min(usageLook.latest, Math.max(usageLook.soonest, wait)) * 1000
  const soonest = now.getTime() + usageLook.soonest * 1000
  return { usage: { since: from.toISOString(), used }, due: new Date(Math.min(next, Math.max(to.getTime(), soonest))) }
}
