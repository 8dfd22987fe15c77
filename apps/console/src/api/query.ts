import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './error.ts'

/** A fresh answer is used for a second, kept for five minutes; only failures that may pass are tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 1000,
        gcTime: 300_000,
        retry: (count, error) =>
          count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 502),
        retryDelay: (attempt) => 500 * 2 ** attempt,
      },
    },
  })
}
