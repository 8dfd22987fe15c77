import type { Endpoint, QueryOf, ResponseOf } from './endpoint.ts'
import type { companyContext } from './filter.ts'

/** Query parameters that every list has, besides its own filters. */
type Common =
  | 'limit'
  | 'offset'
  | 'cursor'
  | 'q'
  | 'search-fields'
  | 'sort'
  | 'fields'
  | 'fields_only'
  | keyof typeof companyContext

/** Orders of a list: a sort, or one with `-` in front for descending. */
export type OrderOf<E extends Endpoint> =
  QueryOf<E> extends { sort?: infer Order } ? NonNullable<Order> & string : never

/** Names a list can be sorted by. */
export type SortOf<E extends Endpoint> = Exclude<OrderOf<E>, `-${string}`>

/** Filters of a list; each end of a range is a separate one. */
export type FilterOf<E extends Endpoint> = Exclude<keyof QueryOf<E> & string, Common | `ne:${string}`>

/** Ranges of a list, which are filtered by `<name>_min` and `<name>_max`. */
export type RangeOf<E extends Endpoint> =
  FilterOf<E> extends infer Name ? (Name extends `${infer Range}_min` ? Range : never) : never

/** Fields that `q` searches, if a query can name them. */
export type SearchFieldOf<E extends Endpoint> =
  QueryOf<E> extends { 'search-fields'?: infer Fields }
    ? NonNullable<Fields> extends readonly (infer Field extends string)[]
      ? Field
      : string
    : string

/** Fields of a list's rows. */
export type ColumnOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Row)[] ? keyof Row & string : never
