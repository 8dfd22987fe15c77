import { type RawBuilder, sql } from 'kysely'

type Query = Readonly<Record<string, unknown>>

function matches(column: RawBuilder<unknown>, value: unknown): RawBuilder<boolean> {
  if (value === 'is_null') return sql`${column} IS NULL`
  if (value === 'not_null') return sql`${column} IS NOT NULL`
  if (!Array.isArray(value)) return sql`${column} = ${value}`
  return typeof value[0] === 'number'
    ? sql`${column} = ANY (${value}::bigint[])`
    : sql`${column} = ANY (${value}::text[])`
}

/** Conditions for the filters of a query; `ne:` selects all rows but those, including empty ones. */
export function filterConditions(query: Query, columns: Readonly<Record<string, string>>): RawBuilder<boolean>[] {
  return Object.entries(columns).flatMap(([name, reference]) => {
    const column = sql.ref(reference)
    const { [name]: is, [`ne:${name}`]: not } = query
    return [
      ...(is === undefined ? [] : [matches(column, is)]),
      ...(not === undefined ? [] : [sql<boolean>`(${matches(column, not)}) IS NOT TRUE`]),
    ]
  })
}

/** Rows created between the query's `start_date` and `end_date`. */
export function createdBetween({ start_date, end_date }: Query, column: string): RawBuilder<boolean>[] {
  return [
    ...(start_date === undefined ? [] : [sql<boolean>`${sql.ref(column)} >= ${start_date}`]),
    ...(end_date === undefined ? [] : [sql<boolean>`${sql.ref(column)} <= ${end_date}`]),
  ]
}

/** Rows whose count lies between the query's `<name>_min` and `<name>_max`. */
export function countBetween(query: Query, name: string, count: RawBuilder<number>): RawBuilder<boolean>[] {
  const { [`${name}_min`]: least, [`${name}_max`]: most } = query
  return [
    ...(least === undefined ? [] : [sql<boolean>`${count} >= ${least}`]),
    ...(most === undefined ? [] : [sql<boolean>`${count} <= ${most}`]),
  ]
}

export const every = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([sql`true`, ...conditions], sql` AND `)}`
