import { alertLimits } from '@longreach/contract/alerts/constants'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { type Placement, systemScope } from '../../db/scope.ts'
import { notFound } from '../../endpoint/problem.ts'
import { changedSince, type UndoKind, type UndoStep, undoKind } from '../../endpoint/undo.ts'
import { usesAutomations } from '../devices/capabilities.ts'
import { lockDevices } from '../devices/store.ts'
import { countRules, restartRules } from './rule-store.ts'
import { alertRulesChanged } from './topics.ts'

const kind = 'alerts.delete_rules'
const resolved = systemScope('row resolved in scope before')

/** Columns of a rule that are restored unchanged. */
const kept = [
  'id',
  'device_id',
  'event',
  'type',
  'enabled',
  'action',
  'email',
  'email_company_id',
  'subject',
  'message',
  'redundancy_enabled',
  'redundancy_interval',
  'data_limit',
  'sim',
  'period',
  'starts',
  'latitude',
  'longitude',
  'radius',
  'zone',
  'username',
  'created_at',
  'updated_at',
] as const
const keptColumns = sql.join(kept.map((name) => sql.ref(`r.${name}`)))

interface RemovedRule {
  id: number
  device_id: number
  user_id: number | null
  /** Ids of the alerts that it has raised. */
  alerts: number[]
}

/** Most alerts of deleted rules for which a deletion can be undone. */
const mostAlerts = 20_000

/** Undo steps that restore rules with their alerts; the rules are locked and about to be deleted. */
export async function rulesRemoved(db: Db, ids: readonly number[]): Promise<UndoStep[]> {
  const { rows } = await sql<RemovedRule>`
    SELECT ${keptColumns}, r.user_id,
      ARRAY(SELECT a.id FROM alerts a WHERE a.rule_id = r.id ORDER BY a.id) AS alerts
    FROM alert_rules r WHERE r.id = ANY (${[...ids]}::bigint[]) AND ${resolved}
    ORDER BY r.id`.execute(db)
  const raised = rows.reduce((sum, { alerts }) => sum + alerts.length, 0)
  return raised > mostAlerts ? [] : rows.map((state) => ({ kind, state }))
}

async function restoreRule(db: Db, { company_id, l1_id, l2_id }: Placement, rule: RemovedRule): Promise<void> {
  await sql`
    INSERT INTO alert_rules (${sql.join(kept.map((name) => sql.id(name)))}, company_id, l1_id, l2_id, user_id)
    OVERRIDING SYSTEM VALUE
    SELECT ${keptColumns}, ${company_id}, ${l1_id}, ${l2_id},
      (SELECT u.id FROM users u WHERE u.id = ${rule.user_id} AND ${resolved})
    FROM jsonb_populate_record(NULL::alert_rules, ${JSON.stringify(rule)}::jsonb) r`.execute(db)
  await sql`
    UPDATE alerts a SET rule_id = ${rule.id} WHERE a.id = ANY (${rule.alerts}::bigint[]) AND ${resolved}`.execute(db)
}

const restoring = ['delete_device_alert_configurations', 'create_device_alert_configurations'] as const

/** Undo: restores rules with their ids. Like new rules, they start from the present state. */
export const restoredRules = ({ bus }: { bus: Pick<Bus, 'publish'> }): UndoKind =>
  undoKind<RemovedRule>(kind, restoring, async ({ db, scope, after }, states) => {
    const deviceIds = [...new Set(states.map(({ device_id }) => device_id))]
    const devices = new Map((await lockDevices(db, scope, deviceIds)).map((device) => [device.id, device]))
    const counts = await countRules(db, deviceIds)
    for (const rule of states) {
      const device = devices.get(rule.device_id)
      if (!device) throw notFound()
      if (usesAutomations(device)) throw changedSince(text('alerts.use_automations'))
      const count = (counts.get(device.id) ?? 0) + 1
      if (count > alertLimits.rules) throw changedSince(text('alerts.too_many', { count: alertLimits.rules }))
      counts.set(device.id, count)
      await restoreRule(db, device, rule)
    }
    await restartRules(
      db,
      states.map(({ id }) => id),
    )
    after(() => bus.publish(alertRulesChanged, { deviceIds }))
  })
