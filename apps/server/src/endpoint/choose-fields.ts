import type { AnyEndpoint, Schema } from '@longreach/contract/endpoint'
import { text } from '@longreach/contract/i18n'
import { searchedFields } from '@longreach/contract/page'
import { Problem } from './problem.ts'
import type { Answer } from './route.ts'

interface Row {
  readonly [field: string]: unknown
}

/** Fields of the rows of a list, and the name of the array with the rows, unless the response is that array. */
export interface ListRows {
  fields: readonly string[]
  within?: string
}

interface Shaped {
  shape?: Readonly<Record<string, Schema>>
  def?: { in?: Shaped }
}

/** The fields of an object's schema, also of one that is transformed once it is read; undefined for another schema. */
export const shapeOf = (schema: Schema | undefined) =>
  (schema as Shaped | undefined)?.shape ?? (schema as Shaped | undefined)?.def?.in?.shape

function fieldsOf(schema: Schema): readonly string[] | undefined {
  const shape = shapeOf((schema as { def?: { element?: Schema } }).def?.element)
  return shape && Object.keys(shape)
}

/** Undefined if the call is no list of which fields can be chosen. */
export function rowsOf({ name, query, response, csv }: AnyEndpoint): ListRows | undefined {
  if (csv || !('fields' in (shapeOf(query) ?? {}))) return undefined
  const fields = fieldsOf(response)
  if (fields) return { fields }
  for (const [within, schema] of Object.entries(shapeOf(response) ?? {})) {
    const fields = fieldsOf(schema)
    if (fields) return { fields, within }
  }
  throw new Error(`The list ${name} has no rows`)
}

/** The named fields, separated by commas; all if none is named. */
export function chosenFields(available: readonly string[], named: string | undefined): readonly string[] {
  const chosen = [...new Set((named ?? '').split(',').filter((name) => name !== ''))]
  const unknown = chosen.find((name) => !available.includes(name))
  if (unknown !== undefined)
    throw new Problem('VALIDATION_FAILED', {
      source: 'fields',
      message: text('system.unknown_field', { name: unknown }),
    })
  return chosen.length > 0 ? chosen : available
}

interface FieldsQuery {
  fields?: string
  fields_only?: boolean
}

/** A list's answer with the chosen fields of each row, and always its id; or no rows and the names of all fields. */
export function chooseFields(answer: Answer, { fields, within }: ListRows, query: FieldsQuery): Answer {
  if (!query.fields && !query.fields_only) return answer
  const names = new Set(['id', ...chosenFields([...fields, ...searchedFields], query.fields)])
  const choose = (rows: unknown) =>
    query.fields_only
      ? []
      : (rows as Row[]).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))))
  const data = answer.data as Row
  return {
    ...answer,
    data: (within === undefined ? choose(data) : { ...data, [within]: choose(data[within]) }) as never,
    ...(query.fields_only ? { meta: { ...answer.meta, total: 0, fields } } : {}),
  }
}
