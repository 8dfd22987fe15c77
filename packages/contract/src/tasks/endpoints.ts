import * as z from 'zod/mini'
import { actionDevices, actionStarted } from '../actions/parts.ts'
import { chosen } from '../choice.ts'
import { empty, endpoint } from '../endpoint.ts'
import { exportOf } from '../export.ts'
import { companyContext, createdBetween, searchIn, wordListText } from '../filter.ts'
import { id, idListText, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { timeText } from '../time-schemas.ts'
import { groupLogStates, groupSorts, taskLimits, taskStates, taskTypes } from './constants.ts'
import {
  givenValues,
  groupChangeSchema,
  groupLogSchema,
  newGroupSchema,
  taskChangeSchema,
  taskGroupDetailsSchema,
  taskGroupSchema,
  taskLogSchema,
  taskSchema,
} from './schemas.ts'

const { tasks: mostTasks, waits } = taskLimits
const group = z.object({ id: idText('task_group') })
const groupFilters = { company_id: z.optional(idText('company')), ...createdBetween, ...companyContext }

export const listTasks = endpoint({
  name: 'tasks.list',
  method: 'GET',
  path: '/devices/tasks',
  summary: 'List tasks, group by group in their order',
  permission: 'view_device_tasks',
  query: listQuery(['order', 'name', 'created_at'], {
    company_id: z.optional(idText('company')),
    type: z.optional(z.enum(taskTypes)),
    ...searchIn(['name']),
    group_id: z.optional(idText('task_group')),
    ...companyContext,
  }),
  response: z.array(taskSchema),
  meta: listMeta,
})

export const updateTask = endpoint({
  name: 'tasks.update',
  method: 'PUT',
  path: '/devices/tasks/{id}',
  summary: 'Change the name, place, time limit of a task, or whether its failure stops the group',
  permission: 'update_device_tasks',
  params: z.object({ id: idText('task') }),
  body: taskChangeSchema,
  response: empty,
})

export const deleteTask = endpoint({
  name: 'tasks.delete',
  method: 'DELETE',
  path: '/devices/tasks/{id}',
  summary: 'Delete a task of a group that has others',
  permission: 'delete_device_tasks',
  params: z.object({ id: idText('task') }),
  response: empty,
})

export const listTaskGroups = endpoint({
  name: 'tasks.groups',
  method: 'GET',
  path: '/devices/tasks/groups',
  summary: 'List task groups',
  permission: 'view_device_task_groups',
  query: listQuery(groupSorts, {
    id: z.optional(idListText('task_group')),
    ...searchIn(['name']),
    name: z.optional(z.string().check(z.maxLength(taskLimits.name))),
    ...groupFilters,
  }),
  response: z.array(taskGroupSchema),
  meta: listMeta,
})

export const exportTaskGroups = exportOf(listTaskGroups, {
  name: 'tasks.export_groups',
  summary: 'Download the task groups of a list as CSV',
  file: 'task-groups',
  columns: ['id', 'name', 'company_name', 'tasks_count', 'created_at', 'updated_at'],
})

export const createTaskGroup = endpoint({
  name: 'tasks.create_group',
  method: 'POST',
  path: '/devices/tasks/groups',
  summary: 'Create a task group: tasks that devices of a company do one after the other',
  permission: 'create_device_task_groups',
  body: newGroupSchema,
  response: z.object({ id: id('task_group') }),
  status: 201,
})

export const getTaskGroup = endpoint({
  name: 'tasks.get_group',
  method: 'GET',
  path: '/devices/tasks/groups/{id}',
  summary: 'Get a task group with its tasks, and the variables they ask for',
  permission: 'view_device_task_groups',
  params: group,
  response: taskGroupDetailsSchema,
})

export const updateTaskGroup = endpoint({
  name: 'tasks.update_group',
  method: 'PUT',
  path: '/devices/tasks/groups/{id}',
  summary: 'Change a task group. Given tasks take the place of all it has; those with an id stay the same',
  permission: 'update_device_task_groups',
  params: group,
  body: groupChangeSchema,
  response: empty,
})

export const deleteTaskGroup = endpoint({
  name: 'tasks.delete_group',
  method: 'DELETE',
  path: '/devices/tasks/groups/{id}',
  summary: 'Delete a task group; what runs on devices goes on',
  permission: 'delete_device_task_groups',
  params: group,
  response: empty,
})

export const deleteTaskGroups = endpoint({
  name: 'tasks.delete_groups',
  method: 'DELETE',
  path: '/devices/tasks/groups',
  summary: 'Delete task groups, named or by the filter of a list; what runs on devices goes on',
  permission: 'delete_device_task_groups',
  body: chosen('id', 'task_group', groupFilters),
  response: z.array(z.object({ id: id('task_group') })),
})

export const runTaskGroup = endpoint({
  name: 'tasks.run',
  method: 'POST',
  path: '/devices/tasks/groups/{id}',
  summary: 'Run a task group on devices, named or by the filter of a list; follow it on meta.channel',
  permission: 'execute_device_task_groups',
  params: group,
  body: z.object({
    ...actionDevices,
    /** Values of variables, for all tasks. */
    variables: z.optional(givenValues),
    /** Runs only these tasks, with their own values where they differ. */
    tasks: z.optional(
      z
        .array(z.object({ task_id: id('task'), variables: z.optional(givenValues) }))
        .check(z.minLength(1), z.maxLength(mostTasks)),
    ),
    /** Time of the start; immediately by default. */
    starts_at: z.optional(timeText()),
    /** Seconds it waits for devices that are offline, from its start on. */
    expires_in: z.optional(z.int().check(z.minimum(waits.min), z.maximum(waits.max))),
  }),
  response: actionStarted.response,
  meta: actionStarted.meta,
})

export const listGroupLogs = endpoint({
  name: 'tasks.group_logs',
  method: 'GET',
  path: '/devices/tasks/groups/logs',
  summary: 'List runs of task groups by device, newest first',
  permission: 'view_device_task_groups',
  query: listQuery(['created_at'], {
    ...searchIn(['device_name', 'device_serial']),
    device_id: z.optional(idText('device')),
    group_id: z.optional(idText('task_group')),
    action_id: z.optional(idText('action')),
    status: z.optional(wordListText(groupLogStates)),
    ...createdBetween,
    ...companyContext,
  }),
  response: z.array(groupLogSchema),
  meta: listMeta,
})

export const getGroupLog = endpoint({
  name: 'tasks.get_group_log',
  method: 'GET',
  path: '/devices/tasks/groups/logs/{id}',
  summary: 'Get a run of a task group on a device',
  permission: 'view_device_task_groups',
  params: z.object({ id: idText('action_target') }),
  response: groupLogSchema,
})

export const listTaskLogs = endpoint({
  name: 'tasks.logs',
  method: 'GET',
  path: '/devices/tasks/logs',
  summary: 'List tasks that ended on devices with their results, newest first; output is in each one alone',
  permission: 'view_device_tasks',
  query: listQuery(['created_at'], {
    type: z.optional(z.enum(taskTypes)),
    group_log_id: z.optional(idText('action_target')),
    device_id: z.optional(idText('device')),
    state: z.optional(wordListText(taskStates)),
    ...companyContext,
  }),
  response: z.array(taskLogSchema),
  meta: listMeta,
})

export const getTaskLog = endpoint({
  name: 'tasks.get_log',
  method: 'GET',
  path: '/devices/tasks/logs/{id}',
  summary: 'Get a task that ended on a device, with its output',
  permission: 'view_device_tasks',
  params: z.object({ id: idText('task_log') }),
  response: taskLogSchema,
})
