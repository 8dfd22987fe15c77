import { text } from '@longreach/contract/i18n'
import type { TagMark } from '@longreach/contract/tags/mark'
import { type TaskType, taskLimits } from '@longreach/contract/tasks/constants'
import { listTaskGroups, listTasks } from '@longreach/contract/tasks/endpoints'
import type { GivenTask } from '@longreach/contract/tasks/schemas'
import { variablesIn } from '@longreach/contract/tasks/variables'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContext, inScope, type Placement, type Scope, systemScope } from '../../db/scope.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { textsOf } from './texts-of.ts'

const resolved = systemScope('row resolved in scope before')

export interface GroupRow extends Placement {
  id: number
  name: string
  company_name: string
  secret_variables: string[]
  tasks_count: number
  success_tags: TagMark[]
  failed_tags: TagMark[]
  created_at: Date
  updated_at: Date
}

export type Outcome = 'success' | 'failed'

/** SQL for the tags of an outcome that the caller sees. */
const tagsOf = (scope: Scope, outcome: Outcome) => sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) ORDER BY t.name_key, t.id)
  FROM task_group_tags x JOIN tags t ON t.id = x.tag_id
  WHERE x.group_id = g.id AND x.outcome = ${outcome} AND ${inScope(scope, 't')}), '[]')`

const tasksCount = sql<number>`(SELECT count(*) FROM tasks t WHERE t.group_id = g.id)`

export const groupList = defineList({
  endpoint: listTaskGroups,
  from: () => sql`task_groups g JOIN companies c ON c.id = g.company_id`,
  reach: (scope) => inContext(scope, 'g'),
  columns: (scope) => sql<GroupRow>`
    g.id, g.name, g.company_id, g.l1_id, g.l2_id, c.name AS company_name, g.secret_variables, ${tasksCount} AS tasks_count,
    ${tagsOf(scope, 'success')} AS success_tags, ${tagsOf(scope, 'failed')} AS failed_tags, g.created_at, g.updated_at`,
  id: 'g.id',
  sorts: {
    id: 'g.id',
    name: 'g.name_key',
    company_name: 'c.name_key',
    tasks: () => tasksCount,
    created_at: 'g.id',
    updated_at: 'g.updated_at',
  },
  defaultSort: 'name',
  filters: {
    name: (name) => sql`g.name_key = lower(${name})`,
    company_id: 'g.company_id',
    ...createdBetween('g.created_at'),
  },
  search: { name: sql`g.name_key` },
})

export interface TaskRow {
  id: number
  group_id: number
  group_name: string
  company_id: number
  place: number
  type: TaskType
  name: string
  command: string | null
  acceptable_codes: number[] | null
  file_id: number | null
  file_name: string | null
  path: string | null
  method: string | null
  query: string | null
  body: string | null
  timeout: number
  stop_on_failure: boolean
  created_at: Date
  updated_at: Date
}

const taskColumns = sql<TaskRow>`
  k.id, k.group_id, g.name AS group_name, g.company_id, k.place, k.type, k.name, k.command, k.acceptable_codes, k.file_id,
  (SELECT f.name FROM files f WHERE f.id = k.file_id) AS file_name, k.path, k.method, k.query, k.body, k.timeout, k.stop_on_failure, k.created_at, k.updated_at`

export const taskList = defineList({
  endpoint: listTasks,
  from: () => sql`tasks k JOIN task_groups g ON g.id = k.group_id`,
  reach: (scope) => inContext(scope, 'g'),
  columns: () => taskColumns,
  id: 'k.id',
  // Group by group.
  sorts: { order: sql`(k.group_id, k.place)`, name: sql`lower(k.name)`, created_at: 'k.id' },
  defaultSort: 'order',
  filters: { company_id: 'g.company_id', type: 'k.type', group_id: 'k.group_id' },
  search: { name: sql`lower(k.name)` },
})

/** Tasks of a group that was resolved in scope, in their order. */
export async function findTasksOf(db: Db, groupId: number): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    SELECT ${taskColumns} FROM tasks k JOIN task_groups g ON g.id = k.group_id
    WHERE k.group_id = ${groupId} AND ${resolved} ORDER BY k.place`.execute(db)
  return rows
}

export interface LockedGroup extends Placement {
  id: number
  name: string
  secret_variables: string[]
}

/** Groups in reach, locked against deletion or against any other change. */
export async function lockGroups(
  db: Db,
  scope: Scope,
  ids: readonly number[],
  strength: 'key share' | 'update' = 'update',
): Promise<LockedGroup[]> {
  const { rows } = await sql<LockedGroup>`
    SELECT g.id, g.name, g.secret_variables, g.company_id, g.l1_id, g.l2_id FROM task_groups g
    WHERE g.id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 'g')}
    ORDER BY g.id ${strength === 'update' ? sql`FOR UPDATE` : sql`FOR KEY SHARE`}`.execute(db)
  return rows
}

/** The group of a task in reach, locked. */
export async function lockGroupOf(db: Db, scope: Scope, taskId: number): Promise<LockedGroup | undefined> {
  const { rows } = await sql<LockedGroup>`
    SELECT g.id, g.name, g.secret_variables, g.company_id, g.l1_id, g.l2_id FROM task_groups g
    WHERE g.id = (SELECT k.group_id FROM tasks k WHERE k.id = ${taskId}) AND ${inScope(scope, 'g')} FOR UPDATE`.execute(
    db,
  )
  return rows[0]
}

export async function insertGroup(
  db: Db,
  place: Placement,
  group: { name: string; secret_variables: readonly string[]; user_id: number | null },
): Promise<number> {
  const row = await db
    .insertInto('task_groups')
    .values({ ...place, ...group, secret_variables: [...group.secret_variables] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function changeGroup(
  db: Db,
  id: number,
  change: { name?: string | undefined; secret_variables?: readonly string[] | undefined },
): Promise<void> {
  await sql`
    UPDATE task_groups g SET name = coalesce(${change.name ?? null}, name),
      secret_variables = coalesce(${change.secret_variables ? [...change.secret_variables] : null}::text[], secret_variables),
      updated_at = now()
    WHERE g.id = ${id} AND ${resolved}`.execute(db)
}

export async function removeGroups(db: Db, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM task_groups g WHERE g.id = ANY (${[...ids]}::bigint[]) AND ${resolved}`.execute(db)
}

export async function removeGroupsOf(db: Db, companyId: number): Promise<void> {
  await sql`DELETE FROM task_groups g WHERE g.company_id = ${companyId} AND ${resolved}`.execute(db)
}

/** Replaces the tags of a group for an outcome; tags that the caller does not see stay. */
export async function setTags(
  db: Db,
  scope: Scope,
  { groupId, outcome, ids }: { groupId: number; outcome: Outcome; ids: readonly number[] },
): Promise<void> {
  await sql`
    DELETE FROM task_group_tags x USING tags t
    WHERE x.group_id = ${groupId} AND x.outcome = ${outcome} AND t.id = x.tag_id AND ${inScope(scope, 't')}`.execute(db)
  await sql`
    INSERT INTO task_group_tags (group_id, outcome, tag_id)
    SELECT ${groupId}, ${outcome}, x FROM unnest(${[...ids]}::bigint[]) x ON CONFLICT DO NOTHING`.execute(db)
}

/** The tags of a group that was resolved in scope, by outcome. */
export async function findTagsOf(db: Db, groupId: number): Promise<Record<Outcome, number[]>> {
  const { rows } = await sql<{ outcome: Outcome; tag_id: number }>`
    SELECT outcome, tag_id FROM task_group_tags WHERE group_id = ${groupId} ORDER BY tag_id`.execute(db)
  const of = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).map(({ tag_id }) => tag_id)
  return { success: of('success'), failed: of('failed') }
}

/** Columns of a task; null for those that its type does not have. */
function valuesOf({ name, type, timeout, stop_on_failure, data }: GivenTask) {
  return {
    name,
    type,
    timeout,
    stop_on_failure,
    command: type === 'command' ? (data.command ?? null) : null,
    acceptable_codes:
      type === 'command'
        ? (data.acceptable_codes ?? [])
        : type === 'api_request'
          ? (data.acceptable_statuses ?? [])
          : null,
    ...requestOf({ type, data }),
    file_id: type === 'upload_file' ? (data.file_id ?? null) : null,
    path: pathOf({ type, data }) ?? null,
  }
}

function pathOf({ type, data }: Pick<GivenTask, 'type' | 'data'>) {
  if (type === 'api_request') return data.path
  return type === 'upload_file' ? data.target_path : type === 'download_file' ? data.file : undefined
}

/** Parts of an API request besides its path. */
function requestOf({ type, data }: Pick<GivenTask, 'type' | 'data'>) {
  if (type !== 'api_request') return { method: null, query: null, body: null }
  const { method = null, query, body = '' } = data
  const sends = method !== 'GET' && method !== 'DELETE' && body.trim() !== ''
  return { method, query: query || null, body: sends ? body : null }
}

/** Replaces the tasks of a group, in order; those with an id are existing ones and keep it. */
export async function setTasks(db: Db, groupId: number, given: readonly GivenTask[]): Promise<void> {
  const ordered = given
    .map((task, at) => ({ task, order: task.order ?? at }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ task }) => task)
  const texts = ordered.map(valuesOf).flatMap(textsOf)
  if (variablesIn(texts).length > taskLimits.variables)
    throw new Problem('VALIDATION_FAILED', {
      source: 'tasks',
      message: text('tasks.too_many_variables', { count: taskLimits.variables }),
    })
  const before = new Map((await findTasksOf(db, groupId)).map((row) => [row.id, row]))
  const ids = ordered.flatMap(({ id }) => (id === undefined ? [] : [id]))
  if (ids.some((id) => !before.has(id)) || new Set(ids).size < ids.length) throw notFound('tasks')
  await sql`DELETE FROM tasks WHERE group_id = ${groupId} AND id <> ALL (${ids}::bigint[])`.execute(db)
  for (const [place, task] of ordered.entries()) {
    const values = { ...valuesOf(task), place }
    if (task.id === undefined)
      await db
        .insertInto('tasks')
        .values({ ...values, group_id: groupId })
        .execute()
    else
      await db
        .updateTable('tasks')
        .set({ ...values, updated_at: sql`now()` })
        .where('id', '=', task.id)
        .execute()
  }
}

/** Changes one task, and may move it; the others keep their order. */
export async function changeTask(
  db: Db,
  groupId: number,
  id: number,
  change: { name: string; order: number; stop_on_failure: boolean; timeout: number },
): Promise<void> {
  const { order, ...values } = change
  await db
    .updateTable('tasks')
    .set({ ...values, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  const others = (await findTasksOf(db, groupId)).map((task) => task.id).filter((one) => one !== id)
  await setPlaces(db, [...others.slice(0, order), id, ...others.slice(order)])
}

async function setPlaces(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE tasks k SET place = x.place - 1 FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS x (id, place)
    WHERE k.id = x.id`.execute(db)
}

/** Removes a task; the last one of a group cannot be removed. */
export async function removeTask(db: Db, groupId: number, id: number): Promise<void> {
  const others = (await findTasksOf(db, groupId)).map((task) => task.id).filter((one) => one !== id)
  if (others.length === 0) throw new Problem('CONFLICT', { message: text('tasks.last_task') })
  await db.deleteFrom('tasks').where('id', '=', id).execute()
  await setPlaces(db, others)
}
