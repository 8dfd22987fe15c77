import { type Text, text } from '@longreach/contract/i18n'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { type ActionContext, type ActionHandler, type ActionKinds, kindOf } from './kinds.ts'
import { stepOf } from './next-state.ts'
import {
  batch,
  byKind,
  type Devices,
  isDue,
  known,
  link,
  newCommandId,
  of,
  outdated,
  ready,
} from './queue-conditions.ts'
import { type Moved, move } from './steps.ts'

/** Seconds until an unanswered target is sent again. */
const askEvery = 30

/** Number of targets that this node has sent without an answer. */
export async function countUnanswered(db: Db, node: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM action_targets t WHERE node = ${node} AND state = 'sent' AND ${link}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Condition for queued targets `q` with link `s` that may be sent now: in order on each device, and none beside one
 * that writes.
 */
const sendable = (
  kinds: ActionKinds,
) => sql`may.still AND NOT ${outdated(kinds)} AND q.expires_at > now() AND ${isDue('q')}
  AND NOT (q.writes AND EXISTS (
    SELECT FROM action_targets o WHERE o.device_id = q.device_id AND o.writes AND o.state IN ('queued', 'sent', 'running')
      AND (o.state <> 'queued' OR (o.id < q.id AND ${isDue('o')}))))`

const isPaced = (kinds: ActionKinds) =>
  sql<boolean>`q.kind = ANY (${[...kinds.values()].filter(({ kind }) => kind.paced).map(({ name }) => name)}::text[])`

/** Oldest targets first. */
const inOrder = (kinds: ActionKinds, node: string, devices: Devices, limit: number) => sql`
  SELECT q.id, s.boot FROM ${ready(kinds, node, devices)} AND NOT ${isPaced(kinds)} AND ${sendable(kinds)}
  ORDER BY q.id LIMIT ${limit} FOR UPDATE OF q SKIP LOCKED`

/**
 * The first target of each action, then the second of each: an update of one device does not wait for one of thousands.
 */
const inTurn = (kinds: ActionKinds, node: string, devices: Devices, limit: number) => sql`
  SELECT q.id, f.boot FROM (
    SELECT DISTINCT q.action_id AS id FROM action_targets q
    WHERE q.state = 'queued' AND ${isPaced(kinds)} AND ${link}
  ) o CROSS JOIN LATERAL (
    SELECT q.id, s.boot, row_number() OVER (ORDER BY q.id) AS turn
    FROM ${ready(kinds, node, devices)} AND q.action_id = o.id AND ${sendable(kinds)}
    ORDER BY q.id LIMIT ${limit}
  ) f JOIN action_targets q ON q.id = f.id
  WHERE q.state = 'queued' AND ${link} ORDER BY f.turn, q.id LIMIT ${limit} FOR UPDATE OF q SKIP LOCKED`

/**
 * Claims at most `limit` targets that can be sent now to devices with a link on the node, either of paced kinds or of
 * the others. A device may have connected since targets that must not be sent were ended, so this checks again.
 */
export function claim(
  context: ActionContext,
  node: string,
  devices: Devices,
  { limit, paced }: { limit: number; paced: boolean },
): Promise<Moved[]> {
  const { db, kinds } = context
  const answers = byKind(kinds, 't', 'int', ({ kind }) => kind.steps[0].answers)
  // Whatever the device did under the old id is over.
  const restarted = sql`(t.outcome_unknown AND t.boot <> r.boot)`
  const next = (paced ? inTurn : inOrder)(kinds, node, devices, Math.min(limit, batch))
  return db.transaction().execute(async (tx) => {
    const moved = await move(
      { ...context, db: tx },
      // Materialized: a plan that runs it once for each target would claim more than the limit.
      sql`
      WITH r AS MATERIALIZED (${next})
      UPDATE action_targets t SET state = 'sent', message = ${text('actions.sent')}, node = ${node}, boot = r.boot,
        command_id = CASE WHEN ${restarted} THEN ${newCommandId(sql`''`)} ELSE coalesce(t.command_id, ${newCommandId(sql`''`)}) END,
        step = CASE WHEN ${restarted} THEN 1 ELSE t.step END, attempt = t.attempt + CASE WHEN ${restarted} THEN 1 ELSE 0 END,
        outcome_unknown = t.outcome_unknown AND NOT ${restarted},
        sent_at = now(), lease_until = now() + ${askEvery} * interval '1 second',
        due_at = now() + (${answers} + (SELECT a.seconds FROM actions a WHERE a.id = t.action_id)) * interval '1 second'
      FROM r
      WHERE t.id = r.id AND ${link}`,
    )
    await setOwnTimes(tx, kinds, moved)
    return moved
  })
}

/** Sets the time limit of claimed targets that are not at their first step, or whose steps depend on the action. */
async function setOwnTimes(tx: Db, kinds: ActionKinds, moved: readonly Moved[]): Promise<void> {
  const own = moved.filter(({ kind, step }) => step > 1 || kinds.get(kind)?.stepsOf)
  for (const rows of Map.groupBy(own, ({ action_id, step }) => `${action_id} ${step}`).values()) {
    const [{ kind, arg, step }] = rows as [Moved]
    const { answers } = stepOf(kindOf(kinds.get(kind) as ActionHandler, arg), step)
    await sql`
      UPDATE action_targets t SET due_at = sent_at + ${answers} * interval '1 second'
      WHERE id = ANY (${rows.map(({ id }) => id)}::bigint[]) AND ${link}`.execute(tx)
  }
}

/** Ends a claimed target that is not sent after all. */
export function endPrevented(context: ActionContext, id: number, message: Text): Promise<Moved[]> {
  return context.db.transaction().execute((tx) =>
    move(
      { ...context, db: tx },
      sql`UPDATE action_targets t SET state = 'failed', finished_at = now(), message = ${message}
          WHERE id = ${id} AND state = 'sent' AND ${link}`,
    ),
  )
}

/** Returns targets to the queue whose line was never written. */
export function giveBack(context: ActionContext, ids: readonly number[]): Promise<Moved[]> {
  return context.db.transaction().execute((tx) =>
    move(
      { ...context, db: tx },
      sql`UPDATE action_targets t SET state = 'queued', message = ${text('actions.waiting_online')}
            WHERE id = ANY (${[...ids]}::bigint[]) AND state = 'sent' AND ${link}`,
    ),
  )
}

type Repeat = Pick<Moved, 'id' | 'device_id' | 'kind' | 'step' | 'command_id' | 'boot' | 'arg' | 'seconds'>

/** Condition for urgent steps, such as confirming a change that a device otherwise takes back. */
function isUrgent(kinds: ActionKinds): RawBuilder<boolean> {
  const steps = [...kinds.values()].flatMap(({ name, kind }) =>
    kind.steps.flatMap(({ urgent }, at) => (urgent ? [{ name, step: at + 1 }] : [])),
  )
  return sql`(t.kind, t.step) IN (SELECT * FROM unnest(${steps.map(({ name }) => name)}::text[], ${steps.map(({ step }) => step)}::int[]))`
}

/** Urgent targets of devices with a link on the node, for a node that stops. */
export const askUrgent = (context: ActionContext, node: string): Promise<Repeat[]> =>
  askAgain(context, node, null, isUrgent(context.kinds))

/** Claims targets that were sent and not answered for a while, to be sent again under the same id. */
export async function askAgain(
  { db, kinds }: ActionContext,
  node: string,
  devices: Devices,
  which: RawBuilder<boolean> = sql`true`,
): Promise<Repeat[]> {
  const { rows } = await sql<Repeat>`
    UPDATE action_targets t SET lease_until = now() + ${askEvery} * interval '1 second', node = ${node}
    FROM actions a, device_session s
    WHERE t.id IN (
        SELECT id FROM action_targets t WHERE state IN ('sent', 'running') AND lease_until <= now() AND due_at > now() AND ${known(kinds, 't')}
          AND ${devices ? of(devices) : sql`node = ${node}`} AND ${which}
        ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)
      AND a.id = t.action_id AND s.device_id = t.device_id AND s.open AND s.node = ${node} AND ${link}
    RETURNING t.id, t.device_id, t.kind, t.step, t.command_id, t.boot, a.arg, a.seconds`.execute(db)
  return rows
}
