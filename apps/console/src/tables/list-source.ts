import type { Endpoint } from '@longreach/contract/endpoint'
import { type Answer, call } from '../api/call.ts'
import type { Search } from '../api/search.ts'
import { filterOf, type ListRules, type ListState } from './list-state.ts'

/** What a list is read from, without its words. */
export interface ListSpec {
  /** Key of the list in the query cache and, under `table.` and `views.`, of what the user made of it. */
  name: string
  list: Endpoint
  /** The download of the same list. */
  download?: Endpoint
  /** Asked for in place of whole records. */
  fields?: readonly string[]
  defaultSort: string
  /** Milliseconds between silent refreshes of what is on the screen. */
  refreshEvery?: number
  /** Rows that the actions on chosen ones take at once, unless as many as usual. */
  most?: number
}

const usualRefresh = 30_000

/** Pages of a list, for useRowPages; `narrow` holds whatever the address says. */
export function sourceOf<Row>(
  { name, list, fields, refreshEvery = usualRefresh }: ListSpec,
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
