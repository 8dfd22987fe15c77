import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { domains } from '../../app/domains.ts'
import { dock } from '../../dock/store.ts'
import { startTexts } from '../../i18n/i18n.ts'
import { registerDomains } from '../../registry/registered.ts'
import { windows } from '../../windows/store.ts'
import { DockPicker } from './dock-picker.tsx'

const cranes = [
  { id: 7, name: 'Crane' },
  { id: 8, name: 'Pier' },
]

async function answer(address: string): Promise<Response> {
  const { pathname, searchParams } = new URL(address, 'https://a.example')
  expect([pathname, searchParams.get('status')]).toEqual(['/api/devices', 'online'])
  const data = cranes.filter(({ name }) => name.includes(searchParams.get('q') ?? ''))
  return new Response(JSON.stringify({ success: true, data, errors: [], meta: { total: data.length } }))
}

beforeAll(async () => {
  await startTexts()
  registerDomains(domains)
})
beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(permissions: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(['session'], { kind: 'user', user: { permissions } })
  client.setQueryData(['storage'], {})
  const router = createRouter({
    routeTree: createRootRoute({ component: DockPicker }),
    history: createMemoryHistory(),
  })
  const page = (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  await act(async () => render(page))
}
const more = () => screen.getByRole('button', { name: 'Open for a device' })

test('a device that is connected is found by its name, and its shell opened', async () => {
  await open(['view_devices', 'connect_device_remote_access'])
  fireEvent.click(more())
  await screen.findByLabelText('Open a shell on Crane')
  const field = screen.getByLabelText('Find a device that is connected')
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.change(field, { target: { value: 'Pier' } })
  await waitFor(() => expect(screen.queryByLabelText('Open a shell on Crane')).toBeNull())
  expect(screen.queryByLabelText(/^Run a command/)).toBeNull()
  fireEvent.click(screen.getByLabelText('Open a shell on Pier'))
  expect(dock.state().tabs.map(({ kind, title }) => [kind, title])).toEqual([['shell', 'Pier']])
  await waitFor(() => expect(more().getAttribute('aria-expanded')).toBe('false'))
})

test('or a command on it, by permission; without any there is no button', async () => {
  await open(['view_devices', 'execute_device_command', 'execute_device_actions'])
  fireEvent.click(more())
  fireEvent.click(await screen.findByLabelText('Run a command on Pier'))
  await waitFor(() => expect(windows.list()).toHaveLength(1))
  cleanup()
  await open(['view_devices'])
  expect(screen.queryByRole('button')).toBeNull()
})
