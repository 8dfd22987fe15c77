import { isActive, type TargetState, targetStates } from '@longreach/contract/actions/constants'
import type { listActions } from '@longreach/contract/actions/endpoints'
import { actionTitle, findActionKind } from '@longreach/contract/actions/kinds'
import type { Action, PendingAction, Target, TargetDetails } from '@longreach/contract/actions/schemas'
import type { QueryOf } from '@longreach/contract/endpoint'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inHistory, type Scope } from '../../db/scope.ts'
import type { Session } from '../../endpoint/session.ts'

/** Lists do not count beyond this. */
const countCap = 1000

/** The caller: devices in reach, own channels, and arguments and outputs only of kinds the caller may start. */
export type Reader = Pick<Session, 'scope' | 'userId' | 'permissions'>

/** Arguments of a caller are shown to users who may start the same kind. */
function mayReadArgument(reader: Reader, kind: string): boolean {
  const found = findActionKind(kind)
  return found?.argument?.from === 'caller' && reader.permissions.has(found.permission)
}

interface ActionRow {
  id: number
  kind: string
  arg: string | null
  user_id: number | null
  username: string | null
  channel: string
  created_at: Date
  device_id: number | null
  device_name: string | null
  counts: Partial<Record<TargetState, number>>
}

const actionColumns = (scope: Scope) => sql`
  a.id, a.kind, a.arg, a.user_id, a.username, a.channel, a.created_at, c.counts,
  CASE WHEN c.total = 1 THEN c.device_id END AS device_id, CASE WHEN c.total = 1 THEN c.device_name END AS device_name
  FROM actions a CROSS JOIN LATERAL (
    SELECT jsonb_object_agg(state, count) AS counts, sum(count) AS total, max(device_id) AS device_id, max(device_name) AS device_name
    FROM (SELECT state, count(*) AS count, max(device_id) AS device_id, max(device_name) AS device_name
      FROM action_targets t WHERE t.action_id = a.id AND ${inHistory(scope, 't')} GROUP BY state) states) c`

function presentAction(row: ActionRow, reader: Reader): Action {
  const counts = Object.fromEntries(targetStates.map((state) => [state, row.counts[state] ?? 0])) as Action['counts']
  return {
    id: row.id,
    kind: row.kind,
    title: actionTitle(row.kind),
    command: mayReadArgument(reader, row.kind) ? row.arg : null,
    user_id: row.user_id,
    username: row.username,
    channel: row.user_id === reader.userId ? row.channel : null,
    created_at: formatTime(row.created_at),
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    active: targetStates.some((state) => isActive(state) && counts[state] > 0),
    device_id: row.device_id,
    device_name: row.device_name,
  }
}

const active = sql`t.state IN ('queued', 'sent', 'running')`

async function countUpTo(db: Db, rows: RawBuilder<unknown>): Promise<{ total: number; capped: boolean }> {
  const counted = await sql<{
    count: number
  }>`SELECT count(*) AS count FROM (${rows} LIMIT ${countCap + 1}) counted`.execute(db)
  const count = counted.rows[0]?.count ?? 0
  return { total: Math.min(count, countCap), capped: count > countCap }
}

/** Actions with a device in reach, newest first. */
export async function findActions(db: Db, reader: Reader, query: QueryOf<typeof listActions>) {
  const { scope } = reader
  const conditions = [inHistory(scope, 't')]
  if (query.device_id !== undefined) conditions.push(sql`t.device_id = ${query.device_id}`)
  if (query.kind !== undefined) conditions.push(sql`t.kind = ${query.kind}`)
  if (query.state !== undefined) conditions.push(sql`t.state = ${query.state}`)
  if (query.active !== undefined) conditions.push(query.active ? sql`${active}` : sql`NOT ${active}`)
  if (query.own)
    conditions.push(sql`EXISTS (SELECT FROM actions o WHERE o.id = t.action_id AND o.user_id = ${reader.userId})`)
  const matching = sql`SELECT DISTINCT t.action_id FROM action_targets t WHERE ${sql.join(conditions, sql` AND `)}`
  const order = query.sort === 'created_at' ? sql`ASC` : sql`DESC`
  const { rows } = await sql<ActionRow>`
    WITH page AS (${matching} ORDER BY t.action_id ${order} LIMIT ${query.limit} OFFSET ${query.offset})
    SELECT ${actionColumns(scope)} JOIN page ON page.action_id = a.id ORDER BY a.id ${order}`.execute(db)
  return { data: rows.map((row) => presentAction(row, reader)), meta: await countUpTo(db, matching) }
}

export async function findAction(db: Db, reader: Reader, id: number): Promise<Action | undefined> {
  const { rows } = await sql<ActionRow>`
    SELECT ${actionColumns(reader.scope)} WHERE a.id = ${id} AND c.total > 0`.execute(db)
  return rows[0] && presentAction(rows[0], reader)
}

interface TargetRow {
  id: number
  action_id: number
  kind: string
  device_id: number
  device_name: string
  device_serial: string
  company_id: number
  state: TargetState
  attempt: number
  message: string
  exit_code: number | null
  has_output: boolean
  created_at: Date
  expires_at: Date
  sent_at: Date | null
  finished_at: Date | null
}

const targetColumns = sql`
  t.id, t.action_id, t.kind, t.device_id, t.device_name, t.device_serial, t.company_id, t.state, t.attempt, t.message, t.exit_code,
  coalesce(t.output, '') <> '' AS has_output, t.created_at, t.expires_at, t.sent_at, t.finished_at`

const presentTarget = (row: TargetRow): Target => ({
  ...row,
  created_at: formatTime(row.created_at),
  expires_at: formatTime(row.expires_at),
  sent_at: row.sent_at && formatTime(row.sent_at),
  finished_at: row.finished_at && formatTime(row.finished_at),
})

interface TargetQuery {
  limit: number
  offset: number
  state?: TargetState | undefined
}

/** Devices of an action, in the order they were named. */
export async function findTargets(db: Db, scope: Scope, actionId: number, query: TargetQuery) {
  const conditions = [sql`t.action_id = ${actionId}`, inHistory(scope, 't')]
  if (query.state !== undefined) conditions.push(sql`t.state = ${query.state}`)
  const where = sql.join(conditions, sql` AND `)
  const { rows } = await sql<TargetRow>`
    SELECT ${targetColumns} FROM action_targets t WHERE ${where} ORDER BY t.id LIMIT ${query.limit} OFFSET ${query.offset}`.execute(
    db,
  )
  const counted = await sql<{ count: number }>`SELECT count(*) AS count FROM action_targets t WHERE ${where}`.execute(
    db,
  )
  return { targets: rows.map(presentTarget), total: counted.rows[0]?.count ?? 0 }
}

export async function findTarget(db: Db, reader: Reader, id: number): Promise<TargetDetails | undefined> {
  const { rows } = await sql<TargetRow & { output: string | null; arg: string | null }>`
    SELECT ${targetColumns}, t.output, a.arg FROM action_targets t JOIN actions a ON a.id = t.action_id
    WHERE t.id = ${id} AND ${inHistory(reader.scope, 't')}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const steps = await sql<{ id: number; attempt: number; state: TargetState; message: string; created_at: Date }>`
    SELECT e.id, e.attempt, e.state, e.message, e.created_at FROM action_events e
    WHERE e.target_id = ${id} AND ${inHistory(reader.scope, 'e')} ORDER BY e.id LIMIT 500`.execute(db)
  const { output, arg, ...target } = row
  const shown = mayReadArgument(reader, row.kind)
  return {
    ...presentTarget(target),
    command: shown ? arg : null,
    output: shown ? output : null,
    steps: steps.rows.map((step) => ({ ...step, created_at: formatTime(step.created_at) })),
  }
}

/** Queued targets, oldest first. */
export async function findPending(
  db: Db,
  scope: Scope,
  query: TargetQuery & { sort?: string | undefined; device_id?: number | undefined },
): Promise<{ data: PendingAction[]; meta: { total: number; capped: boolean } }> {
  const conditions = [sql`t.state = 'queued'`, inHistory(scope, 't')]
  if (query.device_id !== undefined) conditions.push(sql`t.device_id = ${query.device_id}`)
  const where = sql.join(conditions, sql` AND `)
  const order = query.sort === '-created_at' ? sql`DESC` : sql`ASC`
  const { rows } = await sql<TargetRow & { username: string | null }>`
    SELECT ${targetColumns}, a.username FROM action_targets t JOIN actions a ON a.id = t.action_id
    WHERE ${where} ORDER BY t.id ${order} LIMIT ${query.limit} OFFSET ${query.offset}`.execute(db)
  const data = rows.map((row) => ({
    id: row.id,
    job_type: row.kind,
    name: actionTitle(row.kind),
    action_id: row.action_id,
    device_id: row.device_id,
    device_name: row.device_name,
    serial: row.device_serial,
    username: row.username,
    message: row.message,
    created_at: formatTime(row.created_at),
    expires_at: formatTime(row.expires_at),
  }))
  return { data, meta: await countUpTo(db, sql`SELECT 1 FROM action_targets t WHERE ${where}`) }
}
