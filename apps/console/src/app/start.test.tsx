import { brandSchema } from '@longreach/contract/brand/schemas'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failures } from '../api/failures.ts'
import { createQueryClient } from '../api/query.ts'
import { startTexts } from '../i18n/i18n.ts'
import { followSession } from './follow-session.ts'
import { Providers } from './providers.tsx'
import { createConsoleRouter } from './router.tsx'

const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()

beforeEach(async () => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  // biome-ignore lint/suspicious/noDocumentCookie: that is where the token arrives
  document.cookie = 'XSRF-TOKEN=abc'
  sessionStorage.clear()
  await startTexts()
})
/** Detaches the console from the address bar, which the next test would share otherwise. */
let leave = () => {}
afterEach(() => {
  cleanup()
  leave()
  fetched.mockReset()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const refused = (status: number, code: string) =>
  new Response(JSON.stringify({ success: false, errors: [{ code, message: `said ${code}`, source: null }] }), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'r-17' },
  })

async function open(path: string) {
  cleanup()
  leave()
  history.replaceState(null, '', path)
  const brand = brandSchema.parse({})
  const queryClient = createQueryClient()
  const router = createConsoleRouter({ queryClient, brand })
  leave = () => router.history.destroy()
  await router.load()
  render(<Providers brand={brand} queryClient={queryClient} router={router} />)
  return router
}

test('S4.10 S8.5 S9.43 a user call without an answer shows an error, and the third in a row maintenance', async () => {
  fetched.mockImplementation(async () => Promise.reject(new TypeError('no network')))
  await open('/management/devices')
  expect(screen.getByText('Failed to get user data')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Maintenance' })).toBeNull()
  await open('/management/devices')
  expect(screen.queryByRole('heading', { name: 'Maintenance' })).toBeNull()
  await open('/management/devices')
  expect(screen.getByRole('heading', { name: 'Maintenance' })).toBeTruthy()
  expect(failures.user.read()).toBe(3)
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect([reload.mock.calls.length, failures.user.read()]).toEqual([1, 0])
})

test.each([
  ['an error', () => refused(503, 'SERVER_ERROR')],
  ['the page of a proxy', () => new Response('<html>Bad gateway</html>', { headers: { 'content-type': 'text/html' } })],
])('S4.16 S8.14 a start answered with %s is maintenance at once, and is tried again by itself', async (_, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    fetched.mockImplementation(async () => answer())
    await open('/management/devices')
    expect(screen.getByRole('heading', { name: 'Maintenance' })).toBeTruthy()
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(30_000)
    expect([reload.mock.calls.length, failures.user.read()]).toEqual([1, 0])
  } finally {
    vi.useRealTimers()
  }
})

test('S8.6 S9.42 a user call without an answer ends after 30 seconds', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(30_000)
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  })
  fetched.mockImplementation((_, init) => Promise.reject(init?.signal?.reason))
  await open('/management/devices')
  expect(screen.getByText('User request timeout')).toBeTruthy()
})

test('S4.9 the third failed revoke in a row is maintenance too, until one tries again', async () => {
  failures.revoke.add()
  failures.revoke.add()
  failures.revoke.add()
  fetched.mockImplementation(async () => refused(401, 'UNAUTHORIZED'))
  await open('/login')
  expect(screen.getByRole('heading', { name: 'Maintenance' })).toBeTruthy()
})

test.each([
  ['S2.142 S8.15', 'EMAIL_NOT_VERIFIED', 'Verify your e-mail address'],
  ['S2.143 S8.16', 'NOT_INVITED_EXTERNAL_USER', 'You were not invited'],
  ['S2.144 S8.17', 'MFA_MANDATORY', 'Multi-factor sign-in is required'],
])('%s %s has its notice in place of the console', async (_, code, title) => {
  fetched.mockImplementation(async () => refused(403, code))
  await open('/tags')
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test.each([
  ['S8.16', 'NOT_INVITED_EXTERNAL_USER', 'You were not invited'],
  ['S8.17', 'MFA_MANDATORY', 'Multi-factor sign-in is required'],
])('%s %s received while working replaces the console', async (_, code, title) => {
  const user = {
    id: 1,
    username: 'ann',
    email: 'a@b.example',
    first_name: null,
    last_name: null,
    company: { id: 3, level: 1 },
    company_name: 'Harbour',
    role: { id: 2 },
    role_title: 'Administrator',
    permissions: ['view_users'],
    tos_accepted: true,
    isImpersonating: false,
  }
  fetched.mockImplementation(
    async (address) => new Response(JSON.stringify({ success: true, data: address === '/api/user' ? user : [] })),
  )
  const router = await open('/changelog')
  const { queryClient } = router.options.context
  const live = { start() {}, stop() {}, restart() {}, connected: () => true, onDismissed: () => () => {} }
  followSession({ queryClient, router, live })
  expect(await screen.findByRole('navigation', { name: 'Main navigation' })).toBeTruthy()
  fetched.mockImplementation(async () => refused(403, code))
  await act(() => router.navigate({ to: '/users' }))
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.queryByRole('navigation')).toBeNull()
  queryClient.clear()
})

test('S2.130 a user without any view permission sees a notice', async () => {
  const user = { id: 1, email: 'a@b.example', permissions: [] }
  fetched.mockImplementation(async () => new Response(JSON.stringify({ success: true, data: user }), { status: 200 }))
  await open('/tags')
  expect(await screen.findByText('User has no view permissions available')).toBeTruthy()
})

test('S8.8 without a network the offline page is shown, in the words of the specification', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }
  happyDOM.setURL('https://console.example/')
  const router = await open('/tags?q=a')
  expect(router.state.location.href).toBe('/offline.html?continue_url=%2Ftags%3Fq%3Da')
  expect(
    screen.getByText(
      'You are offline. Please make sure to check network cables, modem, and router or reconnecting to Wi-Fi and try again.',
    ),
  ).toBeTruthy()
  happyDOM.setURL('http://localhost:3000/')
})

test('S4.15 a fault of ours at the start is no maintenance', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fetched.mockImplementation(async () => new Response(JSON.stringify({ success: true, data: 7 }), { status: 200 }))
  await open('/tags')
  expect(screen.queryByRole('heading', { name: 'Maintenance' })).toBeNull()
  expect(screen.getByText('This page failed')).toBeTruthy()
})

test('S1.67 S2.136 standalone pages have no frame, but show toasts', async () => {
  fetched.mockImplementation(async () => refused(401, 'UNAUTHORIZED'))
  await open('/login')
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(screen.queryByRole('banner')).toBeNull()
  dispatchEvent(new Event('offline'))
  await screen.findByText('The network connection has been lost.')
  expect(document.querySelector('[data-position=top-center]')?.textContent).toContain('connection')
})
