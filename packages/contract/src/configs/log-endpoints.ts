import * as z from 'zod/mini'
import { targetStates } from '../actions/constants.ts'
import { endpoint } from '../endpoint.ts'
import { createdBetween, wordListText } from '../filter.ts'
import { id, idText } from '../ids.ts'
import { listMeta, listQuery } from '../page.ts'
import { time } from '../time-schemas.ts'

/** A call of a change on a device. The calls of a change are applied together, so that all have the same outcome. */
export const configLogSchema = z.object({
  /** The same for a call, however often it is listed. */
  request_id: z.int(),
  device_id: id('device'),
  action_id: id('action'),
  /** The action again, as the public API names it. */
  action_name: z.string(),
  display_name: z.string(),
  /** Null where a whole configuration was restored, and for changes before version 5.14. */
  method: z.nullable(z.string()),
  route: z.nullable(z.string()),
  /** What was set, as JSON, without values of secrets; cut off where it is long. */
  request_message: z.nullable(z.string()),
  /** Whether values of secrets are left out. */
  request_hidden: z.boolean(),
  request_state: z.enum(targetStates),
  response_message: z.string(),
  /** Exit code of the device, if it answered with one; of a call of its own API what that answered, as of HTTP. */
  response_code: z.nullable(z.int()),
  /** Seconds since it was requested, and since it was sent to the device, until it ended; the second is that of the call alone for one of the device's own API. */
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
