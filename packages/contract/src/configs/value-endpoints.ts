import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { text } from '../i18n.ts'
import { id } from '../ids.ts'
import { isAction, queryParameters } from './calls.ts'
import { configLimits } from './constants.ts'

const { endpoints, searches, elements } = configLimits.read
const word = () => z.string().check(z.maxLength(255))

/**
 * A search in an answer: the items of a list whose fields have all of these values. Without `elements` it finds all
 * items. Values of secrets are hidden before the search, so that they cannot be searched for.
 */
const search = z.strictObject({
  /** Place within the answer's data, such as `config.peers` or `0.peers`; the data itself by default. */
  path: z._default(word(), ''),
  /** Field at that place with the list; by default the place itself is the list. */
  search_key: z._default(word(), ''),
  elements: z._default(z.array(z.strictObject({ key: word(), value: word() })).check(z.maxLength(elements)), []),
})
export type ValueSearch = z.infer<typeof search>

const readEndpoint = z.strictObject({
  /** A GET in the device's API document, with `/api` and with values for the parameters in braces. */
  path: z.string().check(
    z.maxLength(300),
    z.regex(/^\/api(?:\/(?!\.\.?(?:\/|$))[A-Za-z0-9_.~:@%+,-]+)+$/, { error: text('configs.read_path') }),
    z.refine((path) => !isAction(path), { error: text('configs.api_action') }),
  ),
  query_parameters: z.optional(queryParameters()),
  /** If given, the data of the answer is the result of these searches, one after the other. */
  search_elements: z.optional(z.array(search).check(z.maxLength(searches))),
})
export type ReadEndpoint = z.infer<typeof readEndpoint>

/** Outcome of one of the calls; the last event of the channel has all of them as its `data`. */
export interface ReadValue {
  /** Number of the call in the request, from 1. */
  rid: number
  type: 'api_forward'
  path: string
  /** HTTP code; null if the device has not answered this call. */
  code: number | null
  /**
   * `data` of the device's answer, or the whole answer if it has none, with secrets hidden; null if there is an
   * `error`.
   */
  data: unknown
  error: string | null
}

export const readConfigurationValues = endpoint({
  name: 'configs.read_values',
  method: 'POST',
  path: '/devices/configurator/configuration',
  summary:
    'Read values of a device that is online through its own API, by GET calls of its API document. Follow it on meta.channel: its last event has response_state, and data as a list of {rid, type, path, code, data, error}',
  permission: 'apply_multi_configuration',
  body: z.strictObject({
    device_id: id('device'),
    endpoints: z.array(readEndpoint).check(z.minLength(1), z.maxLength(endpoints)),
  }),
  response: z.object({ device_id: id('device') }),
  meta: z.object({ channel: z.string() }),
})
