import type { Tx } from '../../db/client.ts'
import type { Observation } from './detect.ts'
import { evaluate } from './evaluate.ts'
import { type FireDeps, fire } from './fire.ts'
import { alertsChanged } from './topics.ts'
import { storeStanding, type WatchedRule } from './watched-rules.ts'

/** Devices per message to screens. */
const publishedAtOnce = 500

/**
 * Evaluates locked rules in one transaction: `seen` returns the observations of a rule's device, in order. The state of
 * the rules and the raised alerts commit together, so that each edge raises one alert.
 */
export async function evaluateRules(
  tx: Tx,
  deps: FireDeps,
  rules: readonly WatchedRule[],
  seen: (rule: WatchedRule) => readonly Observation[],
  now: Date,
  after: (effect: () => void) => void,
): Promise<void> {
  const changed: WatchedRule[] = []
  const alerted: WatchedRule[] = []
  for (const rule of rules) {
    const before = JSON.stringify([rule.state, rule.due_at, rule.fired_at])
    for (const observation of seen(rule)) {
      const { fired, ...standing } = evaluate(rule, observation)
      Object.assign(rule, standing)
      if (!fired) continue
      await fire(tx, deps, rule, fired, now)
      alerted.push(rule)
    }
    if (JSON.stringify([rule.state, rule.due_at, rule.fired_at]) !== before) changed.push(rule)
  }
  await storeStanding(tx, changed)
  after(() => publish(deps, alerted))
}

function publish({ bus }: FireDeps, alerted: readonly WatchedRule[]): void {
  for (const [, [first, ...rest]] of Map.groupBy(alerted, ({ company_id }) => company_id)) {
    if (!first) continue
    const { company_id, l1_id, l2_id } = first
    const ids = [...new Set([first, ...rest].map(({ device_id }) => device_id))]
    for (let start = 0; start < ids.length; start += publishedAtOnce)
      bus.publish(alertsChanged, {
        place: { company_id, l1_id, l2_id },
        deviceIds: ids.slice(start, start + publishedAtOnce),
      })
  }
}
