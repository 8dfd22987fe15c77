import { brandSchema } from '@longreach/contract/brand/schemas'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query.ts'
import { type Session, sessionQuery } from '../api/session.ts'
import { SelectionActions } from '../domains/devices/list/selection-actions.tsx'
import { startTexts } from '../i18n/i18n.ts'
import { checkDomains } from '../registry/check.ts'
import { registerDomains } from '../registry/registered.ts'
import { depots } from '../test/depots/domain.ts'
import { domains } from './domains.ts'
import { Providers } from './providers.tsx'
import { createConsoleRouter } from './router.tsx'

const all = [...domains, depots]
const fetched = vi.fn<(address: string) => Promise<Response>>()
const rows = [{ id: 7, name: 'North depot' }]
const device = {
  id: 3,
  name: 'Pier',
  status: 1,
  description: '',
  serial: '1100000003',
  mac: null,
  imei: null,
  model: 'RUT956',
  company_id: 3,
  company_name: 'Harbour',
  tags: [],
  link: null,
  parameters: {},
  refused: { count: 0, reason: null, at: null },
}

beforeAll(async () => {
  await startTexts()
  registerDomains(all)
})
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  fetched.mockImplementation(async (address) => {
    const data = address.startsWith('/api/depots') ? rows : address === '/api/devices/3' ? device : []
    return new Response(JSON.stringify({ success: true, data, meta: { total: 1 } }))
  })
})
let leave = () => {}
afterEach(() => {
  cleanup()
  leave()
  vi.unstubAllGlobals()
})

const user = {
  id: 7,
  username: 'ann',
  email: 'ann@example.test',
  company: { id: 3, level: 1 },
  role: { id: 2 },
  permissions: ['view_devices'],
  tos_accepted: true,
  isImpersonating: false,
}

async function open(path: string) {
  history.replaceState(null, '', path)
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, { kind: 'user', user } as unknown as Session)
  const brand = brandSchema.parse({})
  const router = createConsoleRouter({ queryClient, brand })
  leave = () => router.history.destroy()
  await router.load()
  // Limit for lazy parts to arrive.
  await act(async () => render(<Providers brand={brand} queryClient={queryClient} router={router} />))
}

test('a domain is its folder and one line: it fits in without a change elsewhere', () => {
  expect(checkDomains(all)).toEqual([])
})

test('its screen has a line in the navigation and shows its list', async () => {
  await open('/depots')
  expect((await screen.findByRole('link', { name: 'Depots' })).getAttribute('aria-current')).toBe('page')
  expect(await screen.findByText('North depot')).toBeTruthy()
})

test('its tab is on the page of a device', async () => {
  await open('/devices/3/depot')
  expect(await screen.findByText('This device is in the north depot')).toBeTruthy()
  const tab = await screen.findByRole('link', { name: 'Depot' })
  expect(tab.getAttribute('href')).toBe('/devices/3/depot')
  expect(tab.getAttribute('aria-current')).toBe('page')
})

test('its form has a page', async () => {
  await open('/forms/newDepot')
  expect(await screen.findByRole('heading', { name: 'Add depot' })).toBeTruthy()
  expect(screen.getByLabelText(/^Depot name/)).toBeTruthy()
})

test('it is found by the search', async () => {
  await open('/depots')
  await screen.findByText('North depot')
  fireEvent.keyDown(document.body, { key: '/' })
  fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'north' } })
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' })
  expect(await screen.findByRole('option', { name: /North depot/ })).toBeTruthy()
})

test('its action is offered for selected devices', async () => {
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, { kind: 'user', user } as unknown as Session)
  const clear = vi.fn()
  render(
    <QueryClientProvider client={client}>
      <SelectionActions selected={{ ids: [3], count: 1, names: ['Pier'] }} clear={clear} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Send to depot' }))
  expect(clear).toHaveBeenCalledTimes(1)
})
