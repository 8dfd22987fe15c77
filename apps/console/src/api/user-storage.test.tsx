import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query.ts'
import { storeValue, useStored } from './user-storage.ts'

const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()
let client: QueryClient
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
const answer = (data: unknown, status = 200) =>
  new Response(JSON.stringify({ success: status < 400, data, errors: [] }), { status })
const sent = () => fetched.mock.calls.map(([address, init]) => [init?.method, address, init?.body])

beforeEach(() => {
  client = createQueryClient()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

test('S7.24 S7.26 S7.31 S7.32 values are read once, come from the cache, and a set is there at once', async () => {
  fetched.mockImplementation(async () => answer({ data: [{ key: 'a', value: 1 }] }))
  const { result } = renderHook(() => [useStored('a'), useStored('a'), useStored('b')] as const, { wrapper })
  await waitFor(() => expect(result.current[0][0]).toBe(1))
  expect(sent()).toEqual([['GET', '/api/storage?limit=100', undefined]])
  act(() => result.current[0][1](2))
  expect([result.current[0][0], result.current[1][0]]).toEqual([2, 2])
})

test('S7.27 S8.26 a failure to load is silent, and this browser’s copy is used', async () => {
  const noted = vi.spyOn(console, 'error')
  localStorage.setItem('stored.a', '"kept"')
  fetched.mockImplementation(async () => answer(null, 500))
  const { result } = renderHook(() => useStored('a'), { wrapper })
  await waitFor(() => expect(fetched).toHaveBeenCalled())
  expect(result.current[0]).toBe('kept')
  expect(noted).not.toHaveBeenCalled()
})

test('S7.25 leaving a page does not cancel the storage the frame waits for', async () => {
  const signals: AbortSignal[] = []
  fetched.mockImplementation((_, init) => {
    signals.push(init?.signal as AbortSignal)
    return new Promise(() => {})
  })
  renderHook(() => useStored('frame'), { wrapper })
  const page = renderHook(() => useStored('page'), { wrapper })
  page.unmount()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
})

test('S7.28 S7.29 S7.30 immediately: POST for a new key, PUT for a known one, DELETE removes the entry first', async () => {
  fetched.mockImplementation(async (_, init) => answer(init?.method === 'GET' ? { data: [] } : {}))
  await storeValue(client, 'zone', 'UTC')
  await storeValue(client, 'zone', 'Asia/Tokyo')
  const done = storeValue(client, 'zone', null)
  await done
  expect(sent().slice(1)).toEqual([
    ['POST', '/api/storage', '{"key":"zone","value":"UTC"}'],
    ['PUT', '/api/storage/zone', '{"value":"Asia/Tokyo"}'],
    ['DELETE', '/api/storage/zone', undefined],
  ])
  expect(client.getQueryData(['storage'])).toEqual({})
})
