import { type Answer, call } from '../api/call.ts'
import type { Search } from '../api/search.ts'
import { filterOf, type ListRules, type ListState } from './list-state.ts'
import type { Table } from './table.ts'

const usualRefresh = 30_000

/** Pages of a list for useRowPages; `narrow` are filters that the address cannot change. */
export function sourceOf<Row extends { id: number }>(
  { name, list, fields, refreshEvery = usualRefresh }: Table<Row>,
  state: ListState,
  rules: Pick<ListRules, 'filters'>,
  narrow: Search = {},
) {
  return {
    key: [name, 'list', state, narrow],
    refreshEvery,
    async load(
      { limit, offset, cursor }: { offset: number; limit: number; cursor: string | null },
      signal: AbortSignal,
    ): Promise<Answer<Row[]>> {
      const query = {
        limit,
        offset,
        ...(cursor ? { cursor } : {}),
        sort: state.sort,
        ...(fields ? { fields: fields.join(',') } : {}),
        ...filterOf(state, rules),
        ...narrow,
      }
      return (await call(list, { query: query as never }, signal)) as Answer<Row[]>
    },
  }
}
