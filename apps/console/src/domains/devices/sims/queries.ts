import { simTotals } from '@longreach/contract/monitoring/sim-endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { Search } from '../../../api/search.ts'

export const simTotalsQuery = (context: Search) =>
  queryOptions({
    queryKey: ['sims', 'totals', context],
    queryFn: async ({ signal }) => (await call(simTotals, { query: context as never }, signal)).data,
    placeholderData: keepPreviousData,
  })
