import { type ActionKindName, actionKinds } from '@longreach/contract/actions/constants'
import { linkTimes } from '@longreach/contract/link/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { userMay, userSees } from '../../db/user-rights.ts'
import { type Begun, type Happening, judge, statesBefore, type Verdict } from './machine.ts'
import { type Moved, move } from './steps.ts'

/** Devices a step concerns; null for all. */
type Devices = readonly number[] | null

/** Seconds until a device that has not answered is asked again. */
const askEvery = 30
/** Rows one statement takes. */
const batch = 200

const link = systemScope('link of the device itself')
const job = systemScope('background job')
const of = (devices: Devices) => (devices ? sql`t.device_id = ANY (${[...devices]}::bigint[])` : sql`true`)

/** A property of the kinds, as an expression over the column `kind` of the table with that alias. */
function byKind<Value>(alias: string, type: 'int' | 'text', of: (kind: ActionKindName) => Value): RawBuilder<Value> {
  const cases = (Object.keys(actionKinds) as ActionKindName[]).map(
    (kind) => sql`WHEN ${kind} THEN ${of(kind)}::${sql.raw(type)}`,
  )
  return sql`CASE ${sql.ref(`${alias}.kind`)} ${sql.join(cases, sql` `)} END`
}

/** What waits for devices with a link on the node, whoever asked for it, with what they may now. */
const ready = (node: string, devices: Devices) => sql`
  action_targets q
  JOIN device_session s ON s.device_id = q.device_id AND s.open AND s.node = ${node}
  JOIN devices d ON d.id = q.device_id
  LEFT JOIN users u ON u.id = q.asked_by_id
  LEFT JOIN companies c ON c.id = u.company_id
  CROSS JOIN LATERAL (
    SELECT coalesce(${userMay(byKind('q', 'text', (kind): string => actionKinds[kind].permission))} AND ${userSees('d')}, false)
  ) may (still)
  WHERE q.state = 'queued' AND ${devices ? sql`q.device_id = ANY (${[...devices]}::bigint[])` : sql`true`}`

/** Whether what waits would bring an agent that a server of this version does not offer any more. */
const replaced = (version: string) =>
  sql`(q.kind = 'update_agent' AND (SELECT a.arg FROM actions a WHERE a.id = q.action_id) <> ${version})`

/** How much this node has sent and heard nothing of. */
export async function countUnanswered(db: Db, node: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM action_targets t WHERE node = ${node} AND state = 'sent' AND ${link}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Takes what may be sent now to devices with a link on the node: in order on a device, nothing beside one that writes.
 * A device may have come since what is not to be sent was ended, so that this looks for itself.
 */
export function claim(db: Db, node: string, devices: Devices, limit: number, version: string): Promise<Moved[]> {
  return db.transaction().execute((tx) =>
    move(
      tx,
      sql`
      UPDATE action_targets t SET state = 'sent', message = 'Sent to the device', node = ${node}, boot = r.boot,
        command_id = coalesce(t.command_id, 'a' || t.id || '_' || t.attempt || '_' || substr(md5(random()::text), 1, 6)),
        sent_at = now(), lease_until = now() + ${askEvery} * interval '1 second',
        due_at = now() + (${byKind('t', 'int', (kind): number => actionKinds[kind].answers)} + r.seconds) * interval '1 second'
      FROM (
        SELECT q.id, s.boot, (SELECT a.seconds FROM actions a WHERE a.id = q.action_id) FROM ${ready(node, devices)}
          AND may.still AND NOT ${replaced(version)} AND q.expires_at > now() AND NOT (q.writes AND EXISTS (
            SELECT FROM action_targets o WHERE o.device_id = q.device_id AND o.writes AND o.state IN ('queued', 'sent', 'running')
              AND (o.state <> 'queued' OR o.id < q.id)))
        ORDER BY q.id LIMIT ${Math.min(limit, batch)} FOR UPDATE OF q SKIP LOCKED
      ) r
      WHERE t.id = r.id AND ${link}`,
    ),
  )
}

/** Ends what was about to be sent for somebody who lost the right to it while it waited. */
export function endForbidden(db: Db, node: string, devices: Devices): Promise<Moved[]> {
  return db.transaction().execute((tx) =>
    move(
      tx,
      sql`
      UPDATE action_targets t SET state = 'failed', finished_at = now(),
        message = 'Not sent: who asked for it may not do this any more'
      WHERE t.id IN (
        SELECT q.id FROM ${ready(node, devices)} AND NOT may.still
        ORDER BY q.id LIMIT ${batch} FOR UPDATE OF q SKIP LOCKED) AND ${link}`,
    ),
  )
}

/** Ends what waits to bring devices of the node an agent that this server does not offer any more. */
export function endReplaced(db: Db, node: string, devices: Devices, version: string): Promise<Moved[]> {
  return db.transaction().execute((tx) =>
    move(
      tx,
      sql`
      UPDATE action_targets t SET state = 'failed', finished_at = now(),
        message = ${`Not sent: the server offers agent ${version} by now; begin the update again`}
      WHERE t.id IN (
        SELECT q.id FROM ${ready(node, devices)} AND ${replaced(version)}
        ORDER BY q.id LIMIT ${batch} FOR UPDATE OF q SKIP LOCKED) AND ${link}`,
    ),
  )
}

/** The line was never written: it waits again. */
export function giveBack(db: Db, ids: readonly number[]): Promise<Moved[]> {
  return db.transaction().execute((tx) =>
    move(
      tx,
      sql`UPDATE action_targets t SET state = 'queued', message = 'The link to the device had just ended; waiting for the next'
            WHERE id = ANY (${[...ids]}::bigint[]) AND state = 'sent' AND ${link}`,
    ),
  )
}

type Repeat = Pick<Moved, 'id' | 'device_id' | 'kind' | 'command_id' | 'boot' | 'arg' | 'seconds'>

/** What was sent and not answered for a while, to be sent again under the same id. */
export async function askAgain(db: Db, node: string, devices: Devices): Promise<Repeat[]> {
  const { rows } = await sql<Repeat>`
    UPDATE action_targets t SET lease_until = now() + ${askEvery} * interval '1 second', node = ${node}
    FROM actions a, device_session s
    WHERE t.id IN (
        SELECT id FROM action_targets t WHERE state IN ('sent', 'running') AND lease_until <= now() AND due_at > now()
          AND ${devices ? of(devices) : sql`node = ${node}`}
        ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)
      AND a.id = t.action_id AND s.device_id = t.device_id AND s.open AND s.node = ${node} AND ${link}
    RETURNING t.id, t.device_id, t.kind, t.command_id, t.boot, a.arg, a.seconds`.execute(db)
  return rows
}

interface BegunRow extends Begun {
  id: number
  boot_now: string | null
  agent_now: string | null
  online: boolean
  waited: number
}

/** What a device runs now. */
const now = (row: BegunRow) => ({ boot: row.boot_now ?? row.boot, agent: row.agent_now })

/** Locks what was sent and not ended, asks of each what a happening means for it, and does that. */
async function decide(
  db: Db,
  which: RawBuilder<unknown>,
  happening: (row: BegunRow) => Happening,
): Promise<{ moved: Moved[]; unmoved: number[] }> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<BegunRow>`
      SELECT t.id, t.kind, t.state, t.boot, a.arg, s.boot AS boot_now, d.agent_version AS agent_now,
        coalesce(s.open, false) AS online, extract(epoch FROM now() - t.sent_at)::int AS waited
      FROM action_targets t JOIN actions a ON a.id = t.action_id
      LEFT JOIN device_session s ON s.device_id = t.device_id LEFT JOIN devices d ON d.id = t.device_id
      WHERE t.state IN ('sent', 'running') AND ${which} AND ${link} ORDER BY t.id FOR UPDATE OF t`.execute(tx)
    const moved: Moved[] = []
    const unmoved: number[] = []
    for (const row of rows) {
      const verdict = judge(row, happening(row))
      if (verdict) moved.push(...(await apply(tx, row.id, verdict)))
      else unmoved.push(row.id)
    }
    return { moved, unmoved }
  })
}

function apply(db: Db, id: number, verdict: Verdict): Promise<Moved[]> {
  const { state, message, exit = null, output = null } = verdict
  return move(
    db,
    sql`UPDATE action_targets t SET state = ${state}, message = ${message}, exit_code = ${exit}, output = ${output},
          finished_at = ${state === 'running' ? sql`NULL` : sql`now()`}
        WHERE id = ${id} AND state = ANY (${statesBefore(state)}::text[]) AND ${link}`,
  )
}

/** Whether anything is under way on the device: mostly not, and devices come and go by thousands. */
async function hasBegun(db: Db, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM action_targets t WHERE device_id = ${deviceId} AND state IN ('sent', 'running') AND ${link} LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

/** The device is there again: what was under way has ended by that, or is asked for at once. */
export async function helloAgain(
  db: Db,
  deviceId: number,
  hello: Omit<Happening & { what: 'hello' }, 'what'>,
  node: string,
): Promise<Moved[]> {
  if (!(await hasBegun(db, deviceId))) return []
  const { moved, unmoved } = await decide(db, sql`t.device_id = ${deviceId}`, () => ({
    what: 'hello',
    ...hello,
  }))
  if (unmoved.length > 0)
    await sql`
      UPDATE action_targets t SET node = ${node}, lease_until = now()
      WHERE id = ANY (${unmoved}::bigint[]) AND ${link}`.execute(db)
  return moved
}

/** The same for all devices of the node: a hello may have been lost on its way here. */
export async function settleRestarted(db: Db, node: string): Promise<Moved[]> {
  const which = sql`t.node = ${node} AND t.writes AND s.open AND s.node = ${node} AND s.boot <> t.boot`
  return (await decide(db, which, (row) => ({ what: 'hello', ...now(row), trial: false }))).moved
}

export async function wentAway(db: Db, deviceId: number): Promise<Moved[]> {
  if (!(await hasBegun(db, deviceId))) return []
  return (await decide(db, sql`t.device_id = ${deviceId}`, () => ({ what: 'gone' }))).moved
}

export async function takeAnswer(
  db: Db,
  deviceId: number,
  commandId: string,
  answer: Pick<Happening & { what: 'result' }, 'state' | 'exit' | 'text'>,
): Promise<Moved[]> {
  const which = sql`t.device_id = ${deviceId} AND t.command_id = ${commandId}`
  const { moved } = await decide(db, which, (row) => ({ what: 'result', ...answer, ...now(row) }))
  return moved
}

/** Ends what was awaited too long. */
export async function endOverdue(db: Db): Promise<Moved[]> {
  const late = sql`t.id IN (
    SELECT id FROM action_targets t WHERE state IN ('sent', 'running') AND due_at <= now() AND ${job}
    ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)`
  const { moved } = await decide(db, late, (row) => ({ what: 'overdue', online: row.online, seconds: row.waited }))
  return moved
}

/** Ends what waited for its device until its time was over. */
export function expireQueued(db: Db): Promise<Moved[]> {
  return db.transaction().execute((tx) =>
    move(
      tx,
      sql`
      UPDATE action_targets t SET state = 'expired', finished_at = now(), message = CASE
        WHEN EXISTS (SELECT FROM device_session s WHERE s.device_id = t.device_id AND s.open)
        THEN 'Its time was over before what came first on the device had ended'
        ELSE 'The device did not come online in time' END
      WHERE t.id IN (
        SELECT id FROM action_targets t WHERE state = 'queued' AND expires_at <= now() AND ${job}
        ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
    ),
  )
}

/** After a pause of the node its devices get the time they may take to come back before anything is given up. */
export async function allowReturn(db: Db, node: string): Promise<void> {
  await sql`
    UPDATE action_targets t SET due_at = greatest(due_at, now() + ${linkTimes.retryMax + 60} * interval '1 second')
    WHERE node = ${node} AND state IN ('sent', 'running') AND ${job}`.execute(db)
}

/** What was under way on devices that are deleted now. */
export function endDeleted(db: Db, devices: readonly number[]): Promise<Moved[]> {
  return move(
    db,
    sql`UPDATE action_targets t SET state = 'failed', finished_at = now(), message = 'The device was deleted'
        WHERE ${of(devices)} AND state IN ('queued', 'sent', 'running') AND ${job}`,
  )
}
