import type { AnyEndpoint, Schema } from '@longreach/contract/endpoint'
import { refs } from '@longreach/contract/ids'
import type { Ref } from '@longreach/contract/names'
import fc from 'fast-check'

/** Existing ids, of the caller's company and of others, by what they name. */
export type KnownIds = Partial<Record<Ref, number[]>>

const hostile = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202egnp.exe',
  "' OR 1=1 --",
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=1+1',
  'é'.normalize('NFD'),
  '0',
  '-1',
  '1e309',
  'NaN',
  '9007199254740993',
  '99999999999999999999',
  '2026-02-30 25:61:61',
  '0000-00-00 00:00:00',
  '294277-01-01 00:00:00',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '😀'.repeat(200),
  'a@example.test',
  '1,2,3',
  'name',
  '-name',
]

const weird: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostile),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}, [null], [[]]),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const text = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...hostile) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/) },
)
const number = fc.oneof(
  fc.integer({ min: -2, max: 120 }),
  fc.constantFrom(0, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1.5, -0),
)

interface Def {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  in?: Schema
  valueType?: Schema
  options?: Schema[]
  entries?: Record<string, string | number>
  values?: unknown[]
}

/** Mostly valid, so that handlers are reached, with something else now and then at every place. */
export function anyOf(schema: Schema | undefined, ids: KnownIds): fc.Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined)
  return fc.oneof({ weight: 29, arbitrary: likely(schema, ids) }, { weight: 1, arbitrary: weird })
}

function likely(schema: Schema, ids: KnownIds): fc.Arbitrary<unknown> {
  const ref = refs.get(schema as never)?.ref
  const known = ref ? (ids[ref] ?? []) : []
  if (known.length > 0) return fc.oneof(fc.constantFrom(...known), number)
  const def = (schema._zod as unknown as { def: Def }).def
  switch (def.type) {
    case 'object':
      return fc
        .record(Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, inner]) => [name, anyOf(inner, ids)])), {
          requiredKeys: Object.entries(def.shape ?? {}).flatMap(([name, inner]) => (isOptional(inner) ? [] : [name])),
        })
        .chain((value) =>
          fc.oneof(
            { weight: 9, arbitrary: fc.constant<unknown>(value) },
            { weight: 1, arbitrary: weird.map((extra) => ({ ...value, unknown_field: extra })) },
          ),
        )
    case 'array':
      return fc.array(anyOf(def.element, ids), { maxLength: 5 })
    case 'optional':
    case 'default':
    case 'prefault':
      return anyOf(def.innerType, ids)
    case 'nullable':
      return fc.oneof({ weight: 3, arbitrary: anyOf(def.innerType, ids) }, { weight: 1, arbitrary: fc.constant(null) })
    case 'pipe':
      return anyOf(def.in, ids)
    case 'union':
      return fc.oneof(...(def.options ?? []).map((option) => anyOf(option, ids)))
    case 'record':
      return fc.dictionary(text, anyOf(def.valueType, ids), { maxKeys: 4 })
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'boolean':
      return fc.boolean()
    case 'number':
    case 'int':
      return number
    case 'string':
      return text
    default:
      return weird
  }
}

function isOptional(schema: Schema): boolean {
  const { type } = (schema._zod as unknown as { def: Def }).def
  return type === 'optional' || type === 'default' || type === 'prefault'
}

export interface Sent {
  path: string
  method: string
  headers: Record<string, string>
  body: string | FormData | undefined
}

/** As part of a URL, which is refused as a whole beyond 16 KB. */
const plain = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 2000).toWellFormed()

const csv = fc
  .array(fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 20 })), { maxLength: 4 }), {
    maxLength: 30,
  })
  .chain((rows) =>
    fc
      .constantFrom(',', ';', '\t', '\u0000')
      .chain((cut) => fc.constantFrom('\n', '\r\n', '\r').map((end) => rows.map((row) => row.join(cut)).join(end))),
  )

/** Parts of an upload that no browser sends: invalid headers, paths as names, missing ends. */
const rawParts = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'Content-Disposition: form-data; name="file"; filename="a.csv"',
        'Content-Disposition: form-data; name="file"; filename="../../../etc/passwd"',
        'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%00%ff.csv',
        'Content-Disposition: form-data; name="__proto__"',
        'Content-Disposition: form-data; name="tag_id[999999999]"',
        'Content-Disposition: form-data',
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
        `X: ${'x'.repeat(20_000)}`,
        '',
      ),
      fc.constantFrom(
        'Content-Type: text/csv',
        'Content-Type: text/csv; charset=utf-16',
        'Content-Type:',
        'nonsense',
        '',
      ),
      csv,
    ),
    { maxLength: 6 },
  )
  .chain((parts) =>
    fc
      .constantFrom('--cut--\r\n', '--cut', '')
      .map((end) => parts.map(([one, two, text]) => `--cut\r\n${one}\r\n${two}\r\n\r\n${text}\r\n`).join('') + end),
  )

/** A request of an endpoint. */
export function requestOf(endpoint: AnyEndpoint, ids: KnownIds): fc.Arbitrary<Sent> {
  const json = anyOf(endpoint.body, ids).map((value) => JSON.stringify(value))
  const raw = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('{', '[[[[', '"\\ud800"', '{"a":1,"a":2}', '['.repeat(5000)),
  )
  return fc
    .record({
      params: anyOf(endpoint.params, ids),
      query: anyOf(endpoint.query, ids),
      body: fc.oneof({ weight: 19, arbitrary: json }, { weight: 1, arbitrary: raw }),
      type: fc.oneof(
        { weight: 30, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x'),
        },
      ),
      junk: fc.oneof(
        { weight: 15, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom('&limit=1&limit=2', '&sort[]=x', '&q=%', '&q=%ff', '&%00=1') },
      ),
      file: csv,
      parts: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: rawParts }),
    })
    .map(({ params, query, body, type, junk, file, parts }) => {
      const named = (params ?? {}) as Record<string, unknown>
      const path = endpoint.path.replace(
        /\{(\w+)\}/g,
        (_, name: string) => encodeURIComponent(plain(named[name] ?? 'x')) || 'x',
      )
      const search = new URLSearchParams()
      if (query && typeof query === 'object')
        for (const [name, value] of Object.entries(query))
          for (const one of [value].flat()) if (one !== undefined) search.append(name, plain(one))
      const sent = { path: `/api${path}?${search}${junk}`, method: endpoint.method }
      if (endpoint.method === 'GET') return { ...sent, headers: {}, body: undefined }
      if (endpoint.kind !== 'upload') return { ...sent, headers: { 'content-type': type }, body }
      if (parts !== undefined)
        return { ...sent, headers: { 'content-type': 'multipart/form-data; boundary=cut' }, body: parts }
      return { ...sent, headers: {}, body: formOf(endpoint, body, file) }
    })
}

function formOf(endpoint: AnyEndpoint, body: string | undefined, file: string): FormData {
  const form = new FormData()
  const fields = safeObject(body)
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) for (const one of value) form.append(`${name}[]`, plain(one))
    else form.append(name, plain(value))
  }
  for (const name of Object.keys(endpoint.files ?? {}))
    form.append(name, new Blob([file], { type: 'text/csv' }), 'list.csv')
  return form
}

function safeObject(body: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body ?? '')
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
