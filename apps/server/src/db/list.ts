import type { Endpoint } from '@longreach/contract/endpoint'
import { sortsOf } from '@longreach/contract/page'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'
import { countBetween, createdBetween, every, filterConditions } from './filters.ts'
import type { Scope } from './scope.ts'
import { searching } from './search.ts'

/** A column with its alias, or an expression. */
type Column = string | RawBuilder<unknown> | ((scope: Scope) => RawBuilder<unknown>)

/** What a list's query says of its rows; its endpoint has checked it. */
export type ListQuery = Readonly<Record<string, unknown>>

interface Page {
  limit: number
  offset: number
}

/** A list, declared once: its pages, its count, the ids for bulk calls and its export read the same rows. */
export interface ListDeclaration {
  /** The endpoint whose sorts and filters these are. */
  endpoint: Endpoint
  /** Tables with their aliases. */
  from: (scope: Scope) => RawBuilder<unknown>
  /** Which rows the caller sees. */
  reach: (scope: Scope) => RawBuilder<boolean>
  /** What a row consists of. */
  columns: (scope: Scope) => RawBuilder<unknown>
  id: string
  sorts: Readonly<Record<string, Column>>
  defaultSort: string
  /** Direction of the id among rows that sort alike: always ascending, or that of the sort. */
  tieBreak?: 'ascending'
  /** Filters by equality, each also as `ne:<name>`. */
  filters?: Readonly<Record<string, string>>
  /** Filters by `<name>_min` and `<name>_max`. */
  counts?: Readonly<Record<string, (scope: Scope) => RawBuilder<number>>>
  /** Column of `start_date` and `end_date`. */
  created?: string
  /** Lower-cased text that `q` is looked for in, by the names of `search-fields`. */
  search?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Whatever else the query asks. */
  conditions?: (scope: Scope, query: ListQuery) => readonly RawBuilder<boolean>[]
  /** Rows beyond which the total is only a lower bound. */
  countCap?: number
}

export interface List<Row> {
  declaration: ListDeclaration
  /** One page and the total; `capped` when there are more rows than are counted. */
  page(db: Db, scope: Scope, query: ListQuery & Page): Promise<{ page: Row[]; total: number; capped: boolean }>
  /** The first ids in the list's order. */
  ids(db: Db, scope: Scope, query: ListQuery, most: number): Promise<number[]>
  find(db: Db, scope: Scope, id: number): Promise<Row | undefined>
}

const expression = (column: Column, scope: Scope) =>
  typeof column === 'function' ? column(scope) : typeof column === 'string' ? sql.ref(column) : column

/** Names of the filters and sorts that one of the two does not have. */
function checkNames({ endpoint, sorts, filters = {}, counts = {}, defaultSort }: ListDeclaration): void {
  const fail = (what: string, name: string) => new Error(`List ${endpoint.name}: ${what} ${name}`)
  const offered = sortsOf(endpoint)
  for (const name of offered) if (!(name in sorts)) throw fail('no column for sort', name)
  for (const name of Object.keys(sorts)) if (!offered.includes(name)) throw fail('its endpoint has no sort', name)
  if (!(defaultSort.replace('-', '') in sorts)) throw fail('no column for sort', defaultSort)
  const { shape } = endpoint.query as unknown as { shape: object }
  const names = [...Object.keys(filters), ...Object.keys(counts).map((name) => `${name}_min`)]
  for (const name of names) {
    if (!(name in shape) && name !== 'id') throw fail('its endpoint has no filter', name)
  }
}

/** Throws when sorts or filters are not those of the endpoint. `checkColumns` looks at the columns. */
export function defineList<Row>(declaration: ListDeclaration): List<Row> {
  checkNames(declaration)
  const { from, reach, columns, id, sorts, defaultSort, tieBreak, countCap } = declaration

  function rowsOf(scope: Scope, query: ListQuery): RawBuilder<unknown> {
    const { filters = {}, counts = {}, created, search, conditions } = declaration
    return sql`FROM ${from(scope)} WHERE ${every([
      reach(scope),
      ...filterConditions(query, filters),
      ...Object.entries(counts).flatMap(([name, count]) => countBetween(query, name, count(scope))),
      ...(created ? createdBetween(query, created) : []),
      ...(search ? searching(query, search) : []),
      ...(conditions?.(scope, query) ?? []),
    ])}`
  }

  function orderOf(scope: Scope, query: ListQuery): RawBuilder<unknown> {
    const sort = typeof query.sort === 'string' ? query.sort : defaultSort
    const direction = sql.raw(sort.startsWith('-') ? 'DESC' : 'ASC')
    const key = expression(sorts[sort.replace('-', '')] ?? id, scope)
    return sql`ORDER BY ${key} ${direction}, ${sql.ref(id)} ${tieBreak ? sql.raw('ASC') : direction}`
  }

  async function count(db: Db, scope: Scope, query: ListQuery): Promise<{ total: number; capped: boolean }> {
    const rows = rowsOf(scope, query)
    const counted = countCap === undefined ? rows : sql`FROM (SELECT 1 ${rows} LIMIT ${countCap + 1}) counted`
    const { rows: found } = await sql<{ total: number }>`SELECT count(*) AS total ${counted}`.execute(db)
    const total = found[0]?.total ?? 0
    return { total: Math.min(total, countCap ?? total), capped: countCap !== undefined && total > countCap }
  }

  return {
    declaration,
    async page(db, scope, query) {
      const { rows } = await sql<Row>`
        SELECT ${columns(scope)} ${rowsOf(scope, query)} ${orderOf(scope, query)}
        LIMIT ${query.limit} OFFSET ${query.offset}`.execute(db)
      return { page: rows, ...(await count(db, scope, query)) }
    },
    async ids(db, scope, query, most) {
      const { rows } = await sql<{ id: number }>`
        SELECT ${sql.ref(id)} AS id ${rowsOf(scope, query)} ${orderOf(scope, query)} LIMIT ${most}`.execute(db)
      return rows.map((row) => row.id)
    },
    async find(db, scope, rowId) {
      const { rows } = await sql<Row>`
        SELECT ${columns(scope)} FROM ${from(scope)} WHERE ${sql.ref(id)} = ${rowId} AND ${reach(scope)}`.execute(db)
      return rows[0]
    },
  }
}

/** Plans the list with each of its sorts, filters and search fields. Rejects naming what the database does not have. */
export async function checkColumns(db: Db, list: List<unknown>, scope: Scope): Promise<void> {
  const { endpoint, from, columns, sorts, filters = {}, counts = {}, created, search = {} } = list.declaration
  const plan = async (name: string, column: RawBuilder<unknown>) => {
    await sql`EXPLAIN SELECT ${column} FROM ${from(scope)}`.execute(db).catch((error: Error) => {
      throw new Error(`List ${endpoint.name}, ${name}: ${error.message}`)
    })
  }
  await plan('columns', columns(scope))
  for (const [name, column] of Object.entries(sorts)) await plan(`sort ${name}`, expression(column, scope))
  for (const [name, column] of Object.entries(filters)) await plan(`filter ${name}`, sql.ref(column))
  for (const [name, count] of Object.entries(counts)) await plan(`filter ${name}`, count(scope))
  for (const [name, column] of Object.entries(search)) await plan(`search ${name}`, column)
  if (created) await plan('filter start_date', sql.ref(created))
}
