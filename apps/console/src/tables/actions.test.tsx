import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deleteDevicesAfterAsking } from '../domains/devices/list/delete-devices.tsx'
import '../domains/devices/texts.ts'
import { deleteEntriesAfterAsking } from '../domains/remote/delete-entries.ts'
import { deleteTagsAfterAsking } from '../domains/tags/delete-tags.ts'
import '../domains/remote/texts.ts'
import { removeAfterAsking, sendAgain } from '../domains/users/invitation-queries.ts'
import '../domains/users/invitations-texts.ts'
import { startTexts } from '../i18n/i18n.ts'
import { readyToasts } from '../ui/toast.ts'
import { Toasts } from '../ui/toasts.tsx'
import { WindowHost } from '../windows/host.tsx'
import { windows } from '../windows/store.ts'
import type { SelectedRows } from './selected-rows.ts'

const client = new QueryClient()
const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()

beforeAll(async () => {
  await startTexts()
  await readyToasts()
})
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  render(
    <QueryClientProvider client={client}>
      <WindowHost />
      <Toasts position="bottom-right" />
    </QueryClientProvider>,
  )
})
afterEach(async () => {
  const { notifications } = await readyToasts()
  act(() => notifications.clean())
  cleanup()
  vi.unstubAllGlobals()
  fetched.mockReset()
})

test.each([
  ['devices', deleteDevicesAfterAsking],
  ['tags', deleteTagsAfterAsking],
])('%s that were not changed are listed with the reason', async (_, deleteAfterAsking) => {
  const left = { code: 'NOT_FOUND', source: '2', message: 'Another user was faster' }
  fetched.mockImplementation(
    async () => new Response(JSON.stringify({ success: true, data: [{ id: 1 }], errors: [left] }), { status: 207 }),
  )
  act(() => void deleteAfterAsking({ ids: [1, 2], count: 2, names: [] }, client))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect((await screen.findByText('1 unchanged: Another user was faster')).closest('[role=alert]')).toBeNull()
})

test('different reasons why rows were not changed are listed with their numbers', async () => {
  const left = ['Has a child', 'In use', 'In use'].map((message, index) => ({
    code: 'CONFLICT',
    source: `${index}`,
    message,
  }))
  fetched.mockImplementation(
    async () => new Response(JSON.stringify({ success: true, data: [{ id: 9 }], errors: left }), { status: 207 }),
  )
  act(() => void deleteTagsAfterAsking({ ids: [0, 1, 2, 9], count: 4, names: [] }, client))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect((await screen.findByText('3 unchanged: Has a child')).closest('[role=alert]')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'All reasons' }))
  const window = await screen.findByRole('dialog', { name: 'Reasons' })
  expect([...window.querySelectorAll('li')].map((line) => line.textContent)).toEqual(['2 × In use', '1 × Has a child'])
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
})

test.each([
  ['devices than are deleted', 1000, deleteDevicesAfterAsking],
  ['invitations than are sent', 100, sendAgain],
])('with more %s at once nothing is asked or sent', async (_, most, start) => {
  const selected: SelectedRows = { filter: {}, count: most + 1, names: [] }
  await act(async () => expect(await start(selected, client)).toBe(false))
  expect(screen.getByText(`At most ${most.toLocaleString('en')} at once. Narrow the list`)).toBeDefined()
  expect(windows.list()).toEqual([])
  expect(fetched).not.toHaveBeenCalled()
})

const deletions = [
  ['devices', deleteDevicesAfterAsking],
  ['tags', deleteTagsAfterAsking],
  ['remote entries', deleteEntriesAfterAsking],
  ['invitations', removeAfterAsking],
] as const
const some: SelectedRows = { filter: { q: 'north' }, count: 200, names: [] }
const changes = () => fetched.mock.calls.filter(([, init]) => (init?.method ?? 'GET') !== 'GET').length
const agree = async () => fireEvent.click(await screen.findByRole('button', { name: /^(Delete|Remove)/ }))

test.each(deletions)(
  'with one more of the %s in a filter the question is asked again before any is deleted',
  async (_, deleteAfterAsking) => {
    fetched.mockImplementation(
      async () => new Response(JSON.stringify({ success: true, data: [], errors: [], meta: { total: 201 } })),
    )
    let done: Promise<boolean> | undefined
    act(() => {
      done = deleteAfterAsking(some, client)
    })
    await screen.findByRole('dialog', { name: /200/ })
    await agree()
    await screen.findByRole('dialog', { name: /201/ })
    expect(changes()).toBe(0)
    await agree()
    expect(await done).toBe(true)
    expect(changes()).toBe(1)
    const body = fetched.mock.calls.find(([, init]) => (init?.method ?? 'GET') !== 'GET')?.[1]?.body
    expect(JSON.parse(String(body))).toEqual({ filter: { q: 'north' } })
  },
)

test('what can be undone is undone from its message, and what is on the screen is loaded again', async () => {
  fetched.mockImplementation(
    async () => new Response(JSON.stringify({ success: true, data: [{ id: 1 }], errors: [], meta: { undo: 9 } })),
  )
  client.setQueryData(['tags', 'list'], [])
  act(() => void deleteTagsAfterAsking({ ids: [1], count: 1, names: [] }, client))
  await agree()
  const undo = await screen.findByRole('button', { name: 'Undo' })
  client.setQueryData(['tags', 'list'], [])
  fireEvent.click(undo)
  await waitFor(() => expect(client.getQueryState(['tags', 'list'])?.isInvalidated).toBe(true))
  expect(fetched.mock.lastCall).toMatchObject(['/api/audit/undo/9', { method: 'POST' }])
})

test.each(deletions)('%s that cannot be counted are kept, with an error', async (_, deleteAfterAsking) => {
  const error = { code: 'FORBIDDEN', source: null, message: 'Not counted' }
  fetched.mockImplementation(
    async () => new Response(JSON.stringify({ success: false, errors: [error] }), { status: 403 }),
  )
  let done: Promise<boolean> | undefined
  act(() => {
    done = deleteAfterAsking(some, client)
  })
  await screen.findByRole('dialog', { name: /200/ })
  await agree()
  expect(await done).toBe(false)
  expect(await screen.findByText('Not counted')).toBeDefined()
  expect(changes()).toBe(0)
})
