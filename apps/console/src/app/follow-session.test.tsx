import { getDevice } from '@longreach/contract/devices/endpoints'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../api/call.ts'
import { failures } from '../api/failures.ts'
import { createQueryClient } from '../api/query.ts'
import { refreshSession } from '../api/refresh.ts'
import { type Session, sessionQuery } from '../api/session.ts'
import { followSession } from './follow-session.ts'

const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()
const ok = (data: unknown = {}) => new Response(JSON.stringify({ success: true, data }))
const refused = (status: number, code: string) =>
  new Response(JSON.stringify({ success: false, errors: [{ code, message: `said ${code}`, source: null }] }), {
    status,
  })
const user = { id: 7, exp: Date.now() / 1000 + 7200, email: 'a@b.example', permissions: ['view_devices'] }

const live = {
  start: vi.fn(),
  stop: vi.fn(),
  restart: vi.fn(),
  connected: vi.fn(() => true),
  onDismissed: vi.fn(() => () => {}),
}
const router = { invalidate: vi.fn(async () => {}), state: { location: { pathname: '/tags' } } }
const queryClient = createQueryClient()
const session = () => queryClient.getQueryData(sessionQuery.queryKey)

vi.stubGlobal('__APP_VERSION__', '5.14.0')
followSession({ queryClient, router: router as never, live })

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  // biome-ignore lint/suspicious/noDocumentCookie: that is where the token arrives
  document.cookie = 'XSRF-TOKEN=abc'
  sessionStorage.clear()
  queryClient.setQueryData(sessionQuery.queryKey, { kind: 'user', user } as unknown as Session)
  vi.clearAllMocks()
})
afterEach(() => {
  queryClient.clear()
  fetched.mockReset()
})

test('S4.1 S4.7 S4.8 after a refresh the socket is reopened, and the data on screen is refetched', async () => {
  const shown = vi.fn(async () => 1)
  const stop = new QueryObserver(queryClient, { queryKey: ['shown'], queryFn: shown }).subscribe(() => {})
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1))
  fetched.mockImplementation(async (address) => ok(address === '/api/user' ? user : { exp: 1 }))
  expect(await refreshSession()).toBe(true)
  expect(live.restart).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(2))
  stop()
})

test('S4.5 S4.6 a refresh that is refused ends the session, forgets all data and lets the guard send to sign-in', async () => {
  queryClient.setQueryData(['devices'], [1])
  fetched.mockImplementation(async () => refused(401, 'UNAUTHORIZED'))
  expect(await refreshSession()).toBe(false)
  expect(queryClient.getQueryData(['devices'])).toBeUndefined()
  expect(router.invalidate).toHaveBeenCalled()
})

test('S4.17 S8.10 a response that locks the user out, to any call, shows its notice', async () => {
  fetched.mockImplementation(async () => refused(403, 'MFA_MANDATORY'))
  await expect(call(getDevice, { params: { id: 7 } })).rejects.toMatchObject({ code: 'MFA_MANDATORY' })
  expect(session()).toEqual({ kind: 'blocked', code: 'MFA_MANDATORY' })
  expect(router.invalidate).toHaveBeenCalledTimes(1)
})

test('an error of a single call leaves the user where they are', async () => {
  fetched.mockImplementation(async () => refused(403, 'FORBIDDEN'))
  await expect(call(getDevice, { params: { id: 7 } })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(session()?.kind).toBe('user')
  expect(router.invalidate).not.toHaveBeenCalled()
})

test('the third user call that fails while the console is open is maintenance', async () => {
  failures.user.add()
  failures.user.add()
  fetched.mockImplementation(async () => refused(500, 'SERVER_ERROR'))
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
  expect(failures.user.read()).toBe(3)
  expect(router.invalidate).toHaveBeenCalled()
})

test('when the network is back, a socket that gave up reconnects', () => {
  dispatchEvent(new Event('online'))
  expect(live.restart).not.toHaveBeenCalled()
  live.connected.mockReturnValueOnce(false)
  dispatchEvent(new Event('online'))
  expect(live.restart).toHaveBeenCalledTimes(1)
})
