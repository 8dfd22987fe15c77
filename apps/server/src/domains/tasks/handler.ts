import { type Text, text } from '@longreach/contract/i18n'
import { apiCapability } from '@longreach/contract/link/commands'
import type { RunTask, TaskRun } from '@longreach/contract/tasks/argument'
import { fillCommand, fillPath } from '@longreach/contract/tasks/variables'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { Emit } from '../../events/emit.ts'
import type { Seal } from '../../seal.ts'
import { wasFetched } from '../actions/device-files/downloads.ts'
import { type ActionHandler, actionHandler, type Concluded } from '../actions/kinds.ts'
import type { NextState } from '../actions/next-state.ts'
import { openSecret, wipeUsed } from '../actions/secrets.ts'
import type { Moved } from '../actions/steps.ts'
import { putTags } from '../devices/tagging/tagging.ts'
import { findContent } from '../files/store.ts'
import { lockTaskFiles } from './files.ts'
import { countBad, insertTaskLog, receivedFile } from './logs.ts'
import { maskSecrets } from './mask.ts'
import { outcomeOf, type TaskOutcome } from './outcome.ts'
import { requestLine } from './request.ts'
import { readRun, type Values } from './run.ts'
import { firstStepOf, placeOf, type StepPlace, stepsOf } from './steps.ts'
import { lockGroups } from './store.ts'

/** Capability of agents that store and send files. */
const filesCapability = 'store'

const usesFiles = ({ tasks }: TaskRun): boolean =>
  tasks.some(({ type }) => type === 'upload_file' || type === 'download_file')
const usesApi = ({ tasks }: TaskRun): boolean => tasks.some(({ type }) => type === 'api_request')

/** Name of a path in the list of files: characters that names cannot have become underscores. */
const fileNameOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/[^\p{L}\p{N}._+=@, -]/gu, '_')
    .slice(0, 200)
    .trim() || 'file'

const secretsOf = (stored: string): Values[] => JSON.parse(stored) as Values[]

export function taskHandler({ db, seal, emit }: { db: Db; seal: Pick<Seal, 'open'>; emit: Emit }): ActionHandler {
  /** Values of all secret variables of a run; undefined once they were wiped. */
  const findSecrets = (tx: Db, id: number): Promise<Values[] | undefined> =>
    openSecret(tx, seal, id).then(secretsOf, () => undefined)

  /** The outcome with secrets masked, so that it can be stored. */
  async function masked(tx: Db, run: TaskRun, id: number, outcome: TaskOutcome): Promise<TaskOutcome> {
    if (!run.secret) return outcome
    const values = await findSecrets(tx, id)
    if (!values)
      return { ...outcome, message: text('actions.device_failed', { code: outcome.exit ?? 0 }), output: dropped }
    const secrets = values.flatMap((all) => Object.values(all))
    return {
      ...outcome,
      message: maskSecrets(outcome.message, secrets) as Text,
      output: outcome.output && maskSecrets(outcome.output, secrets),
    }
  }

  return actionHandler('task_group', {
    stepsOf: (argument) => stepsOf(readRun(argument).tasks),
    hasSecret: (argument) => readRun(argument).secret,
    async sourceOf(call, argument) {
      const { group_id, tasks } = readRun(argument)
      const [group] = await lockGroups(call.db, call.scope, [group_id], 'key share')
      if (!group) throw new Problem('NOT_FOUND', { message: text('tasks.group_gone') })
      const ids = tasks.flatMap(({ file }) => (file ? [file.id] : []))
      const files = await lockTaskFiles(call.db, call.scope, ids)
      const gone = tasks.find(({ file }) => file && !files.has(file.id))
      if (gone) throw new Problem('CONFLICT', { message: text('tasks.file_gone', { task: gone.name }) })
      return { id: group.id, name: group.name }
    },
    obstacle(device, argument) {
      const run = readRun(argument)
      if (usesApi(run) && !device.caps.includes(apiCapability))
        return { code: 'UNSUPPORTED', message: text('tasks.old_api_agent', { name: device.name }) }
      if (!usesFiles(run) || device.caps.includes(filesCapability)) return undefined
      return { code: 'UNSUPPORTED', message: text('tasks.old_agent', { name: device.name }) }
    },
    async prevents(tx, { id, arg }) {
      if (!readRun(arg).secret || (await findSecrets(tx, id))) return undefined
      return text('tasks.secret_wiped')
    },
    async command(target, step, { offerDownload, offerUpload, openSecret: open }) {
      const run = readRun(target.arg)
      const { task, at, verb } = placeOf(run.tasks, step)
      const values = { ...task.values, ...(run.secret ? secretsOf(await open(target.id))[at] : {}) }
      if (verb === 'exec') return { verb, arg: fillCommand(task.command ?? '', values) }
      if (verb === 'api-call') return { verb, arg: requestLine(task, values) ?? '' }
      const path = fillPath(task.path ?? '', values)
      if (verb === 'send')
        return { verb, arg: `${await offerUpload(target, fileNameOf(task.path ?? ''))} file ${task.timeout} ${path}` }
      const { id, sha256, size } = fileOf(task)
      if (verb === 'store') return { verb, arg: `${sha256} ${path}` }
      const content = await findContent(db, id)
      if (!content) throw new Error(`File ${id} of a task was deleted`)
      return { verb, arg: `${await offerDownload(target, content)} ${sha256} ${size} ${task.timeout}` }
    },
    async conclude(tx, target, next, observation) {
      const run = readRun(target.arg)
      const place = placeOf(run.tasks, target.step)
      const checked = await check(tx, target, place, next)
      if (checked === 'goes on') return { ...next, message: messageOf('tasks.fetched', run, place.at) }
      const outcome = { ...outcomeOf(place, next, observation), ...checked }
      await insertTaskLog(tx, target, place, await masked(tx, run, target.id, outcome))
      return follow(tx, target, run, place, { outcome, lost: observation.what === 'overdue' ? next : undefined })
    },
    async ended(tx, targets) {
      await putOutcomeTags(tx, targets)
      await wipeUsed(tx, targets)
    },
  })

  /** Puts tags by outcome on devices on which a task ended. */
  async function putOutcomeTags(tx: Db, targets: readonly Moved[]): Promise<void> {
    for (const state of ['done', 'failed'] as const) {
      const ended = targets.filter((target) => target.state === state)
      for (const rows of Map.groupBy(ended, ({ action_id }) => action_id).values()) {
        const { success_tags, failed_tags } = readRun(rows[0]?.arg ?? null)
        const ids = state === 'done' ? success_tags : failed_tags
        if (ids.length === 0) continue
        const devices = await lockTried(tx, rows)
        const tagged = await putTags(tx, { devices, tags: ids.map((id) => ({ id })) })
        const changed = new Set(tagged.map(({ device_id }) => device_id))
        await emit(
          tx,
          ...devices
            .filter(({ id }) => changed.has(id))
            .map(({ id, company_id }) => ({ type: 'device.tagged' as const, data: { device_id: id, company_id } })),
        )
      }
    }
  }
}

const dropped = '(not stored: the secret values are no longer known)'

/** Devices on which a task of their run ended, locked against a move until their tags are written. */
async function lockTried(tx: Db, targets: readonly Moved[]): Promise<{ id: number; company_id: number }[]> {
  const { rows } = await sql<{ id: number; company_id: number }>`
    SELECT d.id, d.company_id FROM devices d
    WHERE d.deleted_at IS NULL AND ${systemScope('action on devices resolved in scope')} AND d.id IN (
      SELECT l.device_id FROM task_logs l JOIN unnest(${targets.map(({ id }) => id)}::bigint[], ${targets.map(({ attempt }) => attempt)}::int[])
        AS x (id, attempt) ON l.target_id = x.id AND l.attempt = x.attempt)
    ORDER BY d.id FOR NO KEY UPDATE`.execute(tx)
  return rows
}

function fileOf({ file, name }: RunTask): NonNullable<RunTask['file']> {
  if (!file) throw new Error(`Task ${name} has no file`)
  return file
}

const messageOf = (key: 'tasks.running' | 'tasks.fetched' | 'tasks.stopped', { tasks }: TaskRun, at: number): Text =>
  text(key, { number: at + 1, count: tasks.length, name: tasks[at]?.name ?? '' })

/** Checks a step that a device reports as done. A file that was fetched is stored in the next step. */
async function check(
  tx: Db,
  { id, command_id }: Concluded,
  { verb }: StepPlace,
  next: NextState,
): Promise<Partial<TaskOutcome> | 'goes on'> {
  if (next.state === 'failed') return {}
  if (verb === 'fetch') {
    if (await wasFetched(tx, id, command_id ?? '')) return 'goes on'
    return { state: 'failed', message: text('tasks.result_not_fetched') }
  }
  if (verb !== 'send') return {}
  const fileId = await receivedFile(tx, id)
  return fileId === undefined ? { state: 'failed', message: text('tasks.result_not_sent') } : { fileId }
}

/** Decides what follows the end of a task: the next task, or the end of the run. */
async function follow(
  tx: Db,
  target: Concluded,
  run: TaskRun,
  { task, at }: StepPlace,
  { outcome, lost }: { outcome: TaskOutcome; lost: NextState | undefined },
): Promise<NextState> {
  const count = run.tasks.length
  const next = at + 1
  if (lost) {
    const { message } = outcome
    return { ...lost, message: text('tasks.unanswered', { number: next, count, name: task.name, message }) }
  }
  const isLast = next === count
  if (outcome.state === 'failed' && task.stop_on_failure && !isLast)
    return { state: 'failed', message: messageOf('tasks.stopped', run, at) }
  if (!isLast)
    return { state: 'running', step: firstStepOf(run.tasks, next), message: messageOf('tasks.running', run, next) }
  const bad = await countBad(tx, target)
  return bad === 0
    ? { state: 'done', message: text('tasks.all_done', { count }) }
    : { state: 'failed', message: text('tasks.some_failed', { bad, count }) }
}
