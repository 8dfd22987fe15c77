import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { text } from '../i18n.ts'
import { id, idText } from '../ids.ts'
import { actionArguments } from './arguments.ts'
import { actionLimits } from './constants.ts'
import { plainActions } from './kinds.ts'
import { actionDevices, actionStarted } from './parts.ts'

const devices = {
  ...actionDevices,
  /** Same as device_id, in the other form of bulk calls. */
  data: z.optional(
    z.array(z.object({ device_id: id('device') })).check(z.minLength(1), z.maxLength(actionLimits.devices)),
  ),
}

export const executeAction = endpoint({
  name: 'actions.execute',
  method: 'POST',
  path: '/devices/actions',
  summary: 'Run an action on devices, named or by the filter of a list; follow it on meta.channel',
  permission: 'execute_device_actions',
  body: z.object({ action: z.enum(plainActions), ...devices }),
  response: actionStarted.response,
  meta: actionStarted.meta,
})

export const executeCommand = endpoint({
  name: 'actions.command',
  method: 'POST',
  path: '/devices/{id}/command',
  summary: 'Run a shell command on a device; the output is stored with the action',
  permission: 'execute_device_command',
  params: z.object({ id: idText('device') }),
  body: actionArguments.command,
  response: actionStarted.response,
  meta: actionStarted.meta,
})

export const executeCommands = endpoint({
  name: 'actions.command_many',
  method: 'POST',
  path: '/devices/command',
  summary: 'Run a shell command on devices, named or by the filter of a list',
  permission: 'execute_device_command',
  body: z.extend(actionArguments.command, devices),
  response: actionStarted.response,
  meta: actionStarted.meta,
})

export const setOutput = endpoint({
  name: 'actions.set_output',
  method: 'POST',
  path: '/devices/{id}/output',
  summary: 'Switch an output of a device on or off; its new state is reported at once',
  permission: 'execute_device_command',
  params: z.object({ id: idText('device') }),
  body: actionArguments.set_output,
  response: actionStarted.response,
  meta: actionStarted.meta,
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
  response: actionStarted.response,
  meta: actionStarted.meta,
})
