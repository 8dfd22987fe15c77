import type { Task, TaskGroup, TaskGroupDetails } from '@longreach/contract/tasks/schemas'
import { variablesIn } from '@longreach/contract/tasks/variables'
import { formatTime } from '@longreach/contract/time'
import type { GroupRow, TaskRow } from './store.ts'
import { textsOf } from './texts-of.ts'

export const presentGroup = (row: GroupRow): TaskGroup => ({
  id: row.id,
  name: row.name,
  company_id: row.company_id,
  company_name: row.company_name,
  tasks_count: row.tasks_count,
  success_tags: row.success_tags,
  failed_tags: row.failed_tags,
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})

function dataOf(task: TaskRow): Task['data'] {
  const { type, command, acceptable_codes, file_id, file_name, path, method, query, body } = task
  if (type === 'command') return { command: command ?? '', acceptable_codes: acceptable_codes ?? [] }
  if (type === 'api_request')
    return {
      method: method ?? '',
      path: path ?? '',
      query: query ?? '',
      body: body ?? '',
      acceptable_statuses: acceptable_codes ?? [],
    }
  if (type === 'download_file') return { file: path ?? '' }
  return { file_id, file_name, target_path: path ?? '' }
}

export const presentTask = (row: TaskRow): Task => ({
  id: row.id,
  group_id: row.group_id,
  group_name: row.group_name,
  company_id: row.company_id,
  order: row.place,
  type: row.type,
  name: row.name,
  data: dataOf(row),
  timeout: row.timeout,
  stop_on_failure: row.stop_on_failure,
  created_at: formatTime(row.created_at),
  updated_at: formatTime(row.updated_at),
})

export const presentGroupDetails = (row: GroupRow, tasks: readonly TaskRow[]): TaskGroupDetails => ({
  ...presentGroup(row),
  tasks: tasks.map(presentTask),
  variables: variablesIn(tasks.flatMap(textsOf)).map((name) => ({
    name,
    secret: row.secret_variables.includes(name),
  })),
})
