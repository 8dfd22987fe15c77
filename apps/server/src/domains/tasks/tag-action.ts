import { type Text, text } from '@longreach/contract/i18n'
import { taskLimits } from '@longreach/contract/tasks/constants'
import { sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import { notFound } from '../../endpoint/problem.ts'
import type { Call } from '../../endpoint/route.ts'
import type { ActionHandler } from '../actions/kinds.ts'
import { excludeDevices, findChosen, startAction } from '../actions/start.ts'
import type { TagAction } from '../tags/hooks.ts'
import { checkRequests, type FindApis } from './check-requests.ts'
import { lockTaskFiles } from './files.ts'
import type { TaskGroupsInUse } from './hooks.ts'
import { planRun } from './run.ts'
import { findTagsOf, findTasksOf, type LockedGroup, lockGroups } from './store.ts'

export async function requireGroup(
  { db, scope }: Pick<Call, 'db' | 'scope'>,
  id: number,
  source = 'source_id',
): Promise<LockedGroup> {
  const [group] = await lockGroups(db, scope, [id], 'key share')
  if (!group) throw notFound(source)
  return group
}

/** Runs a group on devices when they get a tag. No user is there to ask: a group with variables is not run. */
export const taskTagAction = (handler: ActionHandler, findApis: FindApis): TagAction => ({
  action: 'execute_tasks_group',
  permission: handler.kind.permission,
  source: 'task_group',
  filter: {},
  nameOf: async (call, id) => (await requireGroup(call, id)).name,
  async start(db, { sourceId, scope, starter, deviceIds, cause }) {
    const group = await requireGroup({ db, scope }, sourceId)
    const [tags, tasks] = [await findTagsOf(db, group.id), await findTasksOf(db, group.id)]
    const files = await lockTaskFiles(
      db,
      scope,
      tasks.flatMap(({ file_id }) => file_id ?? []),
    )
    const { run } = planRun(group, { tasks, files, tags }, {})
    await checkRequests(db, findApis, run)
    const arg = JSON.stringify(run)
    const source = { id: group.id, name: group.name }
    const { found } = await findChosen(db, scope, { device_id: deviceIds })
    const { devices, errors } = excludeDevices(found, { handler, arg, file: undefined })
    const refused = new Map(errors.map(({ source: device, message }) => [Number(device), message as Text]))
    if (devices.length === 0) return { action: null, refused }
    const waits = taskLimits.waits.default
    const { id } = await startAction(db, starter, devices, { handler, arg, source, seconds: 0, waits, cause })
    return { action: { id, title: text(handler.kind.title) }, refused }
  },
})

/** Groups that devices run with a tag. */
export const groupsOfTags: TaskGroupsInUse = async (db, ids) => {
  const { rows } = await sql<{ id: number; group: string; tag: string }>`
    SELECT DISTINCT ON (g.id) g.id, g.name AS group, t.name AS tag
    FROM task_groups g JOIN tag_actions a ON a.action = 'execute_tasks_group' AND a.source_id = g.id
    JOIN tags t ON t.id = a.tag_id
    WHERE g.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
    ORDER BY g.id, t.id`.execute(db)
  return new Map(rows.map(({ id, group, tag }) => [id, text('tasks.group_of_tag', { group, tag })]))
}
