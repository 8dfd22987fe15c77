import type { Endpoint, ResponseOf } from '@longreach/contract/endpoint'
import type { ColumnOf, FilterOf, OrderOf, RangeOf, SortOf } from '@longreach/contract/list-names'
import type { PermissionName } from '@longreach/contract/permissions'
import type { TFunction } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import type { Search } from '../api/search.ts'
import type { Texts } from '../i18n/i18n.ts'
import type { GridColumn } from './columns.ts'
import type { FilterField } from './filters/field.ts'
import type { FilterRule } from './filters/rules.ts'
import type { ListState } from './list-state.ts'

type ItemOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Item)[] ? Item : never

/** A row of the list with the requested fields. */
export type RowOf<E extends Endpoint, Field extends ColumnOf<E>> = {
  [Name in Field & keyof ItemOf<E>]-?: Exclude<ItemOf<E>[Name], undefined>
} & { id: number }

/** Names of filters; `created` and `range` set `start_date` and `end_date`. */
type FieldName<E extends Endpoint> =
  | FilterOf<E>
  | RangeOf<E>
  | ('start_date' extends FilterOf<E> ? 'created' | 'range' : never)

/** The user's permissions and the page that contains a table. */
export interface TableContext<E extends Endpoint> {
  can: (permission: PermissionName) => boolean
  /** Whether the table is limited to the rows of one company, device or tag. */
  narrowed: (filter: FilterOf<E>) => boolean
}

/** The same for rows, which may depend on the filters that are set. */
export interface RowContext<E extends Endpoint> extends TableContext<E> {
  filtered: (filter: FilterOf<E>) => boolean
}

interface FilterProps {
  state: ListState
  onChange: (state: ListState) => void
}

/** Filters whose texts are loaded on first use, for a list on the first screen. */
export interface LazyFilters {
  rules: Readonly<Record<string, FilterRule>>
  /** `narrow` are filters set by the page; none of them is offered. */
  Builder: ComponentType<FilterProps & { narrow: Search; onClose: () => void }>
  Chips: ComponentType<FilterProps>
}

interface TableBase<Row> {
  /** Key of the list in the query cache and, after `table.` and `views.`, of the user's settings for it. */
  name: string
  /** The download of the same list. */
  download?: Endpoint
  /** Milliseconds between silent refreshes of the rows on the screen. */
  refreshEvery?: number
  /** Maximum rows for actions on selected ones, if it differs from the usual one. */
  most?: number
  nameOf: (row: Row) => string
}

/** A column of a declared table. */
export interface TableColumn<Row, Sort extends string = string, Field extends string = string, Filter = string>
  extends GridColumn<Row, Sort, Field> {
  /** Left out if the table is limited by this filter to the rows of one company, device or tag. */
  notWithin?: Filter
  /** Shown while one of these filters is set, even if hidden. */
  shownFor?: readonly Filter[]
  /** Shown only to users with this permission. */
  permission?: PermissionName
}

type ColumnsOf<E extends Endpoint, Field extends ColumnOf<E>> = readonly TableColumn<
  RowOf<E, Field>,
  SortOf<E>,
  ColumnOf<E>,
  FilterOf<E>
>[]

export interface TableDeclaration<
  E extends Endpoint,
  Field extends ColumnOf<E>,
  Namespace extends keyof Texts,
  Columns extends ColumnsOf<E, Field>,
> extends TableBase<RowOf<E, Field>> {
  list: E
  /** Namespace of the texts. */
  texts: Namespace
  /** Requested instead of whole records. */
  fields?: readonly Field[]
  defaultSort: OrderOf<E>
  /** The default order while a filter is set. */
  sortFor?: Partial<Record<FilterOf<E>, OrderOf<E>>>
  /** In default order. */
  columns: (t: TFunction<Namespace>) => Columns
  filters?: ((t: TFunction<Namespace>, context: TableContext<E>) => readonly FilterField<FieldName<E>>[]) | LazyFilters
  phoneRow: (row: RowOf<E, Field>, context: RowContext<E>) => ReactNode
  /** Shows rows as tiles with this image, except on a phone; the columns are lines below it. */
  pictureOf?: (row: RowOf<E, Field>) => ReactNode
}

export interface Table<Row extends { id: number }> extends TableBase<Row> {
  list: Endpoint
  texts: keyof Texts
  fields?: readonly string[]
  defaultSort: string
  sortFor?: Readonly<Record<string, string | undefined>>
  columns: (t: never) => readonly TableColumn<Row>[]
  filters?: ((t: never, context: never) => readonly FilterField[]) | LazyFilters
  phoneRow: (row: Row, context: never) => ReactNode
  pictureOf?: (row: Row) => ReactNode
}

/** Declares a list of the console: its endpoint, columns and filters. */
export const defineTable = <
  E extends Endpoint,
  const Field extends ColumnOf<E> = ColumnOf<E>,
  Namespace extends keyof Texts = 'ui',
  const Columns extends ColumnsOf<E, Field> = ColumnsOf<E, Field>,
>(
  table: TableDeclaration<E, Field, Namespace, Columns>,
): Table<RowOf<E, Field>> => table
