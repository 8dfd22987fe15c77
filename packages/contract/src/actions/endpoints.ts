import * as z from 'zod/mini'
import { deviceSelection } from '../devices/filters.ts'
import { endpoint } from '../endpoint.ts'
import { text } from '../i18n.ts'
import { id, idText } from '../ids.ts'
import { actionArguments } from './arguments.ts'
import { actionLimits } from './constants.ts'
import { plainActions } from './kinds.ts'

const { waits } = actionLimits

/** Either names devices or selects them by a filter. */
export const actionDevices = {
  device_id: z.optional(z.array(id('device')).check(z.minLength(1), z.maxLength(actionLimits.devices))),
  /**
   * The query of a list instead of ids: all its devices. Unknown names are refused, so that they cannot widen the
   * selection.
   */
  filter: z.optional(z.strictObject(deviceSelection)),
  /** Seconds it waits for devices that are offline. */
  expires_in: z.optional(z.int().check(z.minimum(waits.min), z.maximum(waits.max))),
}

const devices = {
  ...actionDevices,
  /** The same as device_id, in the other form of bulk calls. */
  data: z.optional(
    z.array(z.object({ device_id: id('device') })).check(z.minLength(1), z.maxLength(actionLimits.devices)),
  ),
}

export const actionStarted = {
  response: z.object({ id: id('action'), devices: z.int() }),
  meta: z.object({ channel: z.string(), action_id: id('action') }),
}

export const executeAction = endpoint({
  name: 'actions.execute',
  method: 'POST',
  path: '/devices/actions',
  summary: 'Run an action on devices, named or by the filter of a list; follow it on meta.channel',
  permission: 'execute_device_actions',
  body: z.object({ action: z.enum(plainActions), ...devices }),
  ...actionStarted,
})

export const executeCommand = endpoint({
  name: 'actions.command',
  method: 'POST',
  path: '/devices/{id}/command',
  summary: 'Run a shell command on a device; the output is stored with the action',
  permission: 'execute_device_command',
  params: z.object({ id: idText('device') }),
  body: actionArguments.command,
  ...actionStarted,
})

export const executeCommands = endpoint({
  name: 'actions.command_many',
  method: 'POST',
  path: '/devices/command',
  summary: 'Run a shell command on devices, named or by the filter of a list',
  permission: 'execute_device_command',
  body: z.extend(actionArguments.command, devices),
  ...actionStarted,
})

export const setOutput = endpoint({
  name: 'actions.set_output',
  method: 'POST',
  path: '/devices/{id}/output',
  summary: 'Switch an output of a device on or off; its new state is reported at once',
  permission: 'execute_device_command',
  params: z.object({ id: idText('device') }),
  body: actionArguments.set_output,
  ...actionStarted,
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
  ...actionStarted,
})
