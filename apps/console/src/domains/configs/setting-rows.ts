import { type ConfigCall, isApiCall } from '@longreach/contract/configs/calls'
import type { KnownSettings } from '@longreach/contract/configs/schemas'

/** Kinds of lines in the editor. */
export const rowKinds = ['set', 'list', 'remove', 'add', 'delete', 'file', 'call'] as const
export type RowKind = (typeof rowKinds)[number]

export interface SettingRow {
  key: number
  kind: RowKind
  /** `network.lan`; the package for a new section without a name, the path for a file, path and query for a call. */
  place: string
  /** For a call, its method. */
  option: string
  /** For a list, one value a line; for a new section, its type; for a call, its data as JSON. */
  value: string
}

export const fieldsOf: Record<RowKind, readonly ('option' | 'value')[]> = {
  set: ['option', 'value'],
  list: ['option', 'value'],
  remove: ['option'],
  add: ['value'],
  delete: [],
  file: ['value'],
  call: [],
}

let keys = 0
export const newRow = (row: Partial<SettingRow> = {}): SettingRow => ({
  key: ++keys,
  kind: 'set',
  place: '',
  option: '',
  value: '',
  ...row,
})

const pathOf = ({ kind, place }: SettingRow): string =>
  kind === 'file' ? `/files/${place.trim().replace(/^\/+/, '')}` : `/uci/${place.trim().replace('.', '/')}`

function callOf(row: SettingRow): ConfigCall {
  const path = pathOf(row)
  const option = row.option.trim()
  switch (row.kind) {
    case 'set':
      return { method: 'PUT', path, request_data: { [option]: row.value } }
    case 'list':
      return { method: 'PUT', path, request_data: { [option]: row.value.split('\n').filter((line) => line !== '') } }
    case 'remove':
      return { method: 'PUT', path, request_data: { [option]: null } }
    case 'add':
      return { method: path.split('/').length > 3 ? 'PUT' : 'POST', path, request_data: { '.type': row.value.trim() } }
    case 'delete':
      return { method: 'DELETE', path }
    case 'call':
      return apiCallOf(row)
    case 'file':
      return { method: 'PUT', path, request_data: { content: row.value } }
  }
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}

/** Data that is not JSON counts as none; `readEditing` has refused it. */
export function dataOf(value: string): ConfigCall['request_data'] | { fault: string } {
  if (value.trim() === '') return undefined
  try {
    return JSON.parse(value)
  } catch (error) {
    return { fault: (error as Error).message }
  }
}

function apiCallOf({ place, option, value }: SettingRow): ConfigCall {
  const [path = '', query = ''] = place.trim().split(/\?(.*)/s)
  const query_parameters = query
    .split('&')
    .filter(Boolean)
    .map((part) => {
      const [key = '', own = ''] = part.split(/=(.*)/s)
      return { key: decode(key), value: decode(own) }
    })
  const method = (option || 'PUT') as ConfigCall['method']
  const request_data = method === 'DELETE' ? undefined : (dataOf(value) as ConfigCall['request_data'])
  return {
    method,
    path,
    ...(query_parameters.length > 0 && { query_parameters }),
    ...(request_data !== undefined && { request_data }),
  }
}

const rowOfApiCall = ({ method, path, query_parameters = [], request_data }: ConfigCall): SettingRow => {
  // Variables are not encoded.
  const encode = (part: string) => encodeURIComponent(part).replaceAll('%7B', '{').replaceAll('%7D', '}')
  const query = query_parameters.map(({ key, value }) => `${encode(key)}=${encode(value)}`).join('&')
  return newRow({
    kind: 'call',
    place: query === '' ? path : `${path}?${query}`,
    option: method,
    value: request_data === undefined ? '' : JSON.stringify(request_data, null, 2),
  })
}

/** The calls of an editor, and the first line of each; lines for the same section become one call. */
export function callsOf(rows: readonly SettingRow[]): { calls: ConfigCall[]; first: number[] } {
  const calls: ConfigCall[] = []
  const first: number[] = []
  for (const [index, row] of rows.entries()) {
    const call = callOf(row)
    const before = calls.at(-1)
    const joins =
      call.method === 'PUT' &&
      before?.method === 'PUT' &&
      !isApiCall(call) &&
      before.path === call.path &&
      !Object.keys(call.request_data ?? {}).some((name) => name in (before.request_data ?? {}))
    if (joins) before.request_data = { ...before.request_data, ...call.request_data }
    else {
      calls.push(call)
      first.push(index)
    }
  }
  return { calls, first }
}

export function rowsOfCalls(calls: readonly ConfigCall[]): SettingRow[] {
  return calls.flatMap((call) => {
    const { method, path, request_data: data = {} } = call
    if (isApiCall(call)) return [rowOfApiCall(call)]
    if (path.startsWith('/files/'))
      return [newRow({ kind: 'file', place: path.slice('/files'.length), value: String(data.content ?? '') })]
    const place = path.slice('/uci/'.length).replace('/', '.')
    if (method === 'DELETE') return [newRow({ kind: 'delete', place })]
    const name = data['.name']
    const added = data['.type'] === undefined ? [] : [newRow({ kind: 'add', place, value: String(data['.type']) })]
    // A new section without a name is addressed as the last one of its type from then on.
    const [at] = place.split('.')
    const target = method === 'POST' ? (name === undefined ? `${at}.@${data['.type']}[-1]` : `${at}.${name}`) : place
    if (method === 'POST' && name !== undefined && added[0]) added[0].place = target
    return [
      ...added,
      ...Object.entries(data)
        .filter(([option]) => !option.startsWith('.'))
        .map(([option, value]) => {
          if (value === null) return newRow({ kind: 'remove', place: target, option })
          return Array.isArray(value)
            ? newRow({ kind: 'list', place: target, option, value: value.join('\n') })
            : newRow({ place: target, option, value: typeof value === 'boolean' ? (value ? '1' : '0') : String(value) })
        }),
    ]
  })
}

export type KnownOption = KnownSettings['sections'][number]['options'][number]

/** Present settings of the devices of a change: options by place and name, and files. */
export interface Known {
  sections: ReadonlyMap<string, ReadonlyMap<string, KnownOption>>
  files: readonly string[]
  /** Number of devices whose settings these are. */
  compared: number
}

export const readKnown = ({ sections, files, compared }: KnownSettings): Known => ({
  sections: new Map(
    sections.map(({ place, options }) => [place, new Map(options.map((option) => [option.name, option]))]),
  ),
  files,
  compared,
})
