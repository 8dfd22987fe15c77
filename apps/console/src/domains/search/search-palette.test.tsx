import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { domains } from '../../app/domains.ts'
import { dock } from '../../dock/store.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { registerDomains } from '../../registry/registered.ts'
import { SearchPalette } from './search-palette.tsx'
import { loadSearchables } from './searchables.ts'

type Rows = { id: number; name?: string; username?: string; status?: number }[]

/** Rows by the path of their list. */
let lists: Record<string, Rows> = {}
let total = 1
/** Paths whose answer has to wait. */
const delays = new Map<string, Promise<void>>()
const stored = vi.fn<(body: unknown) => void>()

async function answer(address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(address, 'https://a.example')
  if (method !== 'GET') stored(JSON.parse(String(body)))
  await delays.get(pathname)
  const data = pathname === '/api/storage' ? { data: [] } : (lists[pathname] ?? [])
  return new Response(JSON.stringify({ success: true, data, errors: [], meta: { total } }))
}

/** The list's answers wait until the function is called. */
function hold(path: string): () => Promise<void> {
  let release = () => {}
  delays.set(path, new Promise((resolve) => (release = resolve)))
  return () => act(async () => release())
}

beforeAll(async () => {
  await startTexts()
  registerDomains(domains)
  await loadSearchables()
})
beforeEach(() => {
  lists = { '/api/devices': [{ id: 7, name: 'Pier' }], '/api/companies': [{ id: 3, name: 'Pier Ltd' }] }
  total = 1
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  delays.clear()
  vi.unstubAllGlobals()
  stored.mockClear()
})

const everything = [
  ...['view_devices', 'view_companies', 'view_users', 'view_tags', 'view_roles', 'create_devices'],
  'connect_device_remote_access',
]
const field = () => screen.getByRole('combobox')
const lines = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const selected = () => screen.getByRole('option', { selected: true }).textContent
const press = (key: string) => fireEvent.keyDown(field(), { key })

/** The search, for a user with these permissions. */
async function open(permissions = everything) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['session'], { kind: 'user', user: { id: 1, permissions, company: { id: 1, level: 1 } } })
  const onClose = vi.fn()
  const rootRoute = createRootRoute({
    component: () => (
      <Suspense>
        <SearchPalette onClose={onClose} takeEarly={() => ''} />
      </Suspense>
    ),
    notFoundComponent: () => null,
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('combobox')
  return { onClose, router }
}

/** Types a text and does not wait for more of it. */
function seek(text: string) {
  fireEvent.change(field(), { target: { value: text } })
  press('Enter')
}

test('late results do not move the selected line', async () => {
  lists['/api/companies'] = [
    { id: 3, name: 'Pier Ltd' },
    { id: 4, name: 'Pier Inc' },
  ]
  const devices = hold('/api/devices')
  await open()
  seek('pier')
  await screen.findByRole('group', { name: /^Companies/ })
  press('ArrowDown')
  expect(selected()).toBe('Pier Inc')
  await devices()
  await screen.findByRole('group', { name: /^Devices/ })
  expect([selected(), lines()[0]]).toEqual(['Pier Inc', expect.stringMatching(/^Pier\w/)])
})

test('a line that was moved to is opened at once; the first one when no other can come before it', async () => {
  lists['/api/devices'] = [
    { id: 7, name: 'Pier' },
    { id: 8, name: 'Pier 2' },
  ]
  const users = hold('/api/users')
  const { onClose, router } = await open()
  seek('pier')
  await screen.findByRole('group', { name: /^Devices/ })
  press('Enter')
  expect(onClose).not.toHaveBeenCalled()
  await users()
  await waitFor(() => expect(router.state.location.pathname).toBe('/devices/7'))
  cleanup()
  hold('/api/users')
  const second = await open()
  seek('pier')
  await screen.findByRole('group', { name: /^Devices/ })
  press('ArrowDown')
  press('Enter')
  await waitFor(() => expect(second.router.state.location.pathname).toBe('/devices/8'))
})

test('S2.182 S2.185 S2.186 S2.190 S2.191 S3.121: kinds with their counts, the filtered table, and the selected kinds persist', async () => {
  lists['/api/users'] = [{ id: 2, username: 'pia' }]
  total = 31
  const { onClose, router } = await open()
  seek('pi')
  const devices = await screen.findByRole('group', { name: 'Devices (10+)' })
  expect(screen.getByRole('group', { name: /^Companies/ })).toBeTruthy()
  await screen.findByRole('group', { name: /^Users/ })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Users' }))
  expect(screen.queryByRole('group', { name: /^Users/ })).toBeNull()
  fireEvent.click(within(devices).getByRole('option', { name: 'Show all in Devices' }))
  expect(onClose).toHaveBeenCalledOnce()
  await waitFor(() => expect(router.state.location.href).toBe('/management/devices?q=pi'))
  await waitFor(() => expect(stored.mock.calls).toEqual([[{ key: 'search_endpoints', value: ['users'] }]]))
  cleanup()
  await open()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Users' }).checked).toBe(false)
})

test('what matches nothing is said in its words', async () => {
  lists = {}
  await open()
  seek('nothing is called so')
  expect(await screen.findByText("No results for 'nothing is called so'")).toBeTruthy()
})

test('a shell of a device is the first line after its verb, and opens in the dock', async () => {
  await open()
  seek('shell pier')
  await waitFor(() => expect(selected()).toBe('Open shell of Pier'))
  press('Enter')
  await waitFor(() => expect(dock.state().tabs.map(({ kind, title }) => [kind, title])).toEqual([['shell', 'Pier']]))
})

test('pages, settings and commands are found without an answer, and devices show their state', async () => {
  lists['/api/devices'] = [{ id: 7, name: 'Pier', status: 1 }]
  const { onClose, router } = await open()
  const choose = async (text: string, title: string) => {
    fireEvent.change(field(), { target: { value: text } })
    expect(selected()).toBe(title)
    await act(async () => press('Enter'))
  }
  await choose('dark mode', 'Switch to dark mode')
  expect(document.documentElement.dataset.mantineColorScheme).toBe('dark')
  await choose('light', 'Switch to light mode')
  expect(document.documentElement.dataset.mantineColorScheme).toBe('light')
  await choose('roles', 'Roles')
  expect(onClose).toHaveBeenCalledTimes(3)
  await waitFor(() => expect(router.state.location.pathname).toBe('/users/roles'))
  fireEvent.change(field(), { target: { value: 'add dev' } })
  expect(lines()).toContain('Add device')
  seek('pier')
  expect(await screen.findByRole('option', { name: /^Pier\s*Online$/ })).toBeTruthy()
})

test('S2.188: read-only users are offered no actions', async () => {
  await open(['view_devices'])
  seek('pier')
  await screen.findByRole('group', { name: /^Devices/ })
  expect(screen.queryByRole('group', { name: 'Actions' })).toBeNull()
  lists = {}
  seek('add device')
  expect(await screen.findByText("No results for 'add device'")).toBeTruthy()
})
