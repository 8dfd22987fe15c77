import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { WindowHost } from '../host.tsx'
import { windows } from '../store.ts'

/** The session of a user with these permissions; failed calls are not retried. */
export function clientOf(permissions: readonly string[]): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const company = { id: 1, name: 'Home', level: 1 }
  client.setQueryData(['session'], { kind: 'user', user: { permissions, company } })
  return client
}

/** Draws the window host beside an element that opens windows. */
export function drawWindows(permissions: readonly string[], opener?: ReactNode) {
  const client = clientOf(permissions)
  const view = render(
    <QueryClientProvider client={client}>
      {opener}
      <WindowHost />
    </QueryClientProvider>,
  )
  return { ...view, client }
}

/** Call it before the page of a test is removed. */
export function closeWindows(): void {
  act(() => {
    for (const { id } of windows.list()) windows.close(id)
  })
}
