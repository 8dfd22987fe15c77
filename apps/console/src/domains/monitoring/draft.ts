import type { VariableType } from '@longreach/contract/link/template-lines'
import type { Entry, MonitoringTemplate, Variable } from '@longreach/contract/monitoring/template-schemas'

export interface DraftVariable {
  key: number
  id: string
  ref: string
  type: VariableType
  fallback: string
  filter: string
  allowed: string
  description: string
  evalVar: string
  expression: string
}

/** A path in the editor, with its lists as lines of text. */
export interface DraftEntry {
  key: number
  url: string
  query: string
  searches: string
  /** Values in the path; the editor does not show them. */
  url_params?: Record<string, string> | undefined
  variables: DraftVariable[]
}

let last = 0
const nextKey = () => ++last

export const newVariable = (): DraftVariable => ({
  key: nextKey(),
  id: '',
  ref: '',
  type: 'number',
  fallback: '',
  filter: '',
  allowed: '',
  description: '',
  evalVar: 'value',
  expression: '',
})

export const newEntry = (): DraftEntry => ({
  key: nextKey(),
  url: '',
  query: '',
  searches: '',
  variables: [newVariable()],
})

type Stored = MonitoringTemplate['config']['data'][number]

const draftVariable = (variable: Stored['variables'][number]): DraftVariable => ({
  key: nextKey(),
  id: variable.id,
  ref: variable.ref ?? '',
  type: variable.type,
  fallback: variable.default ?? '',
  filter: variable.filter ?? '',
  allowed: variable.enum?.join(', ') ?? '',
  description: variable.description ?? '',
  evalVar: variable.transform?.eval_var ?? 'value',
  expression: variable.transform?.expression ?? '',
})

export const draftOf = (data: readonly Stored[]): DraftEntry[] =>
  data.map(({ url, url_params, query_parameters = [], search_parameters = [], variables }) => ({
    key: nextKey(),
    url,
    query: query_parameters.flatMap(({ key, value }) => value.map((one) => `${key}=${one}`)).join('\n'),
    searches: search_parameters
      .map(({ key, path, search_key, value }) => `${key} ${path || '.'} ${search_key} ${value}`)
      .join('\n'),
    ...(url_params && { url_params }),
    variables: variables.map(draftVariable),
  }))

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export type LineError = { place: string; line: number }

function queryOf(text: string): { value?: Entry['query_parameters']; line?: number } {
  const found = new Map<string, string[]>()
  for (const [index, line] of linesOf(text).entries()) {
    const at = line.indexOf('=')
    if (at < 1 || at === line.length - 1) return { line: index + 1 }
    const key = line.slice(0, at)
    found.set(key, [...(found.get(key) ?? []), line.slice(at + 1)])
  }
  return found.size === 0 ? {} : { value: [...found].map(([key, value]) => ({ key, value })) }
}

function searchesOf(text: string): { value?: Entry['search_parameters']; line?: number } {
  const value: NonNullable<Entry['search_parameters']> = []
  for (const [index, line] of linesOf(text).entries()) {
    const [, key, path, search_key, sought] = /^(\S+)\s+(\S+)\s+(\S+)\s+(.+)$/.exec(line) ?? []
    if (!key || !path || !search_key || !sought) return { line: index + 1 }
    value.push({ key, path: path === '.' ? '' : path, search_key, value: sought })
  }
  return value.length === 0 ? {} : { value }
}

function variableOf(draft: DraftVariable): Variable {
  const allowed = draft.allowed
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  return {
    id: draft.id.trim(),
    type: draft.type,
    ...(draft.ref.trim() && { ref: draft.ref.trim() }),
    ...(draft.filter && { filter: draft.filter }),
    ...(draft.fallback && { default: draft.fallback }),
    ...(draft.description.trim() && { description: draft.description.trim() }),
    ...(allowed.length > 0 && { enum: allowed }),
    ...(draft.expression.trim() && {
      transform: { evaluator: 'bash' as const, eval_var: draft.evalVar.trim(), expression: draft.expression.trim() },
    }),
  }
}

export function dataOf(entries: readonly DraftEntry[]): { data: Entry[] } | { error: LineError } {
  const data: Entry[] = []
  for (const [index, entry] of entries.entries()) {
    const query = queryOf(entry.query)
    if (query.line !== undefined) return { error: { place: `data.${index}.query_parameters`, line: query.line } }
    const searches = searchesOf(entry.searches)
    if (searches.line !== undefined) return { error: { place: `data.${index}.search_parameters`, line: searches.line } }
    data.push({
      url: entry.url.trim(),
      ...(entry.url_params && { url_params: entry.url_params }),
      ...(query.value && { query_parameters: query.value }),
      ...(searches.value && { search_parameters: searches.value }),
      variables: entry.variables.map(variableOf),
    })
  }
  return { data }
}
