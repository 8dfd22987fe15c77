import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { text } from '../i18n.ts'
import { id } from '../ids.ts'
import { isAction, queryParameters } from './calls.ts'
import { configLimits } from './constants.ts'

const { endpoints, searches, elements } = configLimits.read
const word = () => z.string().check(z.maxLength(255))

/**
 * What is searched for in an answer: the items of a list whose fields have all of these values. Without `elements` it is
 * all items of the list. Values of secrets are hidden before, so that none can be searched for.
 */
const search = z.strictObject({
  /** Place within the answer's data, such as `config.peers` or `0.peers`; the data itself by default. */
  path: z._default(word(), ''),
  /** Field at that place that has the list; by default the place itself is the list. */
  search_key: z._default(word(), ''),
  elements: z._default(z.array(z.strictObject({ key: word(), value: word() })).check(z.maxLength(elements)), []),
})
export type ValueSearch = z.infer<typeof search>

const readEndpoint = z.strictObject({
  /** A GET of the device API document, with `/api` and with values for what is in braces there. */
  path: z.string().check(
    z.maxLength(300),
    z.regex(/^\/api(?:\/(?!\.\.?(?:\/|$))[A-Za-z0-9_.~:@%+,-]+)+$/, { error: text('configs.read_path') }),
    z.refine((path) => !isAction(path), { error: text('configs.api_action') }),
  ),
  query_parameters: z.optional(queryParameters()),
  /** With these, the data of the answer is what they find, one after the other. */
  search_elements: z.optional(z.array(search).check(z.maxLength(searches))),
})
export type ReadEndpoint = z.infer<typeof readEndpoint>

/** What became of one of the calls; the last event of the channel has them as its `data`. */
export interface ReadValue {
  /** Place of the call in the request, from 1. */
  rid: number
  type: 'api_forward'
  path: string
  /** As of HTTP; null if the device has not answered this call. */
  code: number | null
  /** What the device answered as `data`, the whole answer if it has none, and null if `error` says why; secrets hidden. */
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
