import type { AnyEndpoint, ResponseOf } from '@longreach/contract/endpoint'
import type { ColumnOf } from '@longreach/contract/list-names'
import { searchedFields } from '@longreach/contract/page'
import { call } from '../api/call.ts'
import type { Found, SearchProvider } from './domain.ts'

/** Maximum results of one kind (spec §9). */
export const groupSize = 10

/** Fields that are searched in every list; a list leaves out those that it does not have. */
const searchedIn = ['name', 'email'] as const

interface Kind<Row, Field> extends Omit<SearchProvider, 'find'> {
  /** Further fields that are searched. */
  in?: readonly string[]
  /** Further fields that are shown. No others are requested, since results appear while the user types. */
  fields: readonly Field[]
  present: (row: Row) => Omit<Found, 'id'>
}

/** A search provider that uses the `q` of a list. */
export function searchProvider<E extends AnyEndpoint>(
  list: E,
  { in: places = [], fields, present, ...kind }: Kind<ResponseOf<E> extends (infer Row)[] ? Row : never, ColumnOf<E>>,
): SearchProvider {
  return {
    ...kind,
    async find(q, context, signal) {
      const query = {
        ...context,
        q,
        limit: groupSize,
        'search-fields': [...searchedIn, ...places].join(),
        fields: [...new Set([...searchedFields, ...fields])].join(),
      }
      const { data, meta } = await call(list, { query } as never, signal)
      const items = (data as { id?: number }[]).map((row) => ({ id: row.id ?? 0, ...present(row as never) }))
      return { items, total: meta.total ?? items.length }
    },
  }
}

export const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
