import type { TargetState } from '@longreach/contract/actions/constants'
import type { RunTask } from '@longreach/contract/tasks/argument'
import type { GroupLogState, TaskState, TaskType } from '@longreach/contract/tasks/constants'
import { listGroupLogs, listTaskLogs } from '@longreach/contract/tasks/endpoints'
import type { GroupLog, TaskLog } from '@longreach/contract/tasks/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContextHistory, type Scope, systemScope } from '../../db/scope.ts'
import type { Concluded } from '../actions/kinds.ts'
import type { TaskOutcome } from './outcome.ts'
import type { StepPlace } from './steps.ts'

/** Lists count no further than this. */
const countCap = 1000

/** States of a run on a device, by the words of the public API. */
const statesOf: Record<GroupLogState, readonly TargetState[]> = {
  processing: ['queued', 'sent', 'running'],
  completed: ['done'],
  failed: ['failed', 'expired', 'cancelled'],
}
const groupLogStates = Object.keys(statesOf) as GroupLogState[]
const statusOf = (state: TargetState): GroupLogState =>
  groupLogStates.find((status) => statesOf[status].includes(state)) ?? 'failed'

/** Records how a task ended, in the transaction of its step; replaces an earlier record with an unknown outcome. */
export async function insertTaskLog(
  tx: Db,
  { id, attempt, waited }: Concluded,
  { task, at }: StepPlace,
  { state, message, exit, output, fileId }: TaskOutcome,
): Promise<void> {
  await sql`
    DELETE FROM task_logs l
    WHERE l.target_id = ${id} AND l.attempt = ${attempt} AND l.task = ${at + 1} AND l.state = 'unknown' AND ${systemScope('link of the device itself')}`.execute(
    tx,
  )
  await sql`
    INSERT INTO task_logs
      (target_id, attempt, task, company_id, l1_id, l2_id, device_id, type, name, state, message, exit_code, output, duration, file_id)
    SELECT t.id, ${attempt}, ${at + 1}, t.company_id, t.l1_id, t.l2_id, t.device_id, ${task.type}, ${task.name}, ${state},
      ${message}, ${exit}, ${output}, ${waited}, ${fileId ?? null}
    FROM action_targets t WHERE t.id = ${id} AND ${systemScope('link of the device itself')}`.execute(tx)
}

/** The file that a device has sent in its step; undefined if there is none. */
export async function receivedFile(tx: Db, targetId: number): Promise<number | undefined> {
  const { rows } = await sql<{ file_id: number }>`
    SELECT u.file_id FROM device_uploads u JOIN action_targets t ON t.id = u.target_id
    WHERE t.id = ${targetId} AND u.command_id = t.command_id AND u.file_id IS NOT NULL AND ${systemScope('link of the device itself')}`.execute(
    tx,
  )
  return rows[0]?.file_id
}

/** Number of tasks in an attempt that failed or whose outcome is unknown. */
export async function countBad(tx: Db, { id, attempt }: Pick<Concluded, 'id' | 'attempt'>): Promise<number> {
  const { rows } = await sql<{ bad: number }>`
    SELECT count(*) AS bad FROM task_logs l
    WHERE l.target_id = ${id} AND l.attempt = ${attempt} AND l.state <> 'done' AND ${systemScope('link of the device itself')}`.execute(
    tx,
  )
  return rows[0]?.bad ?? 0
}

interface GroupLogRow {
  id: number
  action_id: number
  device_id: number
  device_name: string
  device_serial: string
  group_id: number | null
  name: string | null
  state: TargetState
  message: string
  tasks_count: number
  counts: Partial<Record<TaskState, number>> | null
  username: string | null
  created_at: Date
  finished_at: Date | null
}

/** Runs by device, newest first. */
export const groupLogList = defineList({
  endpoint: listGroupLogs,
  from: () => sql`action_targets t`,
  reach: (scope) => sql`t.kind = 'task_group' AND ${inContextHistory(scope, 't')}`,
  columns: () => sql<GroupLogRow>`
    t.id, t.action_id, t.device_id, t.device_name, t.device_serial, a.source_id AS group_id, a.source_name AS name, t.state,
    t.message, jsonb_array_length(a.arg::jsonb -> 'tasks') AS tasks_count, l.counts, a.username, t.created_at, t.finished_at`,
  join: () => sql`
    JOIN action_targets t ON t.id = page.id JOIN actions a ON a.id = t.action_id CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(state, count) AS counts FROM (
        SELECT l.state, count(*) AS count FROM task_logs l WHERE l.target_id = t.id AND l.attempt = t.attempt GROUP BY l.state) s) l`,
  id: 't.id',
  sorts: { created_at: 't.id' },
  defaultSort: '-created_at',
  filters: {
    device_id: 't.device_id',
    group_id: (group) =>
      sql`t.action_id IN (SELECT a.id FROM actions a WHERE a.kind = 'task_group' AND a.source_id = ${group})`,
    action_id: 't.action_id',
    status: (statuses) => sql`t.state = ANY (${statuses.flatMap((status) => [...statesOf[status]])}::text[])`,
    ...createdBetween('t.created_at'),
  },
  search: { device_name: sql`lower(t.device_name)`, device_serial: sql`lower(t.device_serial)` },
  countCap,
})

export const presentGroupLog = ({ counts, name, ...row }: GroupLogRow): GroupLog => ({
  ...row,
  name: name ?? '',
  status: statusOf(row.state),
  counts: { done: counts?.done ?? 0, failed: counts?.failed ?? 0, unknown: counts?.unknown ?? 0 },
  created_at: formatTime(row.created_at),
  finished_at: row.finished_at && formatTime(row.finished_at),
})

interface TaskLogRow {
  id: number
  target_id: number
  group_name: string | null
  device_id: number
  device_name: string
  task: number
  attempt: number
  type: TaskType
  name: string
  snapshot: RunTask | null
  state: TaskState
  message: string
  exit_code: number | null
  output: string | null
  duration: number | null
  file_id: number | null
  created_at: Date
}

/** Tasks that ended on devices, newest first; output is only included on request. */
export const taskLogList = defineList({
  endpoint: listTaskLogs,
  from: () => sql`task_logs l`,
  reach: ({ scope }: { scope: Scope; output: boolean }) => inContextHistory(scope, 'l'),
  columns: ({ output }) => sql<TaskLogRow>`
    l.id, l.target_id, a.source_name AS group_name, l.device_id, t.device_name, l.task, l.attempt, l.type, l.name,
    a.arg::jsonb -> 'tasks' -> (l.task - 1) AS snapshot, l.state, l.message, l.exit_code,
    ${output ? sql`l.output` : sql`NULL`} AS output, l.duration, l.file_id, l.created_at`,
  join: () => sql`
    JOIN task_logs l ON l.id = page.id JOIN action_targets t ON t.id = l.target_id JOIN actions a ON a.id = t.action_id`,
  id: 'l.id',
  sorts: { created_at: 'l.id' },
  defaultSort: '-created_at',
  filters: {
    type: 'l.type',
    group_log_id: 'l.target_id',
    device_id: 'l.device_id',
    state: (states) => sql`l.state = ANY (${[...states]}::text[])`,
  },
  countCap,
})

/** Data of a task as it was at the start of its group, in the form of the API. */
function dataOf(type: TaskType, snapshot: RunTask | null): TaskLog['data'] {
  if (!snapshot) return {}
  const { command, acceptable_codes = [], file, path = '', method = '', query = '', body = '' } = snapshot
  if (type === 'command') return { command: command ?? '', acceptable_codes }
  if (type === 'api_request') return { method, path, query, body, acceptable_statuses: acceptable_codes }
  if (type === 'download_file') return { file: path }
  return { file_id: file?.id ?? null, file_name: file?.name ?? null, target_path: path }
}

export const presentTaskLog = (row: TaskLogRow): TaskLog => ({
  id: row.id,
  group_log_id: row.target_id,
  group_log_name: row.group_name ?? '',
  device_id: row.device_id,
  device_name: row.device_name,
  order: row.task,
  attempt: row.attempt,
  type: row.type,
  name: row.name,
  data: dataOf(row.type, row.snapshot),
  result: {
    state: row.state,
    message: row.message,
    exit_code: row.exit_code,
    output: row.output,
    duration: row.duration,
    file_id: row.file_id,
  },
  created_at: formatTime(row.created_at),
})
