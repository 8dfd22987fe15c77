import * as z from 'zod/mini'
import { targetStates } from '../actions/constants.ts'
import { endpoint } from '../endpoint.ts'
import { createdBetween, wordListText } from '../filter.ts'
import { id, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { time } from '../time-schemas.ts'

/** A call of a change on a device. The calls of a change are applied together, so that all have the same outcome. */
export const configLogSchema = z.object({
  /** The same in all rows of the call. */
  request_id: z.int(),
  device_id: id('device'),
  action_id: id('action'),
  /** The action again, in the form of the public API. */
  action_name: z.string(),
  display_name: z.string(),
  /** Null where a whole configuration was restored, and for changes before version 5.14. */
  method: z.nullable(z.string()),
  route: z.nullable(z.string()),
  /** The settings as JSON, without values of secrets; cut off if long. */
  request_message: z.nullable(z.string()),
  /** True if values of secrets are left out. */
  request_hidden: z.boolean(),
  request_state: z.enum(targetStates),
  response_message: z.string(),
  /** Exit code of the device, if it answered with one; for a call of its own API, the HTTP code of the response. */
  response_code: z.nullable(z.int()),
  /**
   * Seconds until it ended: since the request, and since it was sent to the device. For a call of the device's own API
   * the second is the duration of that call alone.
   */
  duration: z.nullable(z.number()),
  execution_duration: z.nullable(z.number()),
  username: z.nullable(z.string()),
  created_at: time(),
  updated_at: time(),
})
export type ConfigLog = z.infer<typeof configLogSchema>

const filters = {
  request_state: z.optional(wordListText(targetStates)),
  ...createdBetween,
}
const list = {
  method: 'GET',
  permission: 'view_multi_configuration',
  query: listQuery(['created_at'], filters),
  response: z.array(configLogSchema),
  meta: listMeta,
} as const

export const listConfigLogs = endpoint({
  name: 'configs.logs',
  path: '/devices/{id}/configurator/logs',
  summary: 'List what was configured on a device, call by call, latest change first; values of secrets are hidden',
  params: z.object({ id: idText('device') }),
  ...list,
})

export const listConfigLogsOfAction = endpoint({
  name: 'configs.logs_of_action',
  path: '/devices/{id}/configurator/logs/{action_name}',
  summary: 'The same, of one action',
  params: z.object({ id: idText('device'), action_name: idText('action') }),
  ...list,
})
