import type { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../i18n/i18n.ts'
import type { SelectedRows } from '../../tables/selected-rows.ts'
import { closeWindows, drawWindows } from '../../windows/test/harness.tsx'
import { deleteUsersAfterAsking } from './delete-users.ts'
import { openEditRole, openMoveUsers } from './open-windows.tsx'
// Lazy elsewhere: loaded here before any test waits for it.
import './edit-role-window.tsx'
import './move-users-window.tsx'

const selected: SelectedRows = { filter: { q: 'north' }, count: 12, names: [] }
/** Number of users that match the filter. */
let total: number
let client: QueryClient
const changes = vi.fn<(method: string, body: unknown) => void>()

const user = (id: number) => ({ id, username: `user ${id}`, email: `${id}@x.test`, company_id: 1, role_id: 3 })
const answers: Readonly<Record<string, (query: string) => unknown[]>> = {
  '/api/users': () => Array.from({ length: Math.min(total, 100) }, (_, at) => user(at + 1)),
  '/api/companies': () => [{ id: 2, name: 'South', level: 1 }],
  '/api/roles': (query) => (query.includes('type=default') ? [{ id: 4, title: 'Guest', company_id: null }] : []),
}

async function answer(address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  if (method !== 'GET') changes(method, JSON.parse(String(body)))
  const [path = '', query = ''] = address.split('?')
  const data = method === 'GET' ? (answers[path]?.(query) ?? []) : [{ id: 1 }]
  return new Response(JSON.stringify({ success: true, data, errors: [], meta: { total } }))
}

beforeAll(startTexts)
beforeEach(() => {
  total = 12
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  client = drawWindows(['view_companies']).client
})
afterEach(() => {
  closeWindows()
  cleanup()
  vi.unstubAllGlobals()
  changes.mockClear()
})

async function pick(label: string, option: string): Promise<void> {
  fireEvent.click(await screen.findByRole('combobox', { name: label }))
  fireEvent.click(await screen.findByRole('option', { name: option, hidden: true }))
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('users newly in a filter get a role only after a second press', async () => {
  act(() => openEditRole(selected))
  await screen.findByText('All 12 users in this list get the new role immediately.')
  await pick('Role', 'Guest')
  total = 32
  press('Save')
  const said = await screen.findByRole('alert')
  expect(said.textContent).toBe('The list now has 32 rows, not 12. Press again to continue with all of them.')
  expect(screen.getByText('All 32 users in this list get the new role immediately.')).toBeDefined()
  expect(changes).not.toHaveBeenCalled()
  press('Save')
  await waitFor(() => expect(changes).toHaveBeenCalledWith('PUT', { filter: { q: 'north' }, role_id: 4 }))
})

test('they are moved only after a second press, and a role is offered for those not loaded', async () => {
  total = 120
  act(() => openMoveUsers(selected))
  await screen.findByText(/^All 120 users in this list are signed out/)
  await pick('New company', 'South')
  await pick('New role', 'Guest')
  press('Move')
  expect((await screen.findByRole('alert')).textContent).toContain('The list now has 120 rows, not 12.')
  expect(changes).not.toHaveBeenCalled()
  press('Move')
  const body = { filter: { q: 'north' }, company_id: 2, role_id: 4 }
  await waitFor(() => expect(changes).toHaveBeenCalledWith('POST', body))
})

test('the question before deleting all of a filter shows the current number, without names', async () => {
  total = 13
  act(() => void deleteUsersAfterAsking(selected, client))
  await screen.findByRole('dialog', { name: 'Delete all 13 users in this list?' })
  press('Cancel')
  total = 1
  act(() => void deleteUsersAfterAsking(selected, client))
  const last = await screen.findByRole('dialog', { name: 'Delete the only user in this list?' })
  expect(within(last).queryByText(/user 1/)).toBeNull()
})

test('users newly in a filter since the question are deleted only after another one', async () => {
  act(() => void deleteUsersAfterAsking(selected, client))
  await screen.findByRole('dialog', { name: 'Delete all 12 users in this list?' })
  total = 32
  press('Delete')
  await screen.findByRole('dialog', { name: 'Delete all 32 users in this list?' })
  expect(changes).not.toHaveBeenCalled()
  press('Delete')
  await waitFor(() => expect(changes).toHaveBeenCalledWith('DELETE', { filter: { q: 'north' } }))
})
