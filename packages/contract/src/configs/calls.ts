import * as z from 'zod/mini'
import { text } from '../i18n.ts'
import { configLimits } from './constants.ts'

/** A variable in a call: `{{name}}`. */
export const variablePattern = /\{\{\s*([A-Za-z0-9_]{1,40})\s*\}\}/g

const segment = String.raw`(?:[A-Za-z0-9_-]|\{\{\s*[A-Za-z0-9_]{1,40}\s*\}\})+`
const section = String.raw`(?:${segment}|@[A-Za-z0-9_-]+\[-?\d{1,4}\])`
/** `/uci/<package>`, `/uci/<package>/<section>`, `/files/<path>`. */
const path = new RegExp(`^/(?:uci/[A-Za-z0-9_-]{1,64}(?:/${section})?|files/[A-Za-z0-9_./@+-]{1,200})$`)
const optionName = /^(?:[A-Za-z0-9_-]{1,64}|\.type|\.name)$/

const longText = () => z.string().check(z.maxLength(configLimits.bytes))

/** Text, a number or a switch (1 and 0); several for a list; null to remove the option. */
const value = () =>
  z.union([longText(), z.number(), z.boolean(), z.array(longText()).check(z.maxLength(200)), z.null()])

/** Uci and the shell interpret nothing in a value, but a line must not end within one. */
const isWord = (value: unknown) => typeof value !== 'string' || (value.length <= 4096 && !/\p{Cc}/u.test(value))

/**
 * One change, in the form of the public API. With uci: `PUT /uci/<package>/<section>` sets options, and creates the
 * section if `.type` is given; `POST /uci/<package>` adds a section of `.type`, with the name `.name` or without;
 * `DELETE /uci/<package>/<section>`. Elsewhere: `PUT /files/<path>` replaces a file with `content`.
 */
export const configCall = z
  .strictObject({
    method: z.enum(['POST', 'PUT', 'DELETE']),
    path: z.string().check(z.maxLength(300), z.regex(path, { error: text('configs.path') })),
    request_data: z.optional(
      z.record(z.string().check(z.regex(optionName, { error: text('configs.option') })), value()),
    ),
  })
  .check(
    z.refine((call) => isPossible(call), { error: text('configs.method'), path: ['method'] }),
    z.refine(
      ({ path, request_data = {} }) =>
        path.startsWith('/files/') || Object.values(request_data).every((one) => [one].flat().every(isWord)),
      { error: text('configs.control'), path: ['request_data'] },
    ),
    z.refine(({ path }) => !/(^|\/)\.\.?(\/|$)|\/\//.test(path), { error: text('configs.path'), path: ['path'] }),
  )
export type ConfigCall = z.infer<typeof configCall>

interface Parts {
  method: string
  path: string
  request_data?: object | undefined
}

function isPossible({ method, path, request_data: data }: Parts): boolean {
  const has = (name: string) => data !== undefined && name in data
  if (path.startsWith('/files/')) return method === 'PUT' && has('content')
  const ofSection = path.split('/').length === 4
  if (method === 'POST') return !ofSection && has('.type')
  // With another type it would not be found by `@type[place]` any more.
  if (method === 'PUT') return ofSection && data !== undefined && !(path.includes('@') && has('.type'))
  return ofSection
}

export const configCalls = z.array(configCall).check(z.minLength(1), z.maxLength(configLimits.calls))

/** Names of the variables in calls, in order. */
export function variablesOf(calls: readonly ConfigCall[]): string[] {
  const found = [...JSON.stringify(calls).matchAll(variablePattern)].map(([, name = '']) => name)
  return [...new Set(found)]
}
