import type { AnyEndpoint, ResponseOf } from '@longreach/contract/endpoint'
import { call } from '../api/call.ts'
import type { Found, SearchProvider } from './domain.ts'

/** Spec §9. */
export const groupSize = 10

/** Queried for every kind (spec §7); a list leaves out what it does not have. */
const common = {
  in: ['name', 'email'],
  fields: ['id', 'name', 'status', 'email', 'protocol', 'enabled', 'color'],
} as const

interface Kind<Row> extends Omit<SearchProvider, 'find'> {
  /** Other fields that are searched. */
  in?: readonly string[]
  /** Further fields that are shown: no others are requested, since results appear while typing. */
  fields: readonly string[]
  present: (row: Row) => Omit<Found, 'id'>
}

/** A kind that is found by the `q` of its list. */
export function searchProvider<E extends AnyEndpoint>(
  list: E,
  { in: places = [], fields, present, ...kind }: Kind<ResponseOf<E> extends (infer Row)[] ? Row : never>,
): SearchProvider {
  return {
    ...kind,
    async find(q, context, signal) {
      const query = {
        ...context,
        q,
        limit: groupSize,
        'search-fields': [...common.in, ...places].join(),
        fields: [...new Set([...common.fields, ...fields])].join(),
      }
      const { data, meta } = await call(list, { query } as never, signal)
      const items = (data as { id?: number }[]).map((row) => ({ id: row.id ?? 0, ...present(row as never) }))
      return { items, total: meta.total ?? items.length }
    },
  }
}

export const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
