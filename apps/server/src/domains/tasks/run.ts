import type { ErrorItem } from '@longreach/contract/errors'
import { type Text, text } from '@longreach/contract/i18n'
import { escapeText } from '@longreach/contract/link/escape'
import { linkLimits } from '@longreach/contract/link/limits'
import { type RunTask, type TaskRun, taskRunArgument } from '@longreach/contract/tasks/argument'
import { fillCommand, fillPath, isFilePath, variablesIn } from '@longreach/contract/tasks/variables'
import { notFound, Problem } from '../../endpoint/problem.ts'
import type { TaskFile } from './files.ts'
import { requestLine } from './request.ts'
import type { LockedGroup, Outcome, TaskRow } from './store.ts'
import { textsOf } from './texts-of.ts'

export type Values = Readonly<Record<string, string>>
type Given = readonly { name: string; value: string }[]

export interface RunRequest {
  /** Values for all tasks. */
  variables?: Given | undefined
  /** Runs only these tasks, each with its own values. */
  tasks?: readonly { task_id: number; variables?: Given | undefined }[] | undefined
}

export const readRun = (argument: string | null): TaskRun => taskRunArgument.parse(JSON.parse(argument ?? ''))

const entries = (given: Given = []) => given.map(({ name, value }) => [name, value] as const)

/** Values for the variables of a task; its own values come before those for all tasks. */
function valuesOf(task: TaskRow, request: RunRequest): Record<string, string> {
  const own = request.tasks?.find(({ task_id }) => task_id === task.id)
  const all = new Map([...entries(request.variables), ...entries(own?.variables)])
  const names = variablesIn(textsOf(task)).filter((name) => all.has(name))
  return Object.fromEntries(names.map((name) => [name, all.get(name) as string]))
}

/** Reasons why a task cannot be run with its values. */
function faultsOf(task: TaskRow | RunTask, values: Values): ErrorItem[] {
  const names = variablesIn(textsOf(task))
  const fault = (variable: string, message: Text): ErrorItem => ({
    code: 'VALIDATION_FAILED',
    source: `variables.${variable}`,
    message,
  })
  const missing = names.filter((name) => (values[name] ?? '') === '')
  if (missing.length > 0) return missing.map((one) => fault(one, text('tasks.value_required', { name: one })))
  const { name } = task
  const [first = ''] = names
  if (task.type === 'api_request') {
    const request = requestLine(task, values)
    const fits = request !== undefined && escapeText(request).length <= linkLimits.downCommandBytes
    return fits ? [] : [fault(first, text('tasks.value_request', { task: name }))]
  }
  const { path = null, command = null } = task
  if (path !== null && !isFilePath(fillPath(path, values)))
    return [fault(first, text('tasks.value_path', { task: name }))]
  if (command === null) return []
  const line = escapeText(fillCommand(command, values))
  return line.length > linkLimits.downCommandBytes ? [fault(first, text('tasks.value_length', { task: name }))] : []
}

/**
 * Argument of a run: the group as it is now, with the given values. Secret values are separate, for each task. Throws
 * if a value is missing or invalid.
 */
export function planRun(
  group: Pick<LockedGroup, 'id' | 'name' | 'secret_variables'>,
  content: { tasks: readonly TaskRow[]; files: ReadonlyMap<number, TaskFile>; tags: Record<Outcome, number[]> },
  request: RunRequest,
): { run: TaskRun; secrets: Values[] | undefined } {
  const { tasks, files, tags } = content
  const unknown = request.tasks?.find(({ task_id }) => !tasks.some(({ id }) => id === task_id))
  if (unknown) throw notFound('tasks')
  const chosen = tasks.filter(({ id }) => !request.tasks || request.tasks.some(({ task_id }) => task_id === id))
  const values = chosen.map((task) => valuesOf(task, request))
  const errors = chosen.flatMap((task, at) => faultsOf(task, values[at] ?? {}))
  if (errors.length > 0) throw new Problem('VALIDATION_FAILED', { errors: onceEach(errors) })
  const isSecret = (name: string) => group.secret_variables.includes(name)
  const part = (all: Values, secret: boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => isSecret(name) === secret))
  const secrets = values.map((all) => part(all, true))
  const secret = secrets.some((all) => Object.keys(all).length > 0)
  const run: TaskRun = {
    group_id: group.id,
    name: group.name,
    tasks: chosen.map((task, at) => snapshot(task, files, part(values[at] ?? {}, false))),
    success_tags: tags.success,
    failed_tags: tags.failed,
    secret,
  }
  return { run, secrets: secret ? secrets : undefined }
}

/** Variables of a run's task that are not among its values: the secret ones. */
const secretNamesOf = (task: RunTask): string[] => variablesIn(textsOf(task)).filter((name) => !(name in task.values))

export const secretNames = ({ secret, tasks }: TaskRun): string[] =>
  secret ? [...new Set(tasks.flatMap(secretNamesOf))] : []

/** Secret values of a run for each task, entered again. Throws if one is missing or invalid. */
export function secretsAgain({ tasks }: TaskRun, given: Given): Values[] {
  const all = new Map(entries(given))
  const secrets = tasks.map((task) =>
    Object.fromEntries(secretNamesOf(task).flatMap((name) => (all.has(name) ? [[name, all.get(name) as string]] : []))),
  )
  const errors = tasks.flatMap((task, at) => faultsOf(task, { ...task.values, ...secrets[at] }))
  if (errors.length > 0) throw new Problem('VALIDATION_FAILED', { errors: onceEach(errors) })
  return secrets
}

/** Reports a missing variable of several tasks once. */
const onceEach = (errors: readonly ErrorItem[]): ErrorItem[] => [
  ...new Map(errors.map((error) => [`${error.source} ${error.message}`, error])).values(),
]

function snapshot(task: TaskRow, files: ReadonlyMap<number, TaskFile>, values: Values): RunTask {
  const { id, name, type, timeout, stop_on_failure, command, path, acceptable_codes, file_id, method, query, body } =
    task
  const file = file_id === null ? undefined : files.get(file_id)
  if (type === 'upload_file' && !file)
    throw new Problem('CONFLICT', { message: text('tasks.file_gone', { task: name }) })
  return {
    id,
    name,
    type,
    timeout,
    stop_on_failure,
    ...(command === null ? {} : { command, acceptable_codes: acceptable_codes ?? [] }),
    ...(path === null ? {} : { path }),
    ...(method === null ? {} : { method, acceptable_codes: acceptable_codes ?? [] }),
    ...(query === null ? {} : { query }),
    ...(body === null ? {} : { body }),
    ...(file ? { file } : {}),
    values,
  }
}
