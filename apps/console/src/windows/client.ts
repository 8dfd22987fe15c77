import type { QueryClient } from '@tanstack/react-query'

let client: QueryClient | undefined

/** The query client for questions asked from outside of React. */
export const windowsClient = {
  get: () => client,
  set(next: QueryClient): void {
    client = next
  },
}
