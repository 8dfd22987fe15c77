import { text } from '@longreach/contract/i18n'
import type { Pick, Plan, Read } from '@longreach/contract/link/template-lines'
import type { Entry, Variable } from '@longreach/contract/monitoring/template-schemas'
import { Problem } from '../../../endpoint/problem.ts'
import type { Call } from '../../../endpoint/route.ts'

/** A stored variable, with the id under which it is reported. */
export type StoredVariable = Variable & { parameter_id: number }
export type StoredEntry = Omit<Entry, 'variables'> & { variables: StoredVariable[] }

const refused = (message: ReturnType<typeof text>) => new Problem('VALIDATION_FAILED', { source: 'data', message })

const named = (value: string) => [...value.matchAll(/\{([A-Za-z0-9_-]+)\}/g)].flatMap(([, name]) => name ?? [])

/** Throws if a path or ref uses a name that is not defined. */
export function checkNames(data: readonly Entry[]): void {
  for (const { url, url_params = {}, search_parameters = [], variables } of data) {
    const missing = named(url).find((name) => url_params[name] === undefined)
    if (missing) throw refused(text('monitoring.missing_param', { name: missing }))
    const keys = new Set(search_parameters.map(({ key }) => key))
    const unknown = variables.flatMap(({ ref = '' }) => named(ref)).find((name) => !keys.has(name))
    if (unknown) throw refused(text('monitoring.unknown_search', { name: unknown }))
  }
}

export const runsCommands = (data: readonly Entry[]): boolean =>
  data.some(({ variables }) => variables.some(({ transform }) => transform !== undefined))

/** Throws if the data has an expression, which runs as code on devices, and the user may not execute commands. */
export function requireCommands({ permissions }: Call['session'], runs: boolean): void {
  if (runs && !permissions.has('execute_device_command'))
    throw new Problem('FORBIDDEN', { source: 'data', message: text('monitoring.needs_commands') })
}

export const countVariables = (data: readonly { variables: readonly unknown[] }[]): number =>
  data.reduce((sum, { variables }) => sum + variables.length, 0)

/** Also encodes characters that `encodeURIComponent` leaves, but a shell or a request line may not contain. */
const encoded = (value: string) =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Path of the request, with its query. */
export function pathOf({ url, url_params = {}, query_parameters = [] }: Entry): string {
  const path = url.replace(/\{([A-Za-z0-9_-]+)\}/g, (_, name: string) => url_params[name] ?? '')
  const query = query_parameters.flatMap(({ key, value }) => value.map((one) => `${encoded(key)}=${encoded(one)}`))
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

function pickOf({ parameter_id, type, ref = '', filter, transform }: StoredVariable): Pick {
  return {
    id: parameter_id,
    type,
    ref,
    ...(filter !== undefined && { filter }),
    ...(transform && { sh: { variable: transform.eval_var, expression: transform.expression } }),
  }
}

const readOf = (entry: StoredEntry): Read => ({
  path: pathOf(entry),
  finds: (entry.search_parameters ?? []).map(({ path, search_key, key, value }) => ({
    name: key,
    list: path,
    field: search_key,
    value,
  })),
  picks: entry.variables.map(pickOf),
})

/** The plan by which a device measures a template. */
export const planOf = (template: number, every: number, data: readonly StoredEntry[]): Plan => ({
  template,
  every,
  reads: data.map(readOf),
})
