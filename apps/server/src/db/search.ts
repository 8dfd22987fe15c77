import { type RawBuilder, sql } from 'kysely'

/** A LIKE pattern for lower-cased text that contains the words; wildcards in them are escaped. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}

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
  const pattern = containing(q)
  return sql<boolean>`(${sql.join(
    [...searched].map((column) => sql`${column} LIKE ${pattern}`),
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
