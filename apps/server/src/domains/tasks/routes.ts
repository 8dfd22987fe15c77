import type { QueryOf } from '@longreach/contract/endpoint'
import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { taskLimits } from '@longreach/contract/tasks/constants'
import {
  createTaskGroup,
  deleteTask,
  deleteTaskGroup,
  deleteTaskGroups,
  exportTaskGroups,
  getGroupLog,
  getTaskGroup,
  getTaskLog,
  listGroupLogs,
  listTaskGroups,
  listTaskLogs,
  listTasks,
  runTaskGroup,
  updateTask,
  updateTaskGroup,
} from '@longreach/contract/tasks/endpoints'
import type { GivenTask } from '@longreach/contract/tasks/schemas'
import { byIds, exportRoute } from '../../endpoint/csv-export.ts'
import { notFound, Problem } from '../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../endpoint/selection.ts'
import { type ActionDeps, startCall } from '../actions/start-call.ts'
import { findPlacement, requireCompanies } from '../companies/store.ts'
import { namedOnce } from '../tags/named-once.ts'
import { lockTags } from '../tags/store.ts'
import { checkRequests, type FindApis, requireSecretVariables } from './check-requests.ts'
import { lockTaskFiles } from './files.ts'
import type { TaskGroupsInUse } from './hooks.ts'
import { groupLogList, presentGroupLog, presentTaskLog, taskLogList } from './logs.ts'
import { presentGroup, presentGroupDetails, presentTask } from './present.ts'
import { planRun } from './run.ts'
import {
  changeGroup,
  changeTask,
  findTagsOf,
  findTasksOf,
  groupList,
  insertGroup,
  type LockedGroup,
  lockGroupOf,
  lockGroups,
  type Outcome,
  removeGroups,
  removeTask,
  setTags,
  setTasks,
  taskList,
} from './store.ts'
import { requireNoTag } from './tag-action.ts'

type Within = Pick<Call, 'db' | 'scope'>

/** Throws, for the field, if the caller does not see one of the tags. */
async function checkTags({ db, scope }: Within, field: string, ids: readonly number[]): Promise<void> {
  const found = await lockTags(db, scope, ids, 'key share')
  if (found.length < new Set(ids).size) throw notFound(field)
}

/** Throws for files that the caller may not use. */
async function checkFiles({ db, scope }: Within, tasks: readonly GivenTask[]): Promise<void> {
  const ids = tasks.flatMap(({ type, data }) => (type === 'upload_file' && data.file_id ? [data.file_id] : []))
  const files = await lockTaskFiles(db, scope, ids)
  if (ids.some((id) => !files.has(id))) throw notFound('tasks')
}

interface Content {
  tasks?: readonly GivenTask[] | undefined
  success_tag_id?: readonly number[] | undefined
  failed_tag_id?: readonly number[] | undefined
}

/** Replaces the given parts of a group. */
async function setContent(
  call: Within,
  findApis: FindApis,
  { id, secret_variables }: Pick<LockedGroup, 'id' | 'secret_variables'>,
  content: Content,
): Promise<void> {
  const { tasks, success_tag_id, failed_tag_id } = content
  const tags: [Outcome, readonly number[] | undefined][] = [
    ['success', success_tag_id],
    ['failed', failed_tag_id],
  ]
  for (const [outcome, ids] of tags) {
    if (!ids) continue
    await checkTags(call, `${outcome}_tag_id`, ids)
    await setTags(call.db, call.scope, { groupId: id, outcome, ids })
  }
  if (!tasks) return
  await checkFiles(call, tasks)
  await requireSecretVariables(call.db, findApis, tasks, secret_variables)
  const requests = tasks.flatMap((task) => (task.type === 'api_request' ? (task.id ?? []) : []))
  await requireNoTag(
    call.db,
    (await findTasksOf(call.db, id)).filter((task) => !requests.includes(task.id)),
  )
  await setTasks(call.db, id, tasks)
}

const namesOf = (tasks: readonly { name: string }[]) => tasks.map(({ name }) => name)
const targetOf = ({ id, name, secret_variables: _, ...company }: LockedGroup) =>
  ({ target: 'task_group', targetId: id, name, company }) as const

async function lockOne({ db, scope }: Within, id: number): Promise<LockedGroup> {
  const [group] = await lockGroups(db, scope, [id])
  if (!group) throw notFound()
  return group
}

function groupRoutes({ inUse, findApis }: Pick<TaskDeps, 'inUse' | 'findApis'>): Route[] {
  /** Errors for groups that are in use. */
  async function findUses(db: Call['db'], groups: readonly LockedGroup[]): Promise<ErrorItem[]> {
    const ids = groups.map(({ id }) => id)
    const found = await Promise.all(inUse.map((uses) => uses(db, ids)))
    return found.flatMap((uses) =>
      [...uses].map(([id, message]) => ({ code: 'CONFLICT', message, source: String(id) })),
    )
  }

  async function remove({ db, audit }: Pick<Call, 'db' | 'audit'>, groups: readonly LockedGroup[]): Promise<void> {
    for (const group of groups)
      audit({ ...targetOf(group), before: { name: group.name, tasks: namesOf(await findTasksOf(db, group.id)) } })
    await removeGroups(
      db,
      groups.map(({ id }) => id),
    )
  }

  return [
    route(listTaskGroups, async ({ db, scope, query }) => {
      const { page, total } = await groupList.page(db, scope, query)
      return { data: page.map(presentGroup), meta: { total } }
    }),
    exportRoute(exportTaskGroups, ({ db, scope, query }) =>
      byIds(
        (most) => groupList.ids(db, scope, query, most),
        async (id) => (await groupList.page(db, scope, { id, limit: id.length, offset: 0 })).page.map(presentGroup),
      ),
    ),
    route(getTaskGroup, async ({ db, scope, params }) => {
      const group = await groupList.find(db, scope, params.id)
      if (!group) throw notFound()
      return { data: presentGroupDetails(group, await findTasksOf(db, group.id)) }
    }),
    route(createTaskGroup, async (call) => {
      const { db, scope, session, body, audit } = call
      const { company_id, name, secret_variables = [], ...content } = body
      const company = await findPlacement(db, scope, company_id)
      if (!company) throw notFound('company_id')
      const id = await namedOnce(insertGroup(db, company, { name, secret_variables, user_id: session.userId }))
      await setContent(call, findApis, { id, secret_variables }, content)
      audit({ target: 'task_group', targetId: id, name, company, after: { name, tasks: namesOf(body.tasks) } })
      return { data: { id } }
    }),
    route(updateTaskGroup, async (call) => {
      const { db, params, body, audit } = call
      const { name, secret_variables, ...content } = body
      const group = await lockOne(call, params.id)
      const before = namesOf(await findTasksOf(db, group.id))
      await namedOnce(changeGroup(db, group.id, { name, secret_variables }))
      await setContent(call, findApis, { ...group, ...(secret_variables && { secret_variables }) }, content)
      audit({
        ...targetOf(group),
        before: { name: group.name, ...(content.tasks ? { tasks: before } : {}) },
        after: {
          ...(name === undefined ? {} : { name }),
          ...(content.tasks ? { tasks: namesOf(await findTasksOf(db, group.id)) } : {}),
        },
      })
      return { data: {} }
    }),
    route(deleteTaskGroup, async (call) => {
      const group = await lockOne(call, call.params.id)
      const errors = await findUses(call.db, [group])
      if (errors.length > 0) throw new Problem('CONFLICT', { errors })
      await remove(call, [group])
      return { data: {} }
    }),
    route(deleteTaskGroups, async (call) => {
      const { db, scope, body } = call
      const { id, filter = {} } = body
      const selected = await selectedIds(id, async (most) => {
        await requireCompanies(db, scope, [filter.company_id])
        return groupList.ids(db, scope, filter, most)
      })
      const groups = await lockGroups(db, scope, selected)
      const used = await findUses(db, groups)
      const errors = [...missingRows(id, groups), ...used]
      const unused = groups.filter((group) => !used.some(({ source }) => source === String(group.id)))
      if (unused.length === 0) throw new Problem(used.length > 0 ? 'CONFLICT' : 'NOT_FOUND', { errors })
      await remove(call, unused)
      return { data: unused.map((group) => ({ id: group.id })), errors }
    }),
  ]
}

function taskRoutes(): Route[] {
  return [
    route(listTasks, async ({ db, scope, query }) => {
      const { page, total } = await taskList.page(db, scope, query)
      return { data: page.map(presentTask), meta: { total } }
    }),
    route(updateTask, async ({ db, scope, params, body, audit }) => {
      const group = await lockGroupOf(db, scope, params.id)
      if (!group) throw notFound()
      const before = (await findTasksOf(db, group.id)).find(({ id }) => id === params.id)
      if (!before) throw notFound()
      await changeTask(db, group.id, params.id, body)
      const { place, name, stop_on_failure, timeout } = before
      audit({
        ...targetOf(group),
        before: { task: name, order: place, stop_on_failure, timeout },
        after: { task: body.name, order: body.order, stop_on_failure: body.stop_on_failure, timeout: body.timeout },
      })
      return { data: {} }
    }),
    route(deleteTask, async ({ db, scope, params, audit }) => {
      const group = await lockGroupOf(db, scope, params.id)
      const task = group && (await findTasksOf(db, group.id)).find(({ id }) => id === params.id)
      if (!task) throw notFound()
      await requireNoTag(db, [task])
      await removeTask(db, group.id, task.id)
      audit({ ...targetOf(group), before: { task: task.name } })
      return { data: {} }
    }),
  ]
}

const refused = (source: string, message: Text) => new Problem('VALIDATION_FAILED', { source, message })
const dayMs = 86_400_000

/** The time for which a run was scheduled. */
function startOf(time: Date | undefined, { secret, waits }: { secret: boolean; waits: number }): Date | undefined {
  const ahead = time ? (time.getTime() - Date.now()) / dayMs : 0
  if (time && ahead <= 0) throw refused('starts_at', text('forms.future'))
  const { startDays, secretDays } = taskLimits
  if (ahead > startDays) throw refused('starts_at', text('tasks.too_far', { count: startDays }))
  if (secret && ahead + waits / 86_400 > secretDays)
    throw refused(time ? 'starts_at' : 'expires_in', text('tasks.secret_too_far', { count: secretDays }))
  return time
}

const runRoute = (deps: TaskDeps): Route =>
  route(runTaskGroup, async (call) => {
    const { db, scope, params, body } = call
    const { variables, tasks: only, starts_at, expires_in: waits = taskLimits.waits.default, ...chosen } = body
    const [group] = await lockGroups(db, scope, [params.id], 'key share')
    if (!group) throw notFound()
    const tags = await findTagsOf(db, group.id)
    const tasks = await findTasksOf(db, group.id)
    const ids = tasks.flatMap(({ file_id }) => file_id ?? [])
    const files = await lockTaskFiles(db, scope, ids)
    const { run, secrets } = planRun(group, { tasks, files, tags }, { variables, tasks: only })
    await checkRequests(db, deps.findApis, run, secrets)
    const notBefore = startOf(starts_at, { secret: run.secret, waits })
    return startCall(deps, call as never, chosen, {
      kind: 'task_group',
      arg: JSON.stringify(run),
      waits,
      notBefore,
      ...(secrets ? { secretOf: () => JSON.stringify(secrets) } : {}),
    })
  })

function logRoutes(): Route[] {
  return [
    route(listGroupLogs, async ({ db, scope, query }) => {
      const { page, ...meta } = await groupLogList.page(db, scope, query)
      return { data: page.map(presentGroupLog), meta }
    }),
    route(getGroupLog, async ({ db, scope, params }) => {
      const log = await groupLogList.find(db, scope, params.id)
      if (!log) throw notFound()
      return { data: presentGroupLog(log) }
    }),
    route(listTaskLogs, async ({ db, scope, query }: { query: QueryOf<typeof listTaskLogs> } & Within) => {
      const { page, ...meta } = await taskLogList.page(db, { scope, output: false }, query)
      return { data: page.map(presentTaskLog), meta }
    }),
    route(getTaskLog, async ({ db, scope, params }) => {
      const log = await taskLogList.find(db, { scope, output: true }, params.id)
      if (!log) throw notFound()
      return { data: presentTaskLog(log) }
    }),
  ]
}

export interface TaskDeps extends ActionDeps {
  inUse: readonly TaskGroupsInUse[]
  findApis: FindApis
}

export const taskManagerRoutes = (deps: TaskDeps): Route[] => [
  ...groupRoutes(deps),
  ...taskRoutes(),
  runRoute(deps),
  ...logRoutes(),
]
