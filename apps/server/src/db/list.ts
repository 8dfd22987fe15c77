import type { Endpoint, QueryOf } from '@longreach/contract/endpoint'
import type { FilterOf, OrderOf, SearchFieldOf, SortOf } from '@longreach/contract/list-names'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'
import { every, type Filter, filterConditions } from './filters.ts'
import type { Scope } from './scope.ts'
import { type SearchColumns, searchConditions } from './search.ts'

/** A column with its alias, or an expression. */
type Column<Within> = string | RawBuilder<unknown> | ((within: Within) => RawBuilder<unknown>)

type Value<E extends Endpoint, Name extends string> =
  QueryOf<E> extends { [K in Name]?: infer V } ? NonNullable<V> : unknown

type Filters<E extends Endpoint, Within> = {
  readonly [Name in Exclude<FilterOf<E>, 'id'>]: Filter<Value<E, Name>, Within>
} & { readonly [Name in `ne:${FilterOf<E>}`]?: Filter<Value<E, Name>, Within> }

/**
 * A list, declared once: its pages, its count, the ids for bulk calls and its export read the same rows. `Within`
 * limits them: a scope, or a scope and the object to which the rows belong.
 */
export interface ListDeclaration<E extends Endpoint, Row, Within = Scope> {
  /** The API call with the sorts, filters and search fields of the list. */
  endpoint: E
  /** Tables with their aliases. */
  from: (within: Within) => RawBuilder<unknown>
  /** Condition for the rows that the caller sees. */
  reach: (within: Within) => RawBuilder<boolean>
  columns: (within: Within) => RawBuilder<Row>
  /** Joins that only columns need: they join the rows of a page, `page.id`, not all matching rows. */
  join?: (within: Within) => RawBuilder<unknown>
  id: string
  /** True when `from` has several rows with the same id. */
  distinct?: true
  sorts: Readonly<Record<SortOf<E>, Column<Within>>>
  defaultSort: OrderOf<E>
  /** Direction of the id among rows with the same sort value: always ascending, or that of the sort. */
  tieBreak?: 'ascending'
  /** All filters of the endpoint but `id`. */
  filters: Filters<E, Within>
  search?: SearchColumns<Within, SearchFieldOf<E>>
  /** Rows beyond which the total is only a lower bound. */
  countCap?: number
}

/** Filters, search and sort of a list. */
export type ListQuery<E extends Endpoint> = {
  readonly [Name in Exclude<keyof QueryOf<E>, 'id'>]?: QueryOf<E>[Name] | undefined
} & { readonly id?: number | readonly number[] | undefined }

interface Page {
  limit: number
  offset: number
}

/** Rows of a list to read; `start` is a condition for the first row and all rows after it. */
interface Part extends Page {
  start?: RawBuilder<boolean> | undefined
}

interface Count {
  total: number
  /** True if there are more rows than are counted. */
  capped: boolean
}

export interface List<E extends Endpoint, Row, Within = Scope> {
  declaration: ListDeclaration<E, Row, Within>
  /** Condition for the matching rows. */
  where(within: Within, query: ListQuery<E>): RawBuilder<boolean>
  /** Rows in the list's order; rows of a list with `join` have their `sort_key`. */
  rows(db: Db, within: Within, query: ListQuery<E>, part: Part): Promise<Row[]>
  count(db: Db, within: Within, query: ListQuery<E>): Promise<Count>
  page(db: Db, within: Within, query: ListQuery<E> & Page): Promise<{ page: Row[] } & Count>
  /** The first ids in the list's order. */
  ids(db: Db, within: Within, query: ListQuery<E>, most: number): Promise<number[]>
  find(db: Db, within: Within, id: number): Promise<Row | undefined>
}

export type AnyList = List<Endpoint, unknown, never>

const expression = <Within>(column: Column<Within>, within: Within) =>
  typeof column === 'function' ? column(within) : typeof column === 'string' ? sql.ref(column) : column

export function defineList<E extends Endpoint, Row, Within = Scope>(
  declaration: ListDeclaration<E, Row, Within>,
): List<E, Row, Within> {
  const { from, reach, columns, join, distinct, sorts, defaultSort, tieBreak, filters, search, countCap } = declaration
  const id = sql.ref(declaration.id)
  const select = distinct ? sql`SELECT DISTINCT` : sql`SELECT`

  function where(within: Within, query: ListQuery<E>): RawBuilder<boolean> {
    return every([
      reach(within),
      ...filterConditions({ id: declaration.id, ...filters }, query, within),
      ...searchConditions(search, query, within),
    ])
  }

  function order(within: Within, query: ListQuery<E>) {
    const name: string = (query as { sort?: string }).sort ?? defaultSort
    const direction = sql.raw(name.startsWith('-') ? 'DESC' : 'ASC')
    return {
      key: expression(sorts[name.replace('-', '') as SortOf<E>], within),
      by: (key: RawBuilder<unknown>, tie: RawBuilder<unknown>) =>
        sql`ORDER BY ${key} ${direction}, ${tie} ${tieBreak ? sql.raw('ASC') : direction}`,
    }
  }

  async function rows(db: Db, within: Within, query: ListQuery<E>, { limit, offset, start }: Part): Promise<Row[]> {
    const { key, by } = order(within, query)
    const matching = sql`FROM ${from(within)} WHERE ${every([where(within, query), ...(start ? [start] : [])])}`
    const part = sql`${matching} ${by(key, id)} LIMIT ${limit} OFFSET ${offset}`
    const statement = join
      ? sql<Row>`
        SELECT ${columns(within)} FROM (${select} ${id} AS id, ${key} AS sort_key ${part}) page ${join(within)}
        ${by(sql.ref('page.sort_key'), sql.ref('page.id'))}`
      : sql<Row>`SELECT ${columns(within)} ${part}`
    return (await statement.execute(db)).rows
  }

  async function count(db: Db, within: Within, query: ListQuery<E>): Promise<Count> {
    const matching = sql`${select} ${distinct ? id : sql`1`} FROM ${from(within)} WHERE ${where(within, query)}`
    const limit = countCap === undefined ? sql`` : sql`LIMIT ${countCap + 1}`
    const { rows: found } = await sql<{ total: number }>`
      SELECT count(*) AS total FROM (${matching} ${limit}) counted`.execute(db)
    const total = found[0]?.total ?? 0
    return { total: Math.min(total, countCap ?? total), capped: countCap !== undefined && total > countCap }
  }

  return {
    declaration,
    where,
    rows,
    count,
    async page(db, within, query) {
      const { limit, offset } = query
      return { page: await rows(db, within, query, { limit, offset }), ...(await count(db, within, query)) }
    },
    async ids(db, within, query, most) {
      const { key, by } = order(within, query)
      const { rows: found } = await sql<{ id: number }>`
        ${select} ${id} AS id FROM ${from(within)} WHERE ${where(within, query)} ${by(key, id)} LIMIT ${most}`.execute(
        db,
      )
      return found.map((row) => row.id)
    },
    async find(db, within, one) {
      const matching = sql`FROM ${from(within)} WHERE ${id} = ${one} AND ${reach(within)}`
      const statement = join
        ? sql<Row>`SELECT ${columns(within)} FROM (${select} ${id} AS id, NULL AS sort_key ${matching}) page ${join(within)}`
        : sql<Row>`SELECT ${columns(within)} ${matching}`
      return (await statement.execute(db)).rows[0]
    },
  }
}
