import { type actionStages, isActive, type TargetState, targetStates } from '@longreach/contract/actions/constants'
import { actionKindNames, actionTitle, findActionKind } from '@longreach/contract/actions/kinds'
import { getAction, listActions, listPendingActions, listResults } from '@longreach/contract/actions/read-endpoints'
import type { Action, PendingAction, Result, Target, TargetDetails } from '@longreach/contract/actions/schemas'
import type { QueryOf } from '@longreach/contract/endpoint'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList, type ListQuery } from '../../db/list.ts'
import { inContextHistory, inHistory, type Scope } from '../../db/scope.ts'
import type { Session } from '../../endpoint/session.ts'
import { fetchingMessages } from './fetching.ts'
import { isUnknown } from './queue-conditions.ts'

/** Lists count no further than this. */
const countCap = 1000

const activeStates = sql`('queued', 'sent', 'running')`

/** The reader sees devices in reach, channels of their own, and arguments and outputs only of kinds they may start. */
export type Reader = Pick<Session, 'scope' | 'userId' | 'permissions'>

/** Only users who may start the same kind of action see its argument. */
export function mayReadArgument(reader: Reader, kind: string): boolean {
  const found = findActionKind(kind)
  return found?.argument?.from === 'caller' && reader.permissions.has(found.permission)
}

const readableKinds = (reader: Reader) => actionKindNames.filter((kind) => mayReadArgument(reader, kind))

interface ActionRow {
  id: number
  kind: string
  arg: string | null
  user_id: number | null
  username: string | null
  channel: string
  created_at: Date
  finished_at: Date | null
  device_id: number | null
  device_name: string | null
  counts: Partial<Record<TargetState, number>>
}

function presentAction(row: ActionRow, reader: Reader): Action {
  const counts = Object.fromEntries(targetStates.map((state) => [state, row.counts[state] ?? 0])) as Action['counts']
  const active = targetStates.some((state) => isActive(state) && counts[state] > 0)
  return {
    id: row.id,
    kind: row.kind,
    title: actionTitle(row.kind),
    command: mayReadArgument(reader, row.kind) ? row.arg : null,
    user_id: row.user_id,
    username: row.username,
    channel: row.user_id === reader.userId ? row.channel : null,
    created_at: formatTime(row.created_at),
    finished_at: active || row.finished_at === null ? null : formatTime(row.finished_at),
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
    active,
    device_id: row.device_id,
    device_name: row.device_name,
  }
}

const startedBy = (userId: number) =>
  sql<boolean>`EXISTS (SELECT FROM actions o WHERE o.id = t.action_id AND o.user_id = ${userId})`

const stages: Record<(typeof actionStages)[number], (scope: Scope) => RawBuilder<boolean>> = {
  running: () => sql`t.state IN ('sent', 'running')`,
  waiting: () => sql`t.state = 'queued'`,
  finished: (scope) => sql`NOT EXISTS (
    SELECT FROM action_targets o WHERE o.action_id = t.action_id AND o.state IN ${activeStates} AND ${inHistory(scope, 'o')})`,
}

/** Actions with a device in reach, newest first. */
export const actionList = defineList({
  endpoint: listActions,
  from: () => sql`action_targets t`,
  reach: ({ scope }: Reader) => inContextHistory(scope, 't'),
  id: 't.action_id',
  distinct: true,
  columns: () => sql<ActionRow>`
    a.id, a.kind, a.arg, a.user_id, a.username, a.channel, a.created_at, c.counts, c.finished_at,
    CASE WHEN c.total = 1 THEN c.device_id END AS device_id, CASE WHEN c.total = 1 THEN c.device_name END AS device_name`,
  join: ({ scope }) => sql`
    JOIN actions a ON a.id = page.id CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(state, count) AS counts, sum(count) AS total, max(device_id) AS device_id, max(device_name) AS device_name,
        max(finished_at) AS finished_at
      FROM (SELECT state, count(*) AS count, max(device_id) AS device_id, max(device_name) AS device_name, max(finished_at) AS finished_at
        FROM action_targets t WHERE t.action_id = a.id AND ${inHistory(scope, 't')} GROUP BY state) states) c`,
  sorts: { created_at: 't.action_id' },
  defaultSort: '-created_at',
  filters: {
    device_id: 't.device_id',
    kind: 't.kind',
    state: 't.state',
    stage: (stage, { scope }) => stages[stage](scope),
    active: (active) => (active ? sql`t.state IN ${activeStates}` : sql`t.state NOT IN ${activeStates}`),
    own: (own, { userId }) => (own ? startedBy(userId) : sql`true`),
    user_id: startedBy,
    ...createdBetween('t.created_at'),
  },
  search: { device_name: sql`lower(t.device_name)`, device_serial: sql`lower(t.device_serial)` },
  countCap,
})

export async function findActions(db: Db, reader: Reader, query: QueryOf<typeof listActions>) {
  const { page, ...meta } = await actionList.page(db, reader, query)
  return { data: page.map((row) => presentAction(row, reader)), meta }
}

export async function findAction(db: Db, reader: Reader, id: number): Promise<Action | undefined> {
  const row = await actionList.find(db, reader, id)
  return row && presentAction(row, reader)
}

/** Parameters with which an action was started, and its devices in reach. */
export async function findRequest(db: Db, { scope }: Reader, id: number) {
  const { rows } = await sql<{ kind: string; arg: string | null; seconds: number; waits: number; device_id: number[] }>`
    SELECT a.kind, a.arg, a.seconds, a.waits, jsonb_agg(t.device_id ORDER BY t.id) AS device_id
    FROM action_targets t JOIN actions a ON a.id = t.action_id
    WHERE t.action_id = ${id} AND ${inHistory(scope, 't')} GROUP BY a.id`.execute(db)
  return rows[0]
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
  step: number
  message: string
  exit_code: number | null
  has_output: boolean
  created_at: Date
  expires_at: Date
  sent_at: Date | null
  finished_at: Date | null
  outcome_unknown: boolean
}

const targetColumns = sql`
  t.id, t.action_id, t.kind, t.device_id, t.device_name, t.device_serial, t.company_id, t.state, t.attempt, t.step, t.message, t.exit_code,
  coalesce(t.output, '') <> '' AS has_output, t.created_at, t.expires_at, t.sent_at, t.finished_at,
  ${isUnknown('t')} AS outcome_unknown`

const presentTarget = ({ step, ...row }: TargetRow, message = row.message): Target => ({
  ...row,
  message,
  created_at: formatTime(row.created_at),
  expires_at: formatTime(row.expires_at),
  sent_at: row.sent_at && formatTime(row.sent_at),
  finished_at: row.finished_at && formatTime(row.finished_at),
})

/** Devices of an action, in the order they were added to it. */
export const targetList = defineList({
  endpoint: getAction,
  from: () => sql`action_targets t`,
  reach: ({ scope, actionId }: { scope: Scope; actionId: number }) =>
    sql`t.action_id = ${actionId} AND ${inHistory(scope, 't')}`,
  columns: () => sql<TargetRow>`${targetColumns}`,
  id: 't.id',
  sorts: { id: 't.id' },
  defaultSort: 'id',
  filters: { state: 't.state' },
})

export async function findTargets(db: Db, scope: Scope, actionId: number, query: QueryOf<typeof getAction>) {
  const { page, total } = await targetList.page(db, { scope, actionId }, query)
  const fetching = await fetchingMessages(db, page)
  return { targets: page.map((row) => presentTarget(row, fetching.get(row.id))), total }
}

export async function findTarget(db: Db, reader: Reader, id: number): Promise<TargetDetails | undefined> {
  const { rows } = await sql<TargetRow & { output: string | null; arg: string | null; file_id: number | null }>`
    SELECT ${targetColumns}, t.output, a.arg, (SELECT max(u.file_id) FROM device_uploads u WHERE u.target_id = t.id) AS file_id
    FROM action_targets t JOIN actions a ON a.id = t.action_id
    WHERE t.id = ${id} AND ${inHistory(reader.scope, 't')}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const steps = await sql<{ id: number; attempt: number; state: TargetState; message: string; created_at: Date }>`
    SELECT e.id, e.attempt, e.state, e.message, e.created_at FROM action_events e
    WHERE e.target_id = ${id} AND ${inHistory(reader.scope, 'e')} ORDER BY e.id LIMIT 500`.execute(db)
  const { output, arg, file_id, ...target } = row
  const shown = mayReadArgument(reader, row.kind)
  return {
    ...presentTarget(target, (await fetchingMessages(db, [row])).get(id)),
    command: shown ? arg : null,
    output: shown ? output : null,
    file_id,
    steps: steps.rows.map((step) => ({ ...step, created_at: formatTime(step.created_at) })),
  }
}

type ResultRow = Omit<Result, 'title' | 'created_at' | 'sent_at' | 'finished_at'> &
  Pick<TargetRow, 'created_at' | 'sent_at' | 'finished_at'>

/** Actions by device with their answers, newest first. */
export const resultList = defineList({
  endpoint: listResults,
  from: () => sql`action_targets t`,
  reach: ({ scope }: Reader) => inHistory(scope, 't'),
  columns: (reader) => sql<ResultRow>`
    t.id, t.action_id, t.kind, t.device_id, t.device_name, t.device_serial, t.state, t.exit_code, t.message,
    CASE WHEN t.kind = ANY (${readableKinds(reader)}::text[]) THEN t.output END AS output, t.created_at, t.sent_at, t.finished_at`,
  id: 't.id',
  sorts: { created_at: 't.id' },
  defaultSort: '-created_at',
  filters: { action_id: 't.action_id', device_id: 't.device_id', state: 't.state' },
  countCap,
})

const presentResult = (row: ResultRow): Result => ({
  ...row,
  title: actionTitle(row.kind),
  created_at: formatTime(row.created_at),
  sent_at: row.sent_at && formatTime(row.sent_at),
  finished_at: row.finished_at && formatTime(row.finished_at),
})

export async function findResults(
  db: Db,
  reader: Reader,
  query: ListQuery<typeof listResults> & { limit: number; offset: number },
) {
  const { page, ...meta } = await resultList.page(db, reader, query)
  return { data: page.map(presentResult), meta }
}

/** Targets that wait to be sent, oldest first. */
export const pendingList = defineList({
  endpoint: listPendingActions,
  from: () => sql`action_targets t LEFT JOIN actions a ON a.id = t.action_id`,
  reach: (scope) => sql`t.state = 'queued' AND ${inContextHistory(scope, 't')}`,
  columns: () => sql<TargetRow & { username: string | null }>`${targetColumns}, a.username`,
  id: 't.id',
  sorts: { created_at: 't.id' },
  defaultSort: 'created_at',
  filters: { device_id: 't.device_id' },
  countCap,
})

export async function findPending(db: Db, scope: Scope, query: QueryOf<typeof listPendingActions>) {
  const { page, ...meta } = await pendingList.page(db, scope, query)
  const data = page.map(
    (row): PendingAction => ({
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
    }),
  )
  return { data, meta }
}
