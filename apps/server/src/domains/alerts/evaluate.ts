import type { Text } from '@longreach/contract/i18n'
import { detect, type Observation, type Settings, type State } from './detect.ts'

/** The part of a rule that changes during its evaluation. */
export interface Standing {
  state: State
  due_at: Date | null
  fired_at: Date | null
}

export interface Evaluated extends Settings, Standing {
  redundancy_enabled: boolean
  redundancy_interval: number | null
}

export interface Fired {
  at: Date
  seen: Text
}

/** True within the minimum time between alerts of the rule. */
function isRedundant({ redundancy_enabled, redundancy_interval, fired_at }: Evaluated, at: Date): boolean {
  if (!redundancy_enabled || redundancy_interval === null || fired_at === null) return false
  return at.getTime() < fired_at.getTime() + redundancy_interval * 60_000
}

/** The state of a rule after an observation, and the alert it raises, if any. */
export function evaluate(rule: Evaluated, seen: Observation): Standing & { fired?: Fired } {
  const { state = rule.state, due = rule.due_at, fired } = detect(rule, rule.state, seen)
  const after = { state, due_at: due, fired_at: rule.fired_at }
  if (!fired || isRedundant(rule, fired.at)) return after
  return { ...after, fired_at: fired.at, fired }
}
