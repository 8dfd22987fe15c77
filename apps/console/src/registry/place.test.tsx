import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query.ts'
import { type Session, sessionQuery } from '../api/session.ts'
import { defineDomain } from './domain.ts'
import { loadPlace, Place } from './place.tsx'
import { registerDomains } from './registered.ts'

const failing = () => {
  throw new Error('a part of the frame')
}
const part = (load: () => Promise<() => React.ReactNode>) => ({ at: 'shell.header' as const, load })

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test.each(['loaded before', 'loaded when drawn'])(
  'a part that cannot be loaded or drawn is absent, the others stay (%s)',
  async (when) => {
    registerDomains([
      defineDomain({
        name: 'tags',
        parts: [
          part(() => Promise.reject(new Error('the file is gone'))),
          part(async () => failing),
          part(async () => () => <button type="button">Bell</button>),
        ],
      }),
    ])
    if (when === 'loaded before') await loadPlace('shell.header')
    const client = createQueryClient()
    client.setQueryData(sessionQuery.queryKey, { kind: 'user', user: { permissions: [] } } as unknown as Session)
    render(
      <QueryClientProvider client={client}>
        <Place at="shell.header" />
      </QueryClientProvider>,
    )
    expect(await screen.findByRole('button', { name: 'Bell' })).toBeTruthy()
  },
)
