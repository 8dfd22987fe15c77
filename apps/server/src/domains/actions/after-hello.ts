import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { ActionContext } from './kinds.ts'
import { type Observation, underWay } from './next-state.ts'
import { isPatient, returnWithin } from './overdue.ts'
import { link } from './queue-conditions.ts'
import type { Moved } from './steps.ts'
import { now, storeOutcomes } from './store-outcome.ts'

/** Checks for targets in progress on the device. There are mostly none, and devices connect by the thousand. */
async function hasStarted(db: Db, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM action_targets t WHERE device_id = ${deviceId} AND state IN ('sent', 'running') AND ${link} LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The device is back: its targets in progress have ended with that, or their results are requested now. */
export async function helloAgain(
  context: ActionContext,
  deviceId: number,
  hello: Omit<Observation & { what: 'hello' }, 'what'>,
  node: string,
): Promise<Moved[]> {
  if (!(await hasStarted(context.db, deviceId))) return []
  const { moved, unmoved } = await storeOutcomes(context, sql`t.device_id = ${deviceId}`, () => ({
    what: 'hello',
    ...hello,
  }))
  if (unmoved.length > 0)
    await sql`
      UPDATE action_targets t SET node = ${node}, lease_until = now(),
        due_at = CASE WHEN ${isPatient(context.kinds)}
          THEN greatest(due_at, least(expires_at, now() + ${returnWithin} * interval '1 second')) ELSE due_at END
      WHERE id = ANY (${unmoved}::bigint[]) AND ${link}`.execute(context.db)
  return moved
}

/** Like `helloAgain`, for all devices of the node: a hello may have been missed. */
export async function settleRestarted(context: ActionContext, node: string): Promise<Moved[]> {
  const which = sql`t.node = ${node} AND t.writes AND s.open AND s.node = ${node} AND s.boot <> t.boot`
  return (await storeOutcomes(context, which, (row) => ({ what: 'hello', ...now(row), trial: false }))).moved
}

export async function disconnected(context: ActionContext, deviceId: number): Promise<Moved[]> {
  if (!(await hasStarted(context.db, deviceId))) return []
  return (await storeOutcomes(context, sql`t.device_id = ${deviceId}`, () => ({ what: 'gone' }))).moved
}

export async function takeAnswer(
  context: ActionContext,
  deviceId: number,
  commandId: string,
  answer: Pick<Observation & { what: 'result' }, 'state' | 'exit' | 'text'>,
): Promise<Moved[]> {
  const which = sql`t.device_id = ${deviceId} AND t.command_id = ${commandId}`
  const { moved } = await storeOutcomes(context, which, (row) => ({ what: 'result', ...answer, ...now(row) }))
  if (moved.length === 0 && answer.text !== underWay) await noteLateAnswer(context.db, deviceId, commandId, answer.exit)
  return moved
}

/** The outcome is known after all, but too late to count for the attempt. */
async function noteLateAnswer(db: Db, deviceId: number, commandId: string, exit: number): Promise<void> {
  await sql`
    UPDATE action_targets t SET outcome_unknown = false, exit_code = ${exit}, message = ${text('actions.answered_late', { code: exit })}
    WHERE device_id = ${deviceId} AND command_id = ${commandId} AND state = 'failed' AND outcome_unknown AND ${link}`.execute(
    db,
  )
}
