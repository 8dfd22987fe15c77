import { listActions } from '@longreach/contract/actions/read-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The user's own actions that are not final. */
export const runningQuery = queryOptions({
  queryKey: ['actions', 'running'],
  queryFn: async ({ signal }) =>
    (await call(listActions, { query: { own: true, active: true, limit: 0 } }, signal)).meta.total ?? 0,
  refetchInterval: ({ state }) => (state.data ? 5000 : 30_000),
})
