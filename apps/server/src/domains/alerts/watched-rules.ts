import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { usesAutomations } from '../devices/capabilities.ts'
import type { Evaluated } from './evaluate.ts'
import { ownEmail, ownLimit, simOfRule } from './rule-store.ts'

/** A rule with the device's data that its evaluation needs. */
export interface WatchedRule extends Evaluated {
  id: number
  type: number
  company_id: number
  l1_id: number | null
  l2_id: number | null
  device_id: number
  device_name: string
  metered: boolean
  connected: boolean
  config_drifted: boolean
  action: number
  email: string | null
  subject: string
  message: string
  zone: string
  user_id: number | null
  /** The SIM whose limit it is, if it is by the month. */
  sim_id: number | null
  starts: number | null
  mails_since: Date | null
  mails: number
  model: string | null
  firmware: string | null
}

/** True if the rule is evaluated: newer RutOS has automations instead. */
export const isEvaluated = (rule: Pick<WatchedRule, 'model' | 'firmware'>): boolean => !usesAutomations(rule)

/** Enabled rules that meet a condition, locked. */
export async function lockWatched(
  tx: Db,
  condition: RawBuilder<boolean>,
  limit: RawBuilder<unknown>,
): Promise<WatchedRule[]> {
  const { rows } = await sql<WatchedRule>`
    SELECT r.id, r.type, r.event, r.company_id, r.l1_id, r.l2_id, r.device_id, d.name AS device_name,
      d.metered_connection AS metered, d.status IS NOT DISTINCT FROM 1 AS connected,
      d.config_state = 'drifted' AS config_drifted, d.model, d.firmware, r.action, ${ownEmail} AS email, r.subject, r.message, r.zone,
      r.user_id, r.redundancy_enabled, r.redundancy_interval, ${ownLimit} AS data_limit, r.sim, ${simOfRule} AS sim_id,
      r.period, r.starts, r.latitude,
      r.longitude, r.radius, r.state, r.due_at, r.fired_at, r.mails_since, r.mails
    FROM alert_rules r JOIN devices d ON d.id = r.device_id
    WHERE r.enabled AND d.deleted_at IS NULL AND ${condition} AND ${systemScope('background job')}
    ${limit}`.execute(tx)
  return rows
}

export async function storeStanding(tx: Db, rules: readonly WatchedRule[]): Promise<void> {
  if (rules.length === 0) return
  const states = rules.map(({ state }) => (state === null ? null : JSON.stringify(state)))
  await sql`
    UPDATE alert_rules r SET state = s.state::jsonb, due_at = s.due_at, fired_at = s.fired_at, mails_since = s.mails_since,
      mails = s.mails
    FROM unnest(${rules.map(({ id }) => id)}::bigint[], ${states}::text[], ${rules.map(({ due_at }) => due_at)}::timestamptz[],
      ${rules.map(({ fired_at }) => fired_at)}::timestamptz[], ${rules.map(({ mails_since }) => mails_since)}::timestamptz[],
      ${rules.map(({ mails }) => mails)}::int[]) AS s (id, state, due_at, fired_at, mails_since, mails)
    WHERE r.id = s.id AND ${systemScope('background job')}`.execute(tx)
}
