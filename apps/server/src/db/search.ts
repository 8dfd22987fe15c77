import { type RawBuilder, sql } from 'kysely'

/** A LIKE pattern for lower-cased text that contains the words; wildcards in them are escaped. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
}

interface Searched {
  q?: string | undefined
  'search-fields'?: readonly string[] | undefined
}

/** Searches the columns of the fields a list's query names, or all of them if it names none. */
export function searching(
  { q, 'search-fields': named = [] }: Searched,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<boolean>[] {
  if (!q) return []
  const chosen = Object.entries(columns).filter(([name]) => named.includes(name))
  const looked = new Set((chosen.length > 0 ? chosen : Object.entries(columns)).map(([, column]) => column))
  const pattern = containing(q)
  const found = [...looked].map((column) => sql<boolean>`${column} LIKE ${pattern}`)
  return [sql<boolean>`(${sql.join(found, sql` OR `)})`]
}
