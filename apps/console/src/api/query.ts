import { type QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './error.ts'

/** Milliseconds for which a response is used without another request (spec §7). */
const fresh = 1000
/** Milliseconds for which an unused response is retained: it is shown immediately when needed again, and refetched. */
const kept = 300_000
/** Maximum number of cached responses. */
const most = 100

/**
 * The cache of all GET calls. Its key is the call with its parameters, so equal calls share one request; refetching
 * while one is in progress cancels it and sends another. A request is aborted with the last screen that waits for it: a
 * change of the route aborts requests of the previous page only, not those of the frame or a refresh of the session.
 * Only temporary failures are retried.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: fresh,
        gcTime: kept,
        retry: (count, error) =>
          count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 502),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
    },
  })
  const cache = client.getQueryCache()
  cache.subscribe(({ type }) => {
    if (type === 'added') dropOldest(cache)
  })
  return client
}

function dropOldest(cache: QueryCache): void {
  const all = cache.getAll()
  if (all.length <= most) return
  const idle = all
    .filter((query) => !query.isActive() && query.state.fetchStatus === 'idle' && query.gcTime !== Infinity)
    .filter((query) => query.state.data !== undefined || query.state.error !== null)
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
  for (const query of idle.slice(0, all.length - most)) cache.remove(query)
}
