import type { ActionKind } from '@longreach/contract/actions/kinds'
import { type Text, text } from '@longreach/contract/i18n'
import { linkTimes } from '@longreach/contract/link/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { userMay, userSees } from '../../db/user-rights.ts'
import { type ActionContext, type ActionHandler, type ActionKinds, type Concluded, kindOf } from './kinds.ts'
import { type NextState, nextState, type Observation, type Started, statesBefore, stepOf } from './next-state.ts'
import { type Moved, move } from './steps.ts'

/** Devices a step applies to; null for all. */
type Devices = readonly number[] | null

/** Seconds until an unanswered target is sent again. */
const askEvery = 30
/** Maximum rows per statement. */
const batch = 200

const link = systemScope('link of the device itself')
const job = systemScope('background job')
const of = (devices: Devices) => (devices ? sql`t.device_id = ANY (${[...devices]}::bigint[])` : sql`true`)

/** A property of the kinds, as an expression over the column `kind` of the table with that alias; null for unknown kinds. */
function byKind<Value>(
  kinds: ActionKinds,
  alias: string,
  type: 'int' | 'text',
  of: (handler: ActionHandler) => Value,
): RawBuilder<Value> {
  const cases = [...kinds.values()].map((handler) => sql`WHEN ${handler.name} THEN ${of(handler)}::${sql.raw(type)}`)
  return sql`CASE ${sql.ref(`${alias}.kind`)} ${sql.join(cases, sql` `)} END`
}

/** Kinds of a newer release are left to its nodes. */
const known = (kinds: ActionKinds, alias: string) =>
  sql`${sql.ref(`${alias}.kind`)} = ANY (${[...kinds.keys()]}::text[])`

const newCommandId = (step: RawBuilder<unknown>) =>
  sql`'a' || t.id || '_' || t.attempt || '_' || ${step} || substr(md5(random()::text), 1, 6)`

/**
 * Queued targets of devices with a link on the node, with the current permissions of the user who asked. What the server
 * has started by itself needs none.
 */
const ready = (kinds: ActionKinds, node: string, devices: Devices) => sql`
  action_targets q
  JOIN device_session s ON s.device_id = q.device_id AND s.open AND s.node = ${node}
  JOIN devices d ON d.id = q.device_id
  LEFT JOIN users u ON u.id = q.asked_by_id
  LEFT JOIN companies c ON c.id = u.company_id
  CROSS JOIN LATERAL (
    SELECT coalesce(${userMay(byKind(kinds, 'q', 'text', ({ kind }): string => kind.permission))} AND ${userSees('d')}, false)
      OR (q.asked_by_id IS NULL AND EXISTS (SELECT FROM actions o WHERE o.id = q.action_id AND o.origin = 'config_drift'))
  ) may (still)
  WHERE q.state = 'queued' AND ${known(kinds, 'q')} AND ${devices ? sql`q.device_id = ANY (${[...devices]}::bigint[])` : sql`true`}`

/** Whether a queued target would bring a device something this server does not offer any more, or has not stored. */
function outdated(kinds: ActionKinds): RawBuilder<boolean> {
  const current = byKind(kinds, 'q', 'text', ({ argument }) => argument?.() ?? null)
  const named = (from: string) => [...kinds.values()].filter(takes(from)).map(({ name }) => name)
  const [secret, file] = [named('secret'), named('file')]
  return sql<boolean>`(coalesce((SELECT a.arg FROM actions a WHERE a.id = q.action_id) <> ${current}, false)
    OR (q.kind = ANY (${file}::text[]) AND (SELECT a.file_id FROM actions a WHERE a.id = q.action_id) IS NULL)
    OR (q.kind = ANY (${secret}::text[]) AND NOT EXISTS (SELECT FROM action_secrets x WHERE x.target_id = q.id)))`
}

const takes =
  (from: string) =>
  ({ kind }: ActionHandler): boolean =>
    kind.argument?.from === from

/** Whether targets of the action `a` may be sent now. */
const due = sql<boolean>`(NOT a.paused AND coalesce(a.not_before <= now(), true) AND coalesce(within_hours(a.hours, now()), true))`
const isDue = (alias: string) =>
  sql<boolean>`EXISTS (SELECT FROM actions a WHERE a.id = ${sql.ref(`${alias}.action_id`)} AND ${due})`

/** How many targets this node has sent without an answer. */
export async function countUnanswered(db: Db, node: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM action_targets t WHERE node = ${node} AND state = 'sent' AND ${link}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Claims what can be sent now to devices with a link on the node: in order on a device, and nothing beside one that
 * writes. A device may have connected since targets that must not be sent were ended, so this checks again.
 */
export function claim(context: ActionContext, node: string, devices: Devices, limit: number): Promise<Moved[]> {
  const { db, kinds } = context
  const answers = byKind(kinds, 't', 'int', ({ kind }) => kind.steps[0].answers)
  return db.transaction().execute(async (tx) => {
    const moved = await move(
      { ...context, db: tx },
      sql`
      UPDATE action_targets t SET state = 'sent', message = ${text('actions.sent')}, node = ${node}, boot = r.boot,
        command_id = coalesce(t.command_id, ${newCommandId(sql`''`)}),
        sent_at = now(), lease_until = now() + ${askEvery} * interval '1 second',
        due_at = now() + (${answers} + r.seconds) * interval '1 second'
      FROM (
        SELECT q.id, s.boot, (SELECT a.seconds FROM actions a WHERE a.id = q.action_id) FROM ${ready(kinds, node, devices)}
          AND may.still AND NOT ${outdated(kinds)} AND q.expires_at > now() AND ${isDue('q')} AND NOT (q.writes AND EXISTS (
            SELECT FROM action_targets o WHERE o.device_id = q.device_id AND o.writes AND o.state IN ('queued', 'sent', 'running')
              AND (o.state <> 'queued' OR (o.id < q.id AND ${isDue('o')}))))
        ORDER BY q.id LIMIT ${Math.min(limit, batch)} FOR UPDATE OF q SKIP LOCKED
      ) r
      WHERE t.id = r.id AND ${link}`,
    )
    await setOwnTimes(tx, kinds, moved)
    return moved
  })
}

/** When claimed targets are overdue whose steps are those of their action. */
async function setOwnTimes(tx: Db, kinds: ActionKinds, moved: readonly Moved[]): Promise<void> {
  const own = moved.filter(({ kind }) => kinds.get(kind)?.stepsOf)
  for (const rows of Map.groupBy(own, ({ action_id, step }) => `${action_id} ${step}`).values()) {
    const [{ kind, arg, step }] = rows as [Moved]
    const { answers } = stepOf(kindOf(kinds.get(kind) as ActionHandler, arg), step)
    await sql`
      UPDATE action_targets t SET due_at = sent_at + ${answers} * interval '1 second'
      WHERE id = ANY (${rows.map(({ id }) => id)}::bigint[]) AND ${link}`.execute(tx)
  }
}

/** Ends queued targets whose user lost the permission while they waited. */
export function endForbidden(context: ActionContext, node: string, devices: Devices): Promise<Moved[]> {
  const { db, kinds } = context
  return db.transaction().execute((tx) =>
    move(
      { ...context, db: tx },
      sql`
      UPDATE action_targets t SET state = 'failed', finished_at = now(),
        message = ${text('actions.forbidden')}
      WHERE t.id IN (
        SELECT q.id FROM ${ready(kinds, node, devices)} AND NOT may.still
        ORDER BY q.id LIMIT ${batch} FOR UPDATE OF q SKIP LOCKED) AND ${link}`,
    ),
  )
}

/** Ends queued targets that would bring devices of the node something this server does not offer any more. */
export function endOutdated(context: ActionContext, node: string, devices: Devices): Promise<Moved[]> {
  const { db, kinds } = context
  const message = byKind(kinds, 't', 'text', (handler) => outdatedMessage(handler))
  return db.transaction().execute((tx) =>
    move(
      { ...context, db: tx },
      sql`
      UPDATE action_targets t SET state = 'failed', finished_at = now(), message = ${message}
      WHERE t.id IN (
        SELECT q.id FROM ${ready(kinds, node, devices)} AND ${outdated(kinds)}
        ORDER BY q.id LIMIT ${batch} FOR UPDATE OF q SKIP LOCKED) AND ${link}`,
    ),
  )
}

function outdatedMessage(handler: ActionHandler): Text {
  if (takes('secret')(handler)) return text('actions.password_wiped')
  if (takes('file')(handler)) return text('actions.file_deleted')
  const { argument, outdated } = handler
  return (argument && outdated?.(argument())) ?? text('actions.outdated')
}

/** Ends a target that was claimed and is not sent after all. */
export function endPrevented(context: ActionContext, id: number, message: Text): Promise<Moved[]> {
  return context.db.transaction().execute((tx) =>
    move(
      { ...context, db: tx },
      sql`UPDATE action_targets t SET state = 'failed', finished_at = now(), message = ${message}
          WHERE id = ${id} AND state = 'sent' AND ${link}`,
    ),
  )
}

/** The line was never written: it is queued again. */
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

/** Targets sent and not answered for a while, to be sent again under the same id. */
export async function askAgain({ db, kinds }: ActionContext, node: string, devices: Devices): Promise<Repeat[]> {
  const { rows } = await sql<Repeat>`
    UPDATE action_targets t SET lease_until = now() + ${askEvery} * interval '1 second', node = ${node}
    FROM actions a, device_session s
    WHERE t.id IN (
        SELECT id FROM action_targets t WHERE state IN ('sent', 'running') AND lease_until <= now() AND due_at > now() AND ${known(kinds, 't')}
          AND ${devices ? of(devices) : sql`node = ${node}`}
        ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)
      AND a.id = t.action_id AND s.device_id = t.device_id AND s.open AND s.node = ${node} AND ${link}
    RETURNING t.id, t.device_id, t.kind, t.step, t.command_id, t.boot, a.arg, a.seconds`.execute(db)
  return rows
}

interface StartedRow extends Concluded {
  kind: string
  state: Started['state']
  boot: string
  message: string
  boot_now: string | null
  agent_now: string | null
  firmware_now: string | null
  online: boolean
  /** Whether its next step may be sent now. */
  due: boolean
}

/** What a device runs now. */
const now = (row: StartedRow) => ({
  boot: row.boot_now ?? row.boot,
  agent: row.agent_now,
  firmware: row.firmware_now,
})

/** Locks targets that were sent and have not ended, derives the outcome of an observation for each, and writes it. */
async function decide(
  context: ActionContext,
  which: RawBuilder<unknown>,
  observe: (row: StartedRow) => Observation,
): Promise<{ moved: Moved[]; unmoved: number[] }> {
  const { kinds } = context
  return context.db.transaction().execute(async (tx) => {
    const { rows } = await sql<StartedRow>`
      SELECT t.id, t.device_id, t.command_id, t.kind, t.state, t.attempt, t.step, t.boot, t.message, a.arg, s.boot AS boot_now,
        d.agent_version AS agent_now, d.firmware AS firmware_now,
        coalesce(s.open, false) AS online, extract(epoch FROM now() - t.sent_at)::float AS waited, ${due} AS due
      FROM action_targets t JOIN actions a ON a.id = t.action_id
      LEFT JOIN device_session s ON s.device_id = t.device_id LEFT JOIN devices d ON d.id = t.device_id
      WHERE t.state IN ('sent', 'running') AND ${known(kinds, 't')} AND ${which} AND ${link} ORDER BY t.id FOR UPDATE OF t`.execute(
      tx,
    )
    const moved: Moved[] = []
    const unmoved: number[] = []
    for (const row of rows) {
      const handler = kinds.get(row.kind)
      const kind = handler && kindOf(handler, row.arg)
      const next = kind && (await concluded(tx, handler, row, kind, observe(row)))
      if (next) moved.push(...(await apply({ ...context, db: tx }, row, kind, next)))
      else unmoved.push(row.id)
    }
    return { moved, unmoved }
  })
}

/** What follows an observation, unless the handler knows better. */
async function concluded(
  tx: Db,
  { verify, conclude }: ActionHandler,
  row: StartedRow,
  kind: ActionKind,
  observation: Observation,
): Promise<NextState | undefined> {
  const next = nextState({ ...row, kind }, observation)
  if (!next || (next.state === 'running' && next.step === undefined)) return next
  if (conclude) return conclude(tx, row, next, observation)
  if (!verify || next.state === 'failed') return next
  const message = await verify(tx, row, row.step)
  return message === undefined ? next : { state: 'failed', message }
}

/** Returns a target to the queue, to be sent again from a step. */
const again = (id: number, step: number, message: Text) =>
  sql`UPDATE action_targets t SET state = 'queued', step = ${step}, command_id = NULL, message = ${message}
      WHERE id = ${id} AND state = ANY (${statesBefore('queued')}::text[]) AND ${link}`

function apply(context: ActionContext, row: StartedRow, kind: ActionKind, next: NextState): Promise<Moved[]> {
  const { state, message, step, exit = null, output = null } = next
  const goesOn = context.kinds.get(row.kind)?.stepsOf !== undefined
  // Its hours have ended, or it was paused: it starts again later, or goes on where its steps are its own. Devices still
  // have what the first steps brought them.
  if (step !== undefined && !row.due && !stepOf(kind, step).urgent)
    return move(context, again(row.id, goesOn ? step : 1, text('actions.waiting_hours')))
  if (state === 'queued') return move(context, again(row.id, 1, message))
  const { answers } = stepOf(kind, step ?? row.step)
  // The next step is sent like a retry: immediately, and under a new id.
  const advance =
    step === undefined
      ? sql``
      : sql`step = ${step}, boot = ${now(row).boot}, sent_at = now(), lease_until = now(),
          command_id = ${newCommandId(sql`${String(step)} || '_'`)},
          due_at = now() + (${answers} + (SELECT a.seconds FROM actions a WHERE a.id = t.action_id)) * interval '1 second',`
  return move(
    context,
    sql`UPDATE action_targets t SET state = ${state}, ${advance} message = ${message}, exit_code = ${exit}, output = ${output},
          finished_at = ${state === 'running' ? sql`NULL` : sql`now()`}
        WHERE id = ${row.id} AND state = ANY (${statesBefore(state)}::text[]) AND ${link}`,
  )
}

/** Whether anything is in progress on the device: mostly not, and devices come and go by the thousand. */
async function hasStarted(db: Db, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM action_targets t WHERE device_id = ${deviceId} AND state IN ('sent', 'running') AND ${link} LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The device is back: what was in progress has ended with that, or its result is requested now. */
export async function helloAgain(
  context: ActionContext,
  deviceId: number,
  hello: Omit<Observation & { what: 'hello' }, 'what'>,
  node: string,
): Promise<Moved[]> {
  if (!(await hasStarted(context.db, deviceId))) return []
  const { moved, unmoved } = await decide(context, sql`t.device_id = ${deviceId}`, () => ({
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

/** The same for all devices of the node: a hello may have been missed. */
export async function settleRestarted(context: ActionContext, node: string): Promise<Moved[]> {
  const which = sql`t.node = ${node} AND t.writes AND s.open AND s.node = ${node} AND s.boot <> t.boot`
  return (await decide(context, which, (row) => ({ what: 'hello', ...now(row), trial: false }))).moved
}

export async function disconnected(context: ActionContext, deviceId: number): Promise<Moved[]> {
  if (!(await hasStarted(context.db, deviceId))) return []
  return (await decide(context, sql`t.device_id = ${deviceId}`, () => ({ what: 'gone' }))).moved
}

export async function takeAnswer(
  context: ActionContext,
  deviceId: number,
  commandId: string,
  answer: Pick<Observation & { what: 'result' }, 'state' | 'exit' | 'text'>,
): Promise<Moved[]> {
  const which = sql`t.device_id = ${deviceId} AND t.command_id = ${commandId}`
  const { moved } = await decide(context, which, (row) => ({ what: 'result', ...answer, ...now(row) }))
  return moved
}

/** Whether a target `t` does not become overdue while its device is offline. */
function isPatient(kinds: ActionKinds): RawBuilder<boolean> {
  const handlers = [...kinds.values()]
  const always = handlers.filter(({ kind }) => kind.patient).map(({ name }) => name)
  const pairs = handlers.flatMap(({ name, patientWith = [] }) => patientWith.map((arg) => ({ name, arg })))
  return sql<boolean>`(t.kind = ANY (${always}::text[]) OR EXISTS (
    SELECT FROM unnest(${pairs.map(({ name }) => name)}::text[], ${pairs.map(({ arg }) => arg)}::text[]) AS p (kind, arg)
    JOIN actions o ON o.id = t.action_id AND o.arg = p.arg WHERE p.kind = t.kind))`
}

/** Seconds in which a device that is back answers what it was sent before, or does it now. */
const returnWithin = 600

type Awaited = Pick<Moved, 'id' | 'kind' | 'step' | 'message' | 'arg'>

/** Gives devices that are offline longer for what is patient, until the time it may wait has passed. */
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
  const { moved } = await decide(context, overdue, (row) => ({
    what: 'overdue',
    online: row.online,
    seconds: Math.round(row.waited),
  }))
  return moved
}

/** Ends targets that waited for their device for too long. */
export function expireQueued(context: ActionContext): Promise<Moved[]> {
  return context.db.transaction().execute((tx) =>
    move(
      { ...context, db: tx },
      sql`
      UPDATE action_targets t SET state = 'expired', finished_at = now(), message = CASE
        WHEN EXISTS (SELECT FROM device_session s WHERE s.device_id = t.device_id AND s.open)
        THEN ${text('actions.expired_queued')}
        ELSE ${text('actions.expired_offline')} END
      WHERE t.id IN (
        SELECT id FROM action_targets t WHERE state = 'queued' AND expires_at <= now() AND ${job}
        ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
    ),
  )
}

/** After a pause of the node its devices get the time they may need to come back before anything is given up. */
export async function allowReturn(db: Db, node: string): Promise<void> {
  await sql`
    UPDATE action_targets t SET due_at = greatest(due_at, now() + ${linkTimes.retryMax + 60} * interval '1 second')
    WHERE node = ${node} AND state IN ('sent', 'running') AND ${job}`.execute(db)
}

/** Targets in progress on devices that are deleted now. */
export function endDeleted(context: ActionContext, devices: readonly number[]): Promise<Moved[]> {
  return move(
    context,
    sql`UPDATE action_targets t SET state = 'failed', finished_at = now(), message = ${text('actions.device_deleted')}
        WHERE ${of(devices)} AND state IN ('queued', 'sent', 'running') AND ${job}`,
  )
}
