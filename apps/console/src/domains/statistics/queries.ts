import type { Endpoint, QueryInput, ResponseOf } from '@longreach/contract/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Search } from '../../api/search.ts'
import type { Range } from '../../charts/range.ts'
import { timesOf } from './use-period.ts'

/** Figures of a period; a period that ends now moves on. */
export const figuresQuery = <E extends Endpoint>(endpoint: E, range: Range, rest: Search) =>
  queryOptions({
    queryKey: ['statistics', endpoint.name, range, rest],
    queryFn: async ({ signal }) => {
      const query = { ...timesOf(range), ...rest } as QueryInput<E>
      return (await call(endpoint as Endpoint, { query } as never, signal)).data as ResponseOf<E>
    },
    ...(range.kind === 'preset' ? { refetchInterval: 60_000 } : { staleTime: 60_000 }),
    placeholderData: keepPreviousData,
  })
