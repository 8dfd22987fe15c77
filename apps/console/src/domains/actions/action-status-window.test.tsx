import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { WindowHost } from '../../windows/host.tsx'
import { windows } from '../../windows/store.ts'
import { openActionStatus } from './public/open-windows.tsx'

vi.mock('../../ui/toast.ts', () => ({ toast: vi.fn() }))
const fetched = vi.fn<() => Promise<Response>>()

beforeEach(async () => {
  await startTexts()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
})
afterEach(() => {
  cleanup()
  act(() => {
    for (const { id } of windows.list()) windows.close(id)
  })
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

const counts = { queued: 0, sent: 0, running: 1, done: 0, failed: 0, expired: 0, cancelled: 0 }
const action = {
  id: 7,
  kind: 'reboot',
  username: 'ann',
  command: null,
  channel: null,
  active: true,
  total: 1,
  counts,
  device_name: 'Crane',
  created_at: '2026-01-01 10:00:00',
  targets: [],
}
const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const there = async () => answer(200, { success: true, data: action, meta: { total: 1 } })
const refused = (status: number, code: string) => async () =>
  answer(status, { success: false, errors: [{ code, message: code, source: null }] })

function follow() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['session'], { kind: 'user', user: { permissions: ['execute_device_actions'] } })
  render(
    <QueryClientProvider client={client}>
      <WindowHost />
    </QueryClientProvider>,
  )
  act(() => openActionStatus(7))
  return client
}

test('S4.89 the window closes by itself when no device is left to follow, with a single toast', async () => {
  fetched.mockImplementation(there)
  const client = follow()
  await screen.findByText('0/1')
  fetched.mockImplementation(refused(404, 'NOT_FOUND'))
  await act(() => client.invalidateQueries({ queryKey: ['actions'] }))
  await waitFor(() => expect(windows.list()).toEqual([]))
  expect(toast).toHaveBeenCalledExactlyOnceWith('This action is no longer available')
})

test('a question that was not answered leaves it open', async () => {
  fetched.mockImplementation(refused(500, 'INTERNAL_ERROR'))
  follow()
  await screen.findByText('The action could not be loaded')
  expect(windows.list()).toHaveLength(1)
})
