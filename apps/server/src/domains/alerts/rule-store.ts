import { type AlertEventId, absenceEvents, configurationEvent, dataLimitEvent } from '@longreach/contract/alerts/events'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'
import { ofSimIn } from '../monitoring/usage/sim-slots.ts'
import type { State } from './detect.ts'
import { megabyte } from './limits.ts'

/** Mail address of rule `r`; null once its device has left the company of the user who entered it. */
export const ownEmail = sql<string | null>`CASE
  WHEN r.email_company_id IN (0, r.company_id, r.l1_id, r.l2_id) THEN r.email END`

const slotOfRule = { device: sql.ref('r.device_id'), modem: 1, slot: sql.ref('r.sim') }
const byMonth = sql`r.event = ${sql.lit(dataLimitEvent)} AND r.period = 'month'`

/**
 * Limit in MB and start of the period of rule `r`. A SIM has one limit for its billing period: rules by the month have
 * that of the SIM, only those by the day or week have one of their own.
 */
export const ownLimit = sql<number | null>`CASE WHEN ${byMonth}
  THEN ${ofSimIn(sql<number>`s.data_limit`, slotOfRule)} / ${sql.lit(megabyte)}::float8 ELSE r.data_limit END`
export const wholeLimit = sql<number | null>`ceil(${ownLimit})::bigint`
export const ownStart = sql<number | null>`CASE WHEN ${byMonth}
  THEN ${ofSimIn(sql<number>`s.billing_day`, slotOfRule)} ELSE r.starts END`
/** The SIM of rule `r`, if it is by the month. */
export const simOfRule = sql<number | null>`CASE WHEN ${byMonth} THEN ${ofSimIn(sql<number>`s.id`, slotOfRule)} END`

const resolved = systemScope('row resolved in scope before')

/** Values of a rule that users set. */
export interface RuleValues {
  enabled: boolean
  action: number
  email: string | null
  subject: string
  message: string
  redundancy_enabled: boolean
  redundancy_interval: number | null
  data_limit: number | null
  sim: number | null
  period: string | null
  starts: number | null
  latitude: number | null
  longitude: number | null
  radius: number | null
}

export interface LockedRule extends RuleValues, Placement {
  id: number
  device_id: number
  device_name: string
  event: AlertEventId
}

/** Rules in reach, locked for a change. */
export async function lockRules(db: Db, scope: Scope, ids: readonly number[]): Promise<LockedRule[]> {
  const { rows } = await sql<LockedRule>`
    SELECT r.id, r.device_id, d.name AS device_name, r.event, r.company_id, r.l1_id, r.l2_id, r.enabled, r.action,
      ${ownEmail} AS email, r.subject, r.message, r.redundancy_enabled, r.redundancy_interval, ${wholeLimit} AS data_limit, r.sim, r.period,
      ${ownStart} AS starts, r.latitude, r.longitude, r.radius
    FROM alert_rules r JOIN devices d ON d.id = r.device_id
    WHERE r.id = ANY (${[...ids]}::bigint[]) AND d.deleted_at IS NULL AND ${inScope(scope, 'r')}
    ORDER BY r.id FOR UPDATE OF r`.execute(db)
  return rows
}

export async function countRules(db: Db, deviceIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ device_id: number; count: number }>`
    SELECT r.device_id, count(*) AS count FROM alert_rules r
    WHERE r.device_id = ANY (${[...deviceIds]}::bigint[]) AND ${resolved} GROUP BY r.device_id`.execute(db)
  return new Map(rows.map(({ device_id, count }) => [device_id, count]))
}

export interface NewRule extends RuleValues {
  device_id: number
  event: AlertEventId
  type: number
  zone: string
  /** Company of the user who entered the address. */
  email_company_id: number
  user_id: number
  username: string
}

export async function insertRule(db: Db, place: Placement, rule: NewRule): Promise<number> {
  const { company_id, l1_id, l2_id } = place
  const { id } = await db
    .insertInto('alert_rules')
    .values({ company_id, l1_id, l2_id, ...rule })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeRule(
  db: Db,
  id: number,
  values: Partial<RuleValues & Pick<NewRule, 'email_company_id'>>,
): Promise<void> {
  await db
    .updateTable('alert_rules as r')
    .set({ ...values, updated_at: sql`now()` })
    .where('r.id', '=', id)
    .where(resolved)
    .execute()
}

/**
 * Sets the rules' initial state: an offline device can only come back, and a drifted configuration can only change
 * after it was restored. Everything else starts with the next report.
 */
export async function restartRules(db: Db, ids: readonly number[]): Promise<void> {
  const offline: State = { reason: '', counts: true }
  await sql`
    UPDATE alert_rules r SET due_at = CASE WHEN r.event = ${dataLimitEvent} THEN now() END, state = CASE
        WHEN r.event = ANY (${[...absenceEvents]}::smallint[]) AND d.status = 0 THEN ${JSON.stringify(offline)}::jsonb
        WHEN r.event = ${configurationEvent} AND d.config_state <> 'not_read' THEN jsonb_build_object('value', d.config_state = 'drifted')
      END
    FROM devices d
    WHERE d.id = r.device_id AND r.id = ANY (${[...ids]}::bigint[]) AND ${resolved}`.execute(db)
}

export async function removeRules(db: Db, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM alert_rules r WHERE r.id = ANY (${[...ids]}::bigint[]) AND ${resolved}`.execute(db)
}

/** Rules move with their devices; nothing is lost. */
export async function moveRules(db: Db, deviceIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE alert_rules r SET company_id = d.company_id, l1_id = d.l1_id, l2_id = d.l2_id
    FROM devices d WHERE d.id = r.device_id AND d.id = ANY (${[...deviceIds]}::bigint[]) AND ${resolved}`.execute(db)
}

/** Rules by the month are checked at once when the limit of their SIM was set. */
export async function restartRulesOf(db: Db, simIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT r.id FROM alert_rules r JOIN sim_slots p ON p.device_id = r.device_id AND p.modem = 1 AND p.slot = r.sim
    WHERE p.sim_id = ANY (${[...simIds]}::bigint[]) AND ${byMonth} AND ${resolved}
    ORDER BY r.id FOR NO KEY UPDATE OF r`.execute(db)
  await restartRules(
    db,
    rows.map(({ id }) => id),
  )
}
