import { type RawBuilder, sql } from 'kysely'

/** The column whose value a filter compares, or a function from a value to its condition. */
export type Filter<Value, Within> = string | ((value: Value, within: Within) => RawBuilder<boolean>)

type AnyFilters = Readonly<Record<string, Filter<never, never>>>
type Query = Readonly<Record<string, unknown>>

function equals(column: RawBuilder<unknown>, value: unknown): RawBuilder<boolean> {
  if (value === 'is_null') return sql`${column} IS NULL`
  if (value === 'not_null') return sql`${column} IS NOT NULL`
  if (!Array.isArray(value)) return sql`${column} = ${value}`
  return typeof value[0] === 'number'
    ? sql`${column} = ANY (${value}::bigint[])`
    : sql`${column} = ANY (${value}::text[])`
}

/** The conditions of a query; `ne:<name>` matches all other rows, including those without a value. */
export function filterConditions(filters: AnyFilters, query: Query, within: unknown): RawBuilder<boolean>[] {
  const condition = (filter: Filter<never, never>, value: unknown) =>
    typeof filter === 'string' ? equals(sql.ref(filter), value) : filter(value as never, within as never)
  return Object.entries(filters).flatMap(([name, filter]) => {
    const { [name]: is, [`ne:${name}`]: not } = query
    return [
      ...(is === undefined ? [] : [condition(filter, is)]),
      // A list can declare the negation itself.
      ...(not === undefined || `ne:${name}` in filters ? [] : [sql<boolean>`(${condition(filter, not)}) IS NOT TRUE`]),
    ]
  })
}

/** Filters for rows created between `start_date` and `end_date`. */
export const createdBetween = (column: string) => ({
  start_date: (start: Date) => sql<boolean>`${sql.ref(column)} >= ${start}`,
  end_date: (end: Date) => sql<boolean>`${sql.ref(column)} <= ${end}`,
})

/** Filters for rows with a count between `<name>_min` and `<name>_max`. */
export function countBetween<const Name extends string, Within>(
  name: Name,
  count: (within: Within) => RawBuilder<number>,
) {
  type Bound = (value: number, within: Within) => RawBuilder<boolean>
  const bound =
    (operator: '>=' | '<='): Bound =>
    (value, within) =>
      sql`${count(within)} ${sql.raw(operator)} ${value}`
  return { [`${name}_min`]: bound('>='), [`${name}_max`]: bound('<=') } as Record<`${Name}_min` | `${Name}_max`, Bound>
}

export const every = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.join([sql`true`, ...conditions], sql` AND `)}`
