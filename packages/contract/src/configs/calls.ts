import * as z from 'zod/mini'
import { text } from '../i18n.ts'
import { configLimits } from './constants.ts'

/** A variable in a call: `{{name}}`. */
export const variablePattern = /\{\{\s*([A-Za-z0-9_]{1,40})\s*\}\}/g

const segment = String.raw`(?:[A-Za-z0-9_-]|\{\{\s*[A-Za-z0-9_]{1,40}\s*\}\})+`
const section = String.raw`(?:${segment}|@[A-Za-z0-9_-]+\[-?\d{1,4}\])`
const apiSegment = String.raw`(?:[A-Za-z0-9_.~:@%+,-]|\{\{\s*[A-Za-z0-9_]{1,40}\s*\}\})+`
/** `/uci/<package>`, `/uci/<package>/<section>`, `/files/<path>`, `/api/<path>`. */
const path = new RegExp(
  `^/(?:uci/[A-Za-z0-9_-]{1,64}(?:/${section})?|files/[A-Za-z0-9_./@+-]{1,200}|api(?:/${apiSegment})+)$`,
)
const optionName = /^(?:[A-Za-z0-9_-]{1,64}|\.type|\.name)$/

const longKey = () => z.string().check(z.maxLength(255))
export const queryParameters = () =>
  z.array(z.strictObject({ key: longKey(), value: longKey() })).check(z.maxLength(configLimits.parameters))
const longText = () => z.string().check(z.maxLength(configLimits.bytes))

/**
 * Text, a number or a switch (1 and 0); several for a list; null removes the option. For `/api` any JSON, which the API
 * document restricts.
 */
const value = () =>
  z.union([
    longText(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.unknown()).check(z.maxLength(200)),
    z.record(z.string(), z.unknown()),
  ])

type SettingValue = string | number | boolean | null | string[]

const isSetting = (one: unknown): one is SettingValue =>
  Array.isArray(one) ? one.every((part) => typeof part === 'string') : one === null || typeof one !== 'object'

/** Uci and the shell interpret nothing in a value, but a line must not end within one. */
const isWord = (value: unknown) => typeof value !== 'string' || (value.length <= 4096 && !/\p{Cc}/u.test(value))

/**
 * One change, in the form of the public API. With uci: `PUT /uci/<package>/<section>` sets options, and creates the
 * section if `.type` is given; `POST /uci/<package>` adds a section of `.type`, with the name `.name` or without;
 * `DELETE /uci/<package>/<section>`. Elsewhere: `PUT /files/<path>` replaces a file with `content`. `/api/<path>` is a
 * call of the device's own API, as its API document describes it.
 */
export const configCall = z
  .strictObject({
    method: z.enum(['POST', 'PUT', 'DELETE']),
    path: z.string().check(z.maxLength(300), z.regex(path, { error: text('configs.path') })),
    /** Only with `/api`. */
    content_type: z.optional(z.literal('application/json')),
    /** Only with `/api`. */
    query_parameters: z.optional(queryParameters()),
    /** Only for reads (value-endpoints.ts): the effect of a change must not depend on a device's answer. */
    search_elements: z.optional(z.never({ error: text('configs.search_in_change') })),
    request_data: z.optional(z.record(z.string().check(z.maxLength(200)), value())),
  })
  .check(
    z.refine((call) => isPossible(call), { error: text('configs.method'), path: ['method'] }),
    z.refine((call) => isApiCall(call) || Object.keys(call.request_data ?? {}).every((name) => optionName.test(name)), {
      error: text('configs.option'),
      path: ['request_data'],
    }),
    z.refine((call) => isApiCall(call) || Object.values(call.request_data ?? {}).every(isSetting), {
      error: text('configs.setting_value'),
      path: ['request_data'],
    }),
    z.refine((call) => isApiCall(call) || (call.content_type === undefined && call.query_parameters === undefined), {
      error: text('configs.api_only'),
      path: ['query_parameters'],
    }),
    z.refine((call) => !isApiCall(call) || !isAction(call.path), { error: text('configs.api_action'), path: ['path'] }),
    z.refine(
      (call) =>
        isApiCall(call) ||
        call.path.startsWith('/files/') ||
        Object.values(call.request_data ?? {}).every((one) => [one].flat().every(isWord)),
      { error: text('configs.control'), path: ['request_data'] },
    ),
    z.refine(({ path }) => !/(^|\/)\.\.?(\/|$)|\/\//.test(path), { error: text('configs.path'), path: ['path'] }),
  )
export type ConfigCall = z.infer<typeof configCall>

/** A call that sets options of uci, or replaces a file. */
export interface SettingCall {
  method: ConfigCall['method']
  path: string
  request_data?: Record<string, SettingValue> | undefined
}

export const isApiCall = ({ path }: { path: string }): boolean => path.startsWith('/api/')

/** The calls that are not for the device's API. */
export const settingCalls = (calls: readonly ConfigCall[]): SettingCall[] =>
  calls.filter((call) => !isApiCall(call)) as SettingCall[]

/** True for calls that act at once, or sign in: they are not configuration and cannot be taken back. */
export const isAction = (path: string): boolean =>
  /^\/api\/(?:login|logout|session)(?:\/|$)|\/actions(?:\/|$)/.test(path)

interface Parts {
  method: string
  path: string
  request_data?: object | undefined
}

function isPossible({ method, path, request_data: data }: Parts): boolean {
  const has = (name: string) => data !== undefined && name in data
  if (isApiCall({ path })) return method === 'DELETE' || data !== undefined
  if (path.startsWith('/files/')) return method === 'PUT' && has('content')
  const ofSection = path.split('/').length === 4
  if (method === 'POST') return !ofSection && has('.type')
  // With another type it could no longer be found by `@type[place]`.
  if (method === 'PUT') return ofSection && data !== undefined && !(path.includes('@') && has('.type'))
  return ofSection
}

export const configCalls = z.array(configCall).check(
  z.minLength(1),
  z.maxLength(configLimits.calls),
  z.refine((calls) => calls.every((call, at) => at === 0 || isApiCall(call) || !isApiCall(calls[at - 1] ?? call)), {
    error: text('configs.api_order'),
  }),
)

export function variablesOf(calls: readonly ConfigCall[]): string[] {
  const found = [...JSON.stringify(calls).matchAll(variablePattern)].map(([, name = '']) => name)
  return [...new Set(found)]
}
