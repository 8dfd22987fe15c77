import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { type DeliveredEvent, eventHandler } from '../../events/handler.ts'
import type { Observation } from './detect.ts'
import { evaluateRules } from './evaluate-rules.ts'
import type { FireDeps } from './fire.ts'
import { isLate } from './late.ts'
import { isEvaluated, lockWatched, type WatchedRule } from './watched-rules.ts'

type Seen = DeliveredEvent<'alert.observed' | 'device.config_state'>

/** Observations from an event about the device of a rule; none if it is too old for an alert. */
function observationOf(event: Seen, rule: WatchedRule): Observation[] {
  if (event.type === 'device.config_state')
    return [{ kind: 'configuration', at: event.at, drifted: rule.config_drifted }]
  const { seen } = event.data
  const at = new Date(seen.at)
  if (seen.kind === 'report' && isLate(at, event.at, rule.metered)) return []
  return [{ ...seen, at }]
}

/** Evaluates rules with the observations of their devices, in order. */
export const evaluateObserved = (deps: FireDeps) =>
  eventHandler('alerts.evaluate', ['alert.observed', 'device.config_state'], async (tx: Tx, events, after) => {
    const byDevice = Map.groupBy(events, ({ data }) => data.device_id)
    const ids = [...byDevice.keys()]
    const rules = await lockWatched(
      tx,
      sql<boolean>`r.device_id = ANY (${ids}::bigint[])`,
      sql`ORDER BY r.id FOR NO KEY UPDATE OF r`,
    )
    const seen = (rule: WatchedRule) =>
      (byDevice.get(rule.device_id) ?? []).flatMap((event) => observationOf(event, rule))
    await evaluateRules(tx, deps, rules.filter(isEvaluated), seen, new Date(), after)
  })
