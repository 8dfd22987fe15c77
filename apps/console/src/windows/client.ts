import type { QueryClient } from '@tanstack/react-query'

let client: QueryClient | undefined

/** The query client for questions from outside React. */
export const windowsClient = {
  get: () => client,
  set(next: QueryClient): void {
    client = next
  },
}
