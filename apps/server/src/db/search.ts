import { type RawBuilder, sql } from 'kysely'

/** A LIKE pattern for lower-cased text that contains the words; wildcards in them are escaped. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}

const separators = /[\s:.()/-]/g
const address = /^\d+\.\d+\.\d+\.\d+$/

/**
 * Patterns to look for: the text, and without its separators if it may be a MAC, serial number, IMEI, ICCID or phone
 * number, which people and tools write in many ways.
 */
export function patternsOf(q: string): string[] {
  const text = q.trim()
  const digits = text.replace(separators, '').replace(/^\+/, '')
  const spelt = digits !== text && !address.test(text) && /^[0-9a-f]{6,}$/i.test(digits)
  return [containing(q), ...(spelt ? [containing(digits)] : [])]
}

/** Condition for a column that contains one of the patterns. */
export const matches = (column: RawBuilder<unknown>, patterns: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    patterns.map((pattern) => sql`${column} LIKE ${pattern}`),
    sql` OR `,
  )})`

/** The text by which a MAC is found with and without colons. */
export const macText = (column: string) => sql`lower(${sql.ref(column)} || ' ' || replace(${sql.ref(column)}, ':', ''))`

/** Expressions over lower-cased text, by the names in `search-fields`; or the condition for `q`. */
export type SearchColumns<Within, Field extends string = string> =
  | Readonly<Record<Field, RawBuilder<unknown>>>
  | ((q: string, fields: readonly string[], within: Within) => RawBuilder<boolean>)

/** Condition for `q` in any of the named columns, or in any column if none is named. */
export function inColumns(
  q: string,
  fields: readonly string[],
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<boolean> {
  const named = Object.entries(columns).filter(([name]) => fields.includes(name))
  const searched = new Set((named.length > 0 ? named : Object.entries(columns)).map(([, column]) => column))
  const patterns = patternsOf(q)
  return sql<boolean>`(${sql.join(
    [...searched].map((column) => matches(column, patterns)),
    sql` OR `,
  )})`
}

export function searchConditions<Within>(
  search: SearchColumns<Within> | undefined,
  query: Readonly<Record<string, unknown>>,
  within: Within,
): RawBuilder<boolean>[] {
  const { q, 'search-fields': fields = [] } = query as { q?: string; 'search-fields'?: readonly string[] }
  if (!search || !q) return []
  return [typeof search === 'function' ? search(q, fields, within) : inColumns(q, fields, search)]
}
