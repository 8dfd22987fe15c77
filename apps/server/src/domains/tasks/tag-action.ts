import { type Text, text } from '@longreach/contract/i18n'
import { taskLimits } from '@longreach/contract/tasks/constants'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import type { ActionHandler } from '../actions/kinds.ts'
import { excludeDevices, findChosen, startAction } from '../actions/start.ts'
import type { TagAction, TagRun, TagStarted } from '../tags/hooks.ts'
import { checkRequests, type FindApis } from './check-requests.ts'
import { lockTaskFiles } from './files.ts'
import type { TaskGroupsInUse } from './hooks.ts'
import { planRun } from './run.ts'
import { findTagsOf, findTasksOf, type LockedGroup, lockGroups, taskList } from './store.ts'

export async function requireGroup(
  { db, scope }: Pick<Call, 'db' | 'scope'>,
  id: number,
  source = 'source_id',
): Promise<LockedGroup> {
  const [group] = await lockGroups(db, scope, [id], 'key share')
  if (!group) throw notFound(source)
  return group
}

/** A request of the devices' own API, with its group. */
async function requireApiRequest(within: Pick<Call, 'db' | 'scope'>, id: number) {
  const task = await taskList.find(within.db, within.scope, id)
  if (task?.type !== 'api_request') throw notFound('source_id')
  return { task, group: await requireGroup(within, task.group_id) }
}

interface Chosen {
  group: LockedGroup
  /** Name of the source in the log of the tag. */
  source: { id: number; name: string }
  /** Limits the run to this task. */
  taskId?: number
}

/** No user can be asked, so a group that requires values is not run. */
async function startRun(
  db: Db,
  { scope, starter, deviceIds, cause }: TagRun,
  { handler, findApis }: { handler: ActionHandler; findApis: FindApis },
  { group, source, taskId }: Chosen,
): Promise<TagStarted> {
  const [tags, tasks] = [await findTagsOf(db, group.id), await findTasksOf(db, group.id)]
  const files = await lockTaskFiles(
    db,
    scope,
    tasks.flatMap(({ file_id }) => file_id ?? []),
  )
  const { run } = planRun(group, { tasks, files, tags }, taskId === undefined ? {} : { tasks: [{ task_id: taskId }] })
  await checkRequests(db, findApis, run)
  const arg = JSON.stringify(run)
  const { found } = await findChosen(db, scope, { device_id: deviceIds })
  const { devices, errors } = excludeDevices(found, { handler, arg, file: undefined })
  const refused = new Map(errors.map(({ source: device, message }) => [Number(device), message as Text]))
  if (devices.length === 0) return { action: null, refused }
  const waits = taskLimits.waits.default
  const { id } = await startAction(db, starter, devices, { handler, arg, source, seconds: 0, waits, cause })
  return { action: { id, title: text(handler.kind.title) }, refused }
}

/** Runs a group on devices when they get a tag. */
export const taskTagAction = (handler: ActionHandler, findApis: FindApis): TagAction => ({
  action: 'execute_tasks_group',
  permission: handler.kind.permission,
  source: 'task_group',
  filter: {},
  nameOf: async (call, id) => (await requireGroup(call, id)).name,
  async start(db, run) {
    const group = await requireGroup({ db, scope: run.scope }, run.sourceId)
    return startRun(db, run, { handler, findApis }, { group, source: { id: group.id, name: group.name } })
  },
})

/** Sends one API request of a group when devices get a tag; the group's other tasks do not run. */
export const requestTagAction = (handler: ActionHandler, findApis: FindApis): TagAction => ({
  action: 'api_request',
  permission: handler.kind.permission,
  source: 'task',
  filter: { type: 'api_request' },
  nameOf: async (call, id) => (await requireApiRequest(call, id)).task.name,
  async start(db, run) {
    const { task, group } = await requireApiRequest({ db, scope: run.scope }, run.sourceId)
    const source = { id: task.id, name: task.name }
    return startRun(db, run, { handler, findApis }, { group, source, taskId: task.id })
  },
})

/** Throws if a tag sends one of the requests, which therefore cannot be deleted. */
export async function requireNoTag(db: Db, tasks: readonly { id: number; name: string }[]): Promise<void> {
  const { rows } = await sql<{ id: number; tag: string }>`
    SELECT a.source_id AS id, t.name AS tag FROM tag_actions a JOIN tags t ON t.id = a.tag_id
    WHERE a.action = 'api_request' AND a.source_id = ANY (${tasks.map(({ id }) => id)}::bigint[])
      AND ${systemScope('row resolved in scope before')} ORDER BY t.id LIMIT 1`.execute(db)
  const [used] = rows
  const task = tasks.find(({ id }) => id === used?.id)
  if (used && task)
    throw new Problem('CONFLICT', { message: text('tasks.task_of_tag', { task: task.name, tag: used.tag }) })
}

/** Groups that tags run on devices, or whose requests they send. */
export const groupsOfTags: TaskGroupsInUse = async (db, ids) => {
  const { rows } = await sql<{ id: number; group: string; tag: string }>`
    SELECT DISTINCT ON (g.id) g.id, g.name AS group, t.name AS tag
    FROM task_groups g JOIN tag_actions a ON (a.action = 'execute_tasks_group' AND a.source_id = g.id)
      OR (a.action = 'api_request' AND a.source_id IN (SELECT k.id FROM tasks k WHERE k.group_id = g.id))
    JOIN tags t ON t.id = a.tag_id
    WHERE g.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
    ORDER BY g.id, t.id`.execute(db)
  return new Map(rows.map(({ id, group, tag }) => [id, text('tasks.group_of_tag', { group, tag })]))
}
