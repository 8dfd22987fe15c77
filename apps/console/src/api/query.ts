import { type QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './error.ts'

/** Milliseconds in which an answer is used as it is, whoever asks (spec §7). */
const fresh = 1000
/** Milliseconds an answer is kept that nobody looks at: shown at once when it is wanted again, and asked for anew. */
const kept = 300_000
/** Answers kept at most. */
const most = 100

/**
 * The cache of all GET calls. Its key is the call with its parameters, so two who want the same share one request;
 * asking anew while one is on its way cancels that one and sends another. A request ends with the last screen that
 * waits for it, which is what a change of the route does to those of the page that is left, and to no other: neither
 * the frame's nor a refresh of the session. Only failures that may pass are tried again.
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

/** Of the answers nobody looks at, those that are oldest go first. */
function dropOldest(cache: QueryCache): void {
  const all = cache.getAll()
  if (all.length <= most) return
  const idle = all
    .filter((query) => !query.isActive() && query.state.fetchStatus === 'idle' && query.gcTime !== Infinity)
    .filter((query) => query.state.data !== undefined || query.state.error !== null)
    .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
  for (const query of idle.slice(0, all.length - most)) cache.remove(query)
}
