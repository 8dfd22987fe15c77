import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { WindowHost } from '../host.tsx'
import { windows } from '../store.ts'

/** What the console knows of somebody with these permissions who has signed in; a call that fails is not repeated. */
export function clientOf(permissions: readonly string[]): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const company = { id: 1, name: 'Home', level: 1 }
  client.setQueryData(['session'], { kind: 'user', user: { permissions, company } })
  return client
}

/** The place of windows, beside what opens them. */
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

/** Before the page of a test is taken away. */
export function closeWindows(): void {
  act(() => {
    for (const { id } of windows.list()) windows.close(id)
  })
}
