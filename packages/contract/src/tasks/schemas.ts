import * as z from 'zod/mini'
import { targetStates } from '../actions/constants.ts'
import { formFields, formSchema, optionalFields } from '../forms/schema.ts'
import { text } from '../i18n.ts'
import { companyId, id } from '../ids.ts'
import { tagMarkSchema } from '../tags/mark.ts'
import { time } from '../time-schemas.ts'
import { groupLogStates, taskLimits, taskStates, taskTypes } from './constants.ts'
import { editTaskGroupForm, newTaskGroupForm, taskForm } from './forms.ts'

const { tasks: mostTasks, value, variables: mostVariables } = taskLimits

const fields = formFields(taskForm)
const optional = optionalFields(taskForm)
const { command, acceptable_codes, file_id, target_path, file } = optional
const { method, path, query, body, acceptable_statuses } = optional

/** Data of a task by type; fields of other types are ignored. */
const data = z.object({
  command,
  acceptable_codes,
  method,
  path,
  query,
  /** JSON: an object. */
  body,
  acceptable_statuses,
  file_id,
  target_path,
  file,
})

const order = z.int().check(z.minimum(0))

/** Required fields of each type, with the message for a missing one. */
const needed = [
  ['command', 'command', text('forms.command_required')],
  ['api_request', 'method', text('tasks.method_required')],
  ['api_request', 'path', text('forms.path_required')],
  ['upload_file', 'file_id', text('forms.task_file_required')],
  ['upload_file', 'target_path', text('forms.path_required')],
  ['download_file', 'file', text('forms.path_required')],
] as const

type Given = { type?: unknown; data?: Record<string, unknown> }

/** True if an API request can send it: an object as JSON, or nothing. */
function isBody(body: unknown): boolean {
  if (typeof body !== 'string' || body.trim() === '') return true
  try {
    const data: unknown = JSON.parse(body)
    return typeof data === 'object' && data !== null && !Array.isArray(data)
  } catch {
    return false
  }
}

/** A task of a group; one with an id already exists in the group. */
const givenTask = z
  .object({
    id: z.optional(id('task')),
    name: fields.name,
    /** Its place; by default that in the list. */
    order: z.optional(order),
    type: z.enum(taskTypes),
    /** Seconds. */
    timeout: z._default(fields.timeout, taskLimits.timeout.default),
    /** True if the tasks after it are skipped when it fails. */
    stop_on_failure: z._default(z.boolean(), true),
    data,
  })
  .check(
    z.refine((task) => (task as Given).type !== 'api_request' || isBody((task as Given).data?.body), {
      path: ['data', 'body'],
      error: text('tasks.body'),
    }),
    ...needed.map(([type, key, error]) =>
      z.refine((task) => (task as Given).type !== type || ((task as Given).data?.[key] ?? '') !== '', {
        path: ['data', key],
        error,
      }),
    ),
  )
export type GivenTask = z.output<typeof givenTask>

const tasks = z
  .array(givenTask)
  .check(
    z.minLength(1, text('tasks.tasks_required')),
    z.maxLength(mostTasks, text('tasks.too_many', { count: mostTasks })),
  )

/** Variables whose values are secret: sealed until they are used, and shown nowhere. */
const secret_variables = z.optional(
  z.array(z.string().check(z.regex(/^[a-z][a-z0-9_]{1,31}$/i))).check(z.maxLength(mostVariables)),
)

export const newGroupSchema = formSchema(newTaskGroupForm, { tasks, secret_variables })
export const groupChangeSchema = z
  .object({ ...optionalFields(editTaskGroupForm), tasks: z.optional(tasks), secret_variables })
  .check(z.refine((change) => Object.keys(change).length > 0, { error: text('forms.no_change') }))

export const taskChangeSchema = z.object({
  name: fields.name,
  order,
  stop_on_failure: z.boolean(),
  timeout: fields.timeout,
})

export const taskSchema = z.object({
  id: id('task'),
  group_id: id('task_group'),
  group_name: z.string(),
  company_id: companyId(),
  order: z.int(),
  type: z.enum(taskTypes),
  name: z.string(),
  data: z.object({
    command: z.optional(z.string()),
    acceptable_codes: z.optional(z.array(z.int())),
    method: z.optional(z.string()),
    path: z.optional(z.string()),
    query: z.optional(z.string()),
    body: z.optional(z.string()),
    acceptable_statuses: z.optional(z.array(z.int())),
    /** Null if the file was deleted with its company. */
    file_id: z.optional(z.nullable(id('file'))),
    file_name: z.optional(z.nullable(z.string())),
    target_path: z.optional(z.string()),
    file: z.optional(z.string()),
  }),
  timeout: z.int(),
  stop_on_failure: z.boolean(),
  created_at: time(),
  updated_at: time(),
})
export type Task = z.infer<typeof taskSchema>

export const taskGroupSchema = z.object({
  id: id('task_group'),
  name: z.string(),
  company_id: companyId(),
  company_name: z.string(),
  tasks_count: z.int(),
  /** Tags for a device on which all tasks were done, or one was not. */
  success_tags: z.array(tagMarkSchema),
  failed_tags: z.array(tagMarkSchema),
  created_at: time(),
  updated_at: time(),
})
export type TaskGroup = z.infer<typeof taskGroupSchema>

const variable = z.object({ name: z.string(), secret: z.boolean() })
export type TaskVariable = z.infer<typeof variable>

export const taskGroupDetailsSchema = z.extend(taskGroupSchema, {
  tasks: z.array(taskSchema),
  /** Values to enter before a run, in the order in which the tasks use them. */
  variables: z.array(variable),
})
export type TaskGroupDetails = z.infer<typeof taskGroupDetailsSchema>

/** Any text that a shell can take. */
const valueText = z.string().check(z.maxLength(value), z.regex(/^[^\0]*$/, text('forms.not_text')))
export const givenValues = z
  .array(z.object({ name: z.string().check(z.maxLength(32)), value: valueText }))
  .check(z.maxLength(mostVariables))

export const groupLogSchema = z.object({
  id: id('action_target'),
  action_id: id('action'),
  device_id: id('device'),
  device_name: z.string(),
  device_serial: z.string(),
  /** The group, and its name at the start. */
  group_id: z.nullable(id('task_group')),
  name: z.string(),
  status: z.enum(groupLogStates),
  state: z.enum(targetStates),
  /** The last step, in words. */
  message: z.string(),
  /** Number of tasks in the group, and of those that ended by outcome. */
  tasks_count: z.int(),
  counts: z.record(z.enum(taskStates), z.int()),
  username: z.nullable(z.string()),
  created_at: time(),
  finished_at: z.nullable(time()),
})
export type GroupLog = z.infer<typeof groupLogSchema>

/** Answer of a device. */
const resultSchema = z.object({
  state: z.enum(taskStates),
  message: z.string(),
  exit_code: z.nullable(z.int()),
  /** At most 64 KB, without secret values. */
  output: z.nullable(z.string()),
  /** Seconds. */
  duration: z.nullable(z.number()),
  /** The file that the device sent. */
  file_id: z.nullable(id('file')),
})

export const taskLogSchema = z.object({
  id: id('task_log'),
  group_log_id: id('action_target'),
  group_log_name: z.string(),
  device_id: id('device'),
  device_name: z.string(),
  /** Place in the group, from 1. */
  order: z.int(),
  /** Number of the attempt in the run, from 1. */
  attempt: z.int(),
  type: z.enum(taskTypes),
  name: z.string(),
  /** The task as it was, with placeholders. */
  data: taskSchema.shape.data,
  result: resultSchema,
  created_at: time(),
})
export type TaskLog = z.infer<typeof taskLogSchema>
