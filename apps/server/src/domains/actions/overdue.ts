import { linkTimes } from '@longreach/contract/link/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { ActionContext, ActionKinds } from './kinds.ts'
import { batch, job } from './queue-conditions.ts'
import { type Moved, move } from './steps.ts'
import { storeOutcomes } from './store-outcome.ts'

/** Condition for targets `t` that do not become overdue while their device is offline. */
export function isPatient(kinds: ActionKinds): RawBuilder<boolean> {
  const handlers = [...kinds.values()]
  const always = handlers.filter(({ kind }) => kind.patient).map(({ name }) => name)
  const pairs = handlers.flatMap(({ name, patientWith = [] }) => patientWith.map((arg) => ({ name, arg })))
  return sql<boolean>`(t.kind = ANY (${always}::text[]) OR EXISTS (
    SELECT FROM unnest(${pairs.map(({ name }) => name)}::text[], ${pairs.map(({ arg }) => arg)}::text[]) AS p (kind, arg)
    JOIN actions o ON o.id = t.action_id AND o.arg = p.arg WHERE p.kind = t.kind))`
}

/** Seconds within which a device that is back answers an earlier command, or executes it. */
export const returnWithin = 600

type Awaited = Pick<Moved, 'id' | 'kind' | 'step' | 'message' | 'arg'>

/**
 * Extends the time limit of patient targets on offline devices, at most until the waiting time of the action has
 * passed.
 */
export function awaitReturn(context: ActionContext): Promise<Moved[]> {
  const { kinds } = context
  return context.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Awaited>`
      UPDATE action_targets t SET due_at = least(t.expires_at, now() + ${returnWithin} * interval '1 second')
      FROM actions a
      WHERE t.id IN (
          SELECT id FROM action_targets t
          WHERE state IN ('sent', 'running') AND due_at <= now() AND expires_at > now() AND ${isPatient(kinds)}
            AND NOT EXISTS (SELECT FROM device_session s WHERE s.device_id = t.device_id AND s.open) AND ${job}
          ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)
        AND a.id = t.action_id
      RETURNING t.id, t.kind, t.step, t.message, a.arg`.execute(tx)
    const moved: Moved[] = []
    for (const { id, kind, step, message, arg } of rows) {
      const shown = kinds.get(kind)?.unheard?.(arg, step) ?? message
      if (shown === message) continue
      const update = sql`UPDATE action_targets t SET state = 'running', message = ${shown} WHERE id = ${id} AND ${job}`
      moved.push(...(await move({ ...context, db: tx }, update)))
    }
    return moved
  })
}

/** Ends targets whose answer is overdue. */
export async function endOverdue(context: ActionContext): Promise<Moved[]> {
  const overdue = sql`t.id IN (
    SELECT id FROM action_targets t WHERE state IN ('sent', 'running') AND due_at <= now() AND ${job}
    ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)`
  const { moved } = await storeOutcomes(context, overdue, (row) => ({
    what: 'overdue',
    online: row.online,
    seconds: Math.round(row.waited),
  }))
  return moved
}

/** After a pause of the node, gives its devices the time they may need to come back before any target is given up. */
export async function allowReturn(db: Db, node: string): Promise<void> {
  await sql`
    UPDATE action_targets t SET due_at = greatest(due_at, now() + ${linkTimes.retryMax + 60} * interval '1 second')
    WHERE node = ${node} AND state IN ('sent', 'running') AND ${job}`.execute(db)
}
