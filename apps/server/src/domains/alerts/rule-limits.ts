import { dataLimitEvent } from '@longreach/contract/alerts/events'
import { text } from '@longreach/contract/i18n'
import { Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import type { SimLimitsSet } from '../monitoring/hooks.ts'
import { changeSims, lockSims } from '../monitoring/usage/sim-changes.ts'
import type { SimValues } from '../monitoring/usage/sim-limits.ts'
import { requireSimIn } from '../monitoring/usage/sim-slots.ts'
import { megabyte } from './limits.ts'
import type { RuleValues } from './rule-store.ts'

/** A rule on a locked device whose limit is that of a SIM. */
export interface SharedLimit extends Pick<RuleValues, 'sim' | 'data_limit' | 'starts'> {
  device: { id: number; company_id: number }
  zone?: string
  /** Field of the limit, for errors. */
  source: string
}

/** True for a rule with the limit of a SIM. */
export const isShared = ({ event, period }: { event: number; period: string | null }): boolean =>
  event === dataLimitEvent && period === 'month'

/** Columns of a rule: those by the month have no limit of their own. */
export const ownColumns = ({ period, data_limit, starts }: Pick<RuleValues, 'period' | 'data_limit' | 'starts'>) =>
  period === 'month' ? { data_limit: null, starts: null } : { data_limit, starts }

type ShareCall = Pick<Call, 'db' | 'scope' | 'session' | 'ip' | 'userAgent'>

/** Sets the limits and billing days of SIMs to those of rules by the month, where they differ. */
export async function shareLimits(
  call: ShareCall,
  rules: readonly SharedLimit[],
  limitsSet: readonly SimLimitsSet[],
): Promise<void> {
  const bySim = new Map<number, SharedLimit>()
  for (const rule of rules) {
    if (rule.data_limit === null) continue
    const id = await requireSimIn(call.db, rule.device, { modem: 1, sim: rule.sim === 2 ? 2 : 1 })
    const other = bySim.get(id) ?? rule
    if (other.data_limit !== rule.data_limit || other.starts !== rule.starts)
      throw new Problem('VALIDATION_FAILED', { source: rule.source, message: text('alerts.one_limit') })
    bySim.set(id, rule)
  }
  for (const sim of await lockSims(call.db, call.scope, [...bySim.keys()])) {
    const { data_limit, starts, zone, source } = bySim.get(sim.id) as SharedLimit
    const present = sim.data_limit === null ? null : Math.ceil(sim.data_limit / megabyte)
    if (data_limit === null) continue
    if (data_limit === present && (starts ?? sim.billing_day) === sim.billing_day) continue
    if (!call.session.permissions.has('update_devices'))
      throw new Problem('FORBIDDEN', { source, message: text('alerts.limit_of_sim') })
    const change: Partial<SimValues> = {
      ...(data_limit === present ? {} : { data_limit: data_limit * megabyte }),
      ...(starts === null ? {} : { billing_day: starts }),
      ...(zone === undefined ? {} : { zone }),
    }
    await changeSims(call, [sim], change, limitsSet)
  }
}
