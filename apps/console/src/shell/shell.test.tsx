import { brandSchema } from '@longreach/contract/brand/schemas'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query.ts'
import { type Session, sessionQuery } from '../api/session.ts'
import { Providers } from '../app/providers.tsx'
import { createConsoleRouter } from '../app/router.tsx'
import { followChanges } from '../domains/system/changes.ts'
import { startTexts } from '../i18n/i18n.ts'

const fetched = vi.fn<(address: string) => Promise<Response>>()

beforeAll(startTexts)
beforeEach(() => {
  fetched.mockImplementation(async () => new Response(JSON.stringify({ success: true, data: [] })))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  localStorage.clear()
})
/** Detaches the console from the address bar, which the next test would share otherwise. */
let leave = () => {}
afterEach(() => {
  cleanup()
  leave()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const user = {
  id: 7,
  username: 'ann',
  email: 'ann@example.test',
  first_name: null,
  last_name: null,
  company: { id: 3, level: 1 },
  company_name: 'Harbour',
  role: { id: 2 },
  role_title: 'Administrator',
  permissions: ['view_users', 'view_companies', 'view_permissions'],
  tos_accepted: true,
  isImpersonating: false,
}

/** Opens the console at a path for a signed-in user. */
async function open(path: string, who: object = user) {
  history.replaceState(null, '', path)
  const queryClient = createQueryClient()
  queryClient.setQueryData(sessionQuery.queryKey, { kind: 'user', user: who } as Session)
  const brand = brandSchema.parse({})
  const router = createConsoleRouter({ queryClient, brand })
  leave = () => router.history.destroy()
  await router.load()
  render(<Providers brand={brand} queryClient={queryClient} router={router} />)
  await screen.findByRole('navigation', { name: 'Main navigation' })
  return router
}

test('S1.62 S1.63 S1.64 S1.71 S2.146 S6.71 the frame: header, navigation by permission, content', async () => {
  await open('/changelog')
  expect(screen.getByRole('banner')).toBeTruthy()
  expect(screen.getByRole('main')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Search/ })).toBeTruthy()
  const links = screen.getByRole('navigation', { name: 'Main navigation' }).querySelectorAll('a')
  expect([...links].map(({ textContent }) => textContent)).toEqual(['Companies', 'Users'])
  const group = screen.getByRole('button', { name: 'Administration' })
  expect(group.getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(group)
  expect(group.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('link', { name: 'Companies' })).toBeNull()
})

test('S2.154 a group is open if one of its lines is active', async () => {
  const router = await open('/changelog')
  fireEvent.click(screen.getByRole('button', { name: 'Users' }))
  expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
  await act(() => router.navigate({ to: '/users' }))
  expect(await screen.findByRole('link', { name: 'Users' })).toBeTruthy()
})

test('S2.164 the line of the current page reloads it', async () => {
  await open('/users')
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  fireEvent.click(screen.getByRole('link', { name: 'Users' }))
  expect(assign).toHaveBeenCalledWith('/users')
  fireEvent.click(screen.getByRole('link', { name: 'Companies' }), { ctrlKey: true })
  expect(assign).toHaveBeenCalledTimes(1)
})

test('S1.66 S9.54 beyond 300 pixels a button leads back to the top', async () => {
  await open('/changelog')
  const main = screen.getByRole('main')
  const scrollTo = vi.fn()
  main.scrollTo = scrollTo as never
  main.scrollTop = 300
  fireEvent.scroll(main)
  expect(screen.queryByRole('button', { name: 'Back to top' })).toBeNull()
  main.scrollTop = 301
  fireEvent.scroll(main)
  fireEvent.click(screen.getByRole('button', { name: 'Back to top' }))
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
})

test('S1.69 the content is remounted for another company, and kept for another tab', async () => {
  fetched.mockImplementation(() => new Promise(() => {}))
  const router = await open('/companies/3/users')
  const before = screen.getByRole('main')
  await act(() =>
    router.navigate({ to: '/companies/$company_id/users', params: { company_id: '3' }, search: { q: 'a' } }),
  )
  expect(screen.getByRole('main')).toBe(before)
  await act(() => router.navigate({ to: '/companies/$company_id/users', params: { company_id: '4' } }))
  await waitFor(() => expect(screen.getByRole('main')).not.toBe(before))
})

test('S1.68 S1.70 and also for another device, or a form of another name', async () => {
  fetched.mockImplementation(() => new Promise(() => {}))
  const router = await open('/devices/7/activity', { ...user, permissions: ['view_devices', 'create_tags'] })
  const first = screen.getByRole('main')
  await act(() => router.navigate({ to: '/devices/$id/activity', params: { id: '8' } }))
  await waitFor(() => expect(screen.getByRole('main')).not.toBe(first))
  const second = screen.getByRole('main')
  await act(() => router.navigate({ href: '/forms/newTag' }))
  await waitFor(() => expect(screen.getByRole('main')).not.toBe(second))
})

test('S2.155 S2.156 S2.157 S3.116 S4.29 the navigation is expanded until it is collapsed, which this browser keeps', async () => {
  await open('/changelog')
  fireEvent.click(screen.getByRole('button', { name: 'Collapse' }))
  expect(localStorage.getItem('wideNav')).toBe('false')
  expect(screen.getByRole('button', { name: 'Expand' })).toBeTruthy()
  cleanup()
  leave()
  await open('/changelog')
  fireEvent.click(screen.getByRole('button', { name: 'Expand' }))
  expect(localStorage.getItem('wideNav')).toBe('true')
})

test('S2.141 S4.13 S4.14 once the session is known, the storage of the user is loaded and the page mounts', async () => {
  await open('/changelog')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Changelog')
  await waitFor(() => expect(fetched.mock.calls.map(([address]) => address)).toContain('/api/storage?limit=100'))
})

test('a page that throws leaves the frame intact', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  fetched.mockImplementation(async () => new Response(JSON.stringify({ success: true, data: 7 })))
  await open('/companies/3/users')
  expect(await screen.findByText('This page failed')).toBeTruthy()
  // Parts of the header got the same responses.
  await waitFor(() => expect(fetched.mock.calls.map(([address]) => address)).toContain('/api/notices'))
  await act(async () => {})
  expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeTruthy()
})

test('the help of a page opens beside it, and is absent for pages without one', async () => {
  const router = await open('/users')
  fireEvent.click(screen.getByRole('button', { name: 'Help' }))
  expect((await screen.findByRole('complementary', { name: 'Help' })).textContent).toContain(
    'All users who can sign in',
  )
  await act(() => router.navigate({ to: '/changelog' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Help' })).toBeNull())
})

test('all users see that nothing can be changed, system administrators also the figures', async () => {
  let hear = (_: { channel: string; taken: boolean }) => {}
  let lose = () => {}
  followChanges({
    onDisconnected: (handler) => {
      lose = handler
      return () => {}
    },
    on: (_event, handler) => {
      hear = handler as typeof hear
      return () => {}
    },
  })
  const setAccepted = (taken: boolean) => act(() => hear({ channel: 'private-user.7', taken }))
  const closedNotice = () => screen.queryByText(/No changes are possible at the moment/)
  await open('/changelog')
  const place = document.querySelector('[role=status]:empty')
  setAccepted(false)
  await waitFor(() => expect(closedNotice()).not.toBeNull())
  expect(closedNotice()?.closest('[role=status]')).toBe(place)
  setAccepted(true)
  await waitFor(() => expect(closedNotice()).toBeNull())
  setAccepted(false)
  await waitFor(() => expect(closedNotice()).not.toBeNull())
  act(() => lose())
  await waitFor(() => expect(closedNotice()).toBeNull())
  setAccepted(false)
  cleanup()
  leave()
  const diskSpace = { state: 'full', free: 100 * 1024 ** 2, required: 512 * 1024 ** 2 }
  fetched.mockImplementation(
    async (address) =>
      new Response(JSON.stringify({ success: true, data: address === '/api/system/disk-space' ? diskSpace : [] })),
  )
  await open('/changelog', { ...user, permissions: [...user.permissions, 'super_admin'] })
  expect(await screen.findByText(/The server's disk is full \(100 MB left\)/)).toBeTruthy()
  expect(closedNotice()).toBeNull()
  setAccepted(true)
})

async function menuLines() {
  fireEvent.click(screen.getByRole('button', { name: /account of/ }))
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  return items.map(({ textContent }) => textContent)
}

test('S1.75 S1.81 S1.83 S1.84 the account menu shows what its user may do', async () => {
  await open('/changelog')
  expect(await menuLines()).toEqual([
    'Account settings',
    'Company info',
    'User permissions',
    'System timezone',
    'Changelog',
    'Sign out',
  ])
})

test('S1.76 S6.74 S6.78 no settings while impersonating, and no languages while there is only one', async () => {
  await open('/changelog', { ...user, isImpersonating: true, permissions: ['view_users'] })
  expect(await menuLines()).toEqual(['System timezone', 'Changelog', 'Sign out'])
})
