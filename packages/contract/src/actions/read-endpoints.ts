import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exportOf } from '../export.ts'
import { companyContext, createdBetween } from '../filter.ts'
import { idText } from '../ids.ts'
import { flagText, listMeta, listQuery } from '../page.ts'
import { timeText } from '../time-schemas.ts'
import { actionStages, targetStates } from './constants.ts'
import { actionKindNames } from './kinds.ts'
import {
  actionLogSchema,
  actionSchema,
  outputSchema,
  outputsSchema,
  pendingSchema,
  resultSchema,
  tagActionLogSchema,
  targetDetailsSchema,
  targetSchema,
} from './schemas.ts'

export const listActions = endpoint({
  name: 'actions.list',
  method: 'GET',
  path: '/devices/actions',
  summary: 'List actions on devices with their counts by state, newest first',
  permission: 'view_device_logs',
  query: listQuery(['created_at'], {
    device_id: z.optional(idText('device')),
    kind: z.optional(z.enum(actionKindNames)),
    state: z.optional(z.enum(targetStates)),
    stage: z.optional(z.enum(actionStages)),
    /** Only actions that are not final. */
    active: z.optional(flagText()),
    /** Only the caller's own actions. */
    own: z.optional(flagText()),
    user_id: z.optional(idText('user')),
    start_date: z.optional(timeText()),
    end_date: z.optional(timeText()),
    ...companyContext,
  }),
  response: z.array(actionSchema),
  meta: listMeta,
})

export const getAction = endpoint({
  name: 'actions.get',
  method: 'GET',
  path: '/devices/actions/{id}',
  summary: 'Get an action and one page of its devices',
  permission: 'view_device_logs',
  params: z.object({ id: idText('action') }),
  query: listQuery(['id'], { state: z.optional(z.enum(targetStates)) }),
  response: z.extend(actionSchema, { targets: z.array(targetSchema) }),
  meta: listMeta,
})

export const getActionTarget = endpoint({
  name: 'actions.get_target',
  method: 'GET',
  path: '/devices/actions/targets/{id}',
  summary: 'Get all steps and the output of an action on one device',
  permission: 'view_device_logs',
  params: z.object({ id: idText('action_target') }),
  response: targetDetailsSchema,
})

export const getOutputs = endpoint({
  name: 'actions.outputs',
  method: 'GET',
  path: '/devices/actions/{id}/outputs',
  summary:
    'Get what the devices of an action answered: equal answers once, then failures, then those without an answer',
  permission: 'view_device_logs',
  params: z.object({ id: idText('action') }),
  response: outputsSchema,
})

export const getOutput = endpoint({
  name: 'actions.output',
  method: 'GET',
  path: '/devices/actions/{id}/outputs/{group}',
  summary: 'Get one answer to an action and all devices that gave it',
  permission: 'view_device_logs',
  params: z.object({ id: idText('action'), group: z.string().check(z.regex(/^[a-z0-9]{1,32}$/)) }),
  response: outputSchema,
})

export const exportOutputs = endpoint({
  name: 'actions.export_outputs',
  method: 'GET',
  path: '/devices/actions/{id}/outputs/export/text',
  summary:
    'Download what the devices of an action answered as text: equal answers once, below the names of their devices',
  permission: 'view_device_logs',
  kind: 'download',
  params: z.object({ id: idText('action') }),
  response: z.string(),
})

export const listResults = endpoint({
  name: 'actions.results',
  method: 'GET',
  path: '/devices/actions/results',
  summary: 'List actions by device with their answers, newest first',
  permission: 'view_device_logs',
  query: listQuery(['created_at'], {
    action_id: z.optional(idText('action')),
    device_id: z.optional(idText('device')),
    state: z.optional(z.enum(targetStates)),
  }),
  response: z.array(resultSchema),
  meta: listMeta,
})

export const exportResults = exportOf(listResults, {
  name: 'actions.export_results',
  summary: 'Download actions by device with their answers',
  file: 'action-results',
  columns: [
    'id',
    'action_id',
    'kind',
    'title',
    'device_id',
    'device_name',
    'device_serial',
    'state',
    'exit_code',
    'message',
    'output',
    'created_at',
    'sent_at',
    'finished_at',
  ],
})

export const listActionLogs = endpoint({
  name: 'actions.logs',
  method: 'GET',
  path: '/devices/actions/logs',
  summary: 'List actions by device with their events, newest first',
  permission: 'view_device_logs',
  query: listQuery(['created_at'], {
    device_id: z.optional(idText('device')),
    /** Only actions started by this tag. */
    tag_id: z.optional(idText('tag')),
    start_date: z.optional(timeText()),
    end_date: z.optional(timeText()),
  }),
  response: z.array(actionLogSchema),
  meta: listMeta,
})

export const listTagActionLog = endpoint({
  name: 'actions.tag_log',
  method: 'GET',
  path: '/tags/actions/log',
  summary: 'List what tags started on devices they were put on, and why some of it was not started, newest first',
  permission: 'view_device_logs',
  query: listQuery(['created_at'], {
    tag_id: z.optional(idText('tag')),
    device_id: z.optional(idText('device')),
    ...createdBetween,
  }),
  response: z.array(tagActionLogSchema),
  meta: listMeta,
})

export const listPendingActions = endpoint({
  name: 'actions.pending',
  method: 'GET',
  path: '/devices/actions/pending',
  summary: 'List jobs waiting to be sent to devices, oldest first',
  permission: 'view_pending_device_actions',
  query: listQuery(['created_at'], { device_id: z.optional(idText('device')), ...companyContext }),
  response: z.array(pendingSchema),
  meta: listMeta,
})
