import type { QueryClient } from '@tanstack/react-query'

let client: QueryClient | undefined

/** For questions asked from outside of what is drawn: whose data it is about. */
export const windowsClient = {
  get: () => client,
  set(next: QueryClient): void {
    client = next
  },
}
