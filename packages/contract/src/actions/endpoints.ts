import * as z from 'zod/mini'
import { deviceSelection } from '../devices/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { exportOf, fieldsOf } from '../export.ts'
import { companyContext } from '../filter.ts'
import { text } from '../i18n.ts'
import { id, idText } from '../ids.ts'
import { flagText, listMeta, listQuery } from '../page.ts'
import { timeText } from '../time.ts'
import { actionArguments } from './arguments.ts'
import { actionLimits, actionStages, targetStates } from './constants.ts'
import { actionKindNames, plainActions } from './kinds.ts'
import {
  actionLogSchema,
  actionSchema,
  outputSchema,
  outputsSchema,
  pendingSchema,
  resultSchema,
  targetDetailsSchema,
  targetSchema,
} from './schemas.ts'

const { waits } = actionLimits

/** Either names devices or selects them by a filter. */
const devices = {
  device_id: z.optional(z.array(id('device')).check(z.minLength(1), z.maxLength(actionLimits.devices))),
  /** The same as device_id, in the other form of bulk calls. */
  data: z.optional(
    z.array(z.object({ device_id: id('device') })).check(z.minLength(1), z.maxLength(actionLimits.devices)),
  ),
  /**
   * The query of a list instead of ids: all its devices. Unknown names are refused, so that they cannot widen the
   * selection.
   */
  filter: z.optional(z.strictObject(deviceSelection)),
  /** Seconds it waits for devices that are offline. */
  expires_in: z.optional(z.int().check(z.minimum(waits.min), z.maximum(waits.max))),
}

const started = {
  response: z.object({ id: id('action'), devices: z.int() }),
  meta: z.object({ channel: z.string() }),
}

export const executeAction = endpoint({
  name: 'actions.execute',
  method: 'POST',
  path: '/devices/actions',
  summary: 'Run an action on devices, named or by the filter of a list; follow it on meta.channel',
  permission: 'execute_device_actions',
  body: z.object({ action: z.enum(plainActions), ...devices }),
  ...started,
})

export const executeCommand = endpoint({
  name: 'actions.command',
  method: 'POST',
  path: '/devices/{id}/command',
  summary: 'Run a shell command on a device; the output is stored with the action',
  permission: 'execute_device_command',
  params: z.object({ id: idText('device') }),
  body: actionArguments.command,
  ...started,
})

export const executeCommands = endpoint({
  name: 'actions.command_many',
  method: 'POST',
  path: '/devices/command',
  summary: 'Run a shell command on devices, named or by the filter of a list',
  permission: 'execute_device_command',
  body: z.extend(actionArguments.command, devices),
  ...started,
})

export const cancelActions = endpoint({
  name: 'actions.cancel',
  method: 'POST',
  path: '/devices/actions/cancel',
  summary: 'Cancel jobs that were not sent yet: of devices, of an action, or single ones',
  permission: 'cancel_device_actions',
  body: z
    .object({
      device_id: z.optional(z.array(id('device')).check(z.maxLength(actionLimits.devices))),
      job_id: z.optional(z.array(id('action_target')).check(z.maxLength(actionLimits.devices))),
      action_id: z.optional(id('action')),
    })
    .check(
      z.refine(
        ({ device_id, job_id, action_id }) => !!device_id?.length || !!job_id?.length || action_id !== undefined,
        {
          error: text('forms.one_of_targets'),
        },
      ),
    ),
  response: z.object({ cancelled: z.int() }),
})

export const retryAction = endpoint({
  name: 'actions.retry',
  method: 'POST',
  path: '/devices/actions/retry',
  summary: 'Retry an action where it failed or expired: on all devices, or single jobs',
  permission: 'execute_device_actions',
  body: z.object({
    action_id: id('action'),
    job_id: z.optional(z.array(id('action_target')).check(z.minLength(1), z.maxLength(actionLimits.devices))),
  }),
  response: z.object({ retried: z.int() }),
  meta: z.object({ channel: z.optional(z.string()) }),
})

export const repeatAction = endpoint({
  name: 'actions.repeat',
  method: 'POST',
  path: '/devices/actions/repeat',
  summary: 'Run an action once more on all of its devices, as a new action',
  permission: 'execute_device_actions',
  body: z.object({ action_id: id('action') }),
  ...started,
})

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
    /** Only those that are not final. */
    active: z.optional(flagText()),
    /** Only the caller's own. */
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
  columns: fieldsOf(resultSchema),
})

export const listActionLogs = endpoint({
  name: 'actions.logs',
  method: 'GET',
  path: '/devices/actions/logs',
  summary: 'List actions by device with their events, newest first',
  permission: 'view_device_logs',
  query: listQuery(['created_at'], {
    device_id: z.optional(idText('device')),
    start_date: z.optional(timeText()),
    end_date: z.optional(timeText()),
  }),
  response: z.array(actionLogSchema),
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
