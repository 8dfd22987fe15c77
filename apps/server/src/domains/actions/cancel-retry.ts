import { retryStates, type TargetState } from '@longreach/contract/actions/constants'
import { type Text, text } from '@longreach/contract/i18n'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../db/scope.ts'
import type { ActionContext } from './kinds.ts'
import { isUnknown } from './queue-conditions.ts'
import { type Moved, move } from './steps.ts'

interface Locked {
  id: number
  kind: string
  device_id: number
  company_id: number
  l1_id: number | null
  l2_id: number | null
  state: TargetState
}

interface Selection {
  device_id?: readonly number[] | undefined
  job_id?: readonly number[] | undefined
  action_id?: number | undefined
}

/** Named targets in reach; if selected by device, only those that are queued. */
export async function lockTargets(db: Db, scope: Scope, selection: Selection): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    SELECT t.id, t.kind, t.device_id, t.company_id, t.l1_id, t.l2_id, t.state FROM action_targets t
    WHERE ${inScope(scope, 't')} AND (
      t.id = ANY (${[...(selection.job_id ?? [])]}::bigint[])
      OR (t.state = 'queued' AND t.device_id = ANY (${[...(selection.device_id ?? [])]}::bigint[]))
      OR (t.state = 'queued' AND t.action_id = ${selection.action_id ?? null}))
    ORDER BY t.id FOR UPDATE`.execute(db)
  return rows
}

export function cancel(context: ActionContext, ids: readonly number[], message: Text): Promise<Moved[]> {
  return move(
    context,
    sql`UPDATE action_targets t SET state = 'cancelled', finished_at = now(), message = ${message}
        WHERE id = ANY (${[...ids]}::bigint[]) AND state = 'queued' AND ${systemScope('row resolved in scope before')}`,
  )
}

/** Targets of an action that can be attempted again, on devices that still exist. */
export async function lockRetries(db: Db, scope: Scope, actionId: number, ids: readonly number[] | undefined) {
  const { rows } = await sql<{
    id: number
    kind: string
    device_id: number
    state: TargetState
    gone: boolean
  }>`
    SELECT t.id, t.kind, t.device_id, t.state,
      NOT EXISTS (SELECT FROM devices d WHERE d.id = t.device_id AND d.deleted_at IS NULL AND ${inScope(scope, 'd')}) AS gone
    FROM action_targets t WHERE t.action_id = ${actionId} AND ${inScope(scope, 't')}
      AND ${ids ? sql`t.id = ANY (${[...ids]}::bigint[])` : sql`t.state = ANY (${[...retryStates]}::text[])`}
    ORDER BY t.id FOR UPDATE`.execute(db)
  return rows
}

/**
 * Starts a new attempt in the name of the caller, with a new command id and the original waiting time. If it is unknown
 * what the device did, the id stays the same: the device starts a command only once per id.
 */
export function retry(context: ActionContext, userId: number, ids: readonly number[]): Promise<Moved[]> {
  const same = (kept: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
    sql`CASE WHEN ${isUnknown('t')} THEN ${kept} ELSE ${otherwise} END`
  return move(
    context,
    sql`UPDATE action_targets t SET state = 'queued', asked_by_id = ${userId},
          attempt = ${same(sql`attempt`, sql`attempt + 1`)}, step = ${same(sql`step`, sql`1`)},
          command_id = ${same(sql`command_id`, sql`NULL`)}, boot = ${same(sql`boot`, sql`NULL`)},
          outcome_unknown = ${isUnknown('t')},
          message = ${same(sql`${text('actions.outcome_unknown')}`, sql`${text('actions.waiting_again')}`)},
          node = NULL, lease_until = NULL, due_at = NULL, exit_code = NULL, output = NULL,
          sent_at = NULL, finished_at = NULL, expires_at = now() + a.waits * interval '1 second'
        FROM actions a
        WHERE t.id = ANY (${[...ids]}::bigint[]) AND a.id = t.action_id AND t.state = ANY (${[...retryStates]}::text[])
          AND ${systemScope('row resolved in scope before')}`,
  )
}
