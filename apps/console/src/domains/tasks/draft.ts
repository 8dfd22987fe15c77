import type { FormBody } from '@longreach/contract/forms/fields'
import { type requestMethods, type TaskType, taskLimits } from '@longreach/contract/tasks/constants'
import type { taskForm } from '@longreach/contract/tasks/forms'
import type { Task } from '@longreach/contract/tasks/schemas'
import { variablesIn } from '@longreach/contract/tasks/variables'

/** A task in the editor of its group. */
export interface DraftTask {
  /** Key of the row while the window is open. */
  key: string
  /** Absent for a new task. */
  id?: number
  name: string
  type: TaskType
  command: string
  acceptable_codes: number[]
  method: string
  path: string
  query: string
  body: string
  acceptable_statuses: number[]
  file_id: number | null
  file_name: string | null
  target_path: string
  file: string
  timeout: number
  stop_on_failure: boolean
}

let keys = 0

export const newDraft = (): DraftTask => ({
  key: `new ${++keys}`,
  name: '',
  type: 'command',
  command: '',
  acceptable_codes: [],
  method: 'GET',
  path: '',
  query: '',
  body: '',
  acceptable_statuses: [],
  file_id: null,
  file_name: null,
  target_path: '',
  file: '',
  timeout: taskLimits.timeout.default,
  stop_on_failure: true,
})

export function draftOf({ id, name, type, data, timeout, stop_on_failure }: Task): DraftTask {
  const { command = '', acceptable_codes = [], file_id = null, file_name = null, target_path = '', file = '' } = data
  const { method = 'GET', path = '', query = '', body = '', acceptable_statuses = [] } = data
  const codes = acceptable_codes.length === 1 && acceptable_codes[0] === 0 ? [] : acceptable_codes
  return {
    key: String(id),
    id,
    name,
    type,
    command,
    acceptable_codes: codes,
    method,
    path,
    query,
    body,
    acceptable_statuses,
    file_id,
    file_name,
    target_path,
    file,
    timeout,
    stop_on_failure,
  }
}

/** Merges the values of its form into a draft. */
export const withBody = (draft: DraftTask, body: FormBody<typeof taskForm, string>, fileName: string | null) =>
  ({
    ...draft,
    name: body.name,
    type: body.type,
    command: body.command ?? '',
    acceptable_codes: body.acceptable_codes ?? [],
    method: body.method ?? 'GET',
    path: body.path ?? '',
    query: body.query ?? '',
    body: body.body ?? '',
    acceptable_statuses: body.acceptable_statuses ?? [],
    file_id: body.file_id ?? null,
    file_name: fileName,
    target_path: body.target_path ?? '',
    file: body.file ?? '',
    timeout: body.timeout,
    stop_on_failure: body.stop_on_failure === true,
  }) satisfies DraftTask

export function taskOf({ id, name, type, timeout, stop_on_failure, ...draft }: DraftTask) {
  const { command, acceptable_codes, file_id, target_path, file } = draft
  const data =
    type === 'command'
      ? { command, acceptable_codes }
      : type === 'api_request'
        ? requestOf(draft)
        : type === 'upload_file'
          ? { ...(file_id === null ? {} : { file_id }), target_path }
          : { file }
  return { ...(id === undefined ? {} : { id }), name, type, timeout, stop_on_failure, data }
}

type Draft = Pick<DraftTask, 'method' | 'path' | 'query' | 'body' | 'acceptable_statuses'>

const requestOf = ({ method, path, query, body, acceptable_statuses }: Draft) => ({
  method: method as (typeof requestMethods)[number],
  path,
  ...(query === '' ? {} : { query }),
  ...(body === '' ? {} : { body }),
  acceptable_statuses,
})

export const variablesOf = (tasks: readonly DraftTask[]): string[] =>
  variablesIn(
    tasks.flatMap(({ type, command, target_path, file, path, query, body }) =>
      type === 'command'
        ? [command]
        : type === 'api_request'
          ? [path, query, body]
          : [type === 'upload_file' ? target_path : file],
    ),
  )

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), list[from] as T, ...rest.slice(to)]
}
