import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { domains } from '../app/domains.ts'
import { startTexts } from '../i18n/i18n.ts'
import { registerDomains } from '../registry/registered.ts'
import { FormPage } from './form-page.tsx'
import { loadFormPage } from './registry.ts'

const sent = vi.fn<(path: string, body: unknown) => void>()

async function answer(address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  if (method !== 'GET') sent(address, JSON.parse(String(body)))
  const data = method === 'GET' ? [{ id: 3, name: 'Demo' }] : { id: 5, name: 'Pier' }
  return new Response(JSON.stringify({ success: true, data, errors: [], meta: { total: 1 } }))
}

beforeAll(async () => {
  await startTexts()
  registerDomains(domains)
  await loadFormPage('newTag')
})
beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sent.mockClear()
})

/** The form page behind other pages of this browser tab. */
async function open(...addresses: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const user = {
    permissions: ['view_devices', 'create_tags', 'view_companies', 'move_companies'],
    company: { id: 3, name: 'Demo', level: 1 },
  }
  client.setQueryData(['session'], { kind: 'user', user })
  const root = createRootRoute({ notFoundComponent: () => null })
  const form = (path: string) => createRoute({ getParentRoute: () => root, path, component: FormPage })
  const routeTree = root.addChildren([form('/forms/$name'), form('/forms/$name/$id')])
  const history = createMemoryHistory({ initialEntries: addresses })
  const router = createRouter({ routeTree, history })
  const page = (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
  // The form is loaded within this time.
  await act(async () => render(page))
  return () => router.state.location.pathname
}

test('S2.105: a form has a page; an error is corrected there, and when done it goes back one step', async () => {
  const path = await open('/tags', '/forms/newTag')
  expect(await screen.findByRole('heading', { name: 'New tag', level: 1 })).toBeTruthy()
  const name = screen.getByRole('textbox', { name: /^Name/ })
  fireEvent.click(screen.getByRole('button', { name: 'New tag' }))
  expect(await screen.findByText('Required')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(name))
  fireEvent.change(name, { target: { value: 'Pier' } })
  expect(screen.queryByText('Required')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'New tag' }))
  await waitFor(() => expect(path()).toBe('/tags'))
  expect(sent.mock.calls).toEqual([['/api/tags', expect.objectContaining({ name: 'Pier', company_id: 3 })]])
})

test('S2.104: a form is opened without an id, and its object is chosen there', async () => {
  await loadFormPage('moveCompany')
  const path = await open('/companies', '/forms/moveCompany')
  expect(await screen.findByRole('heading', { name: 'Move', level: 1 })).toBeTruthy()
  expect(path()).toBe('/forms/moveCompany')
  for (const name of [/^Company/, /^New parent/]) expect(screen.getByRole('combobox', { name })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Move' }))
  expect(await screen.findAllByText('Required')).toHaveLength(2)
  expect(sent).not.toHaveBeenCalled()
})

test('one that was opened by its address leads home', async () => {
  const path = await open('/forms/newTag')
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(path()).toBe('/management/devices'))
})

test.each([
  ['of an unknown name is not found', '/forms/nothing', '/404'],
  ['of an object without one is not found', '/forms/editTag', '/404'],
  ['that the user may not send leads home', '/forms/deleteUser/1', '/management/devices'],
])('a form %s', async (_, address, expected) => {
  const path = await open(address)
  await waitFor(() => expect(path()).toBe(expected))
})
