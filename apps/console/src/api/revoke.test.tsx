import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failures, isDown } from './failures.ts'
import { revokeSession } from './revoke.ts'

const fetched = vi.fn<(address: string) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
  sessionStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

test('S7.20 S7.21 the page’s query is sent along, and the redirect of the response is followed', async () => {
  const location = 'https://elsewhere.example/done'
  fetched.mockResolvedValue(new Response(JSON.stringify({ success: true, data: { location } })))
  expect(await revokeSession({ client_id: 'a', redirect_uri: location })).toBe(location)
  expect(fetched.mock.calls[0]?.[0]).toBe(
    '/api/account/token/revoke?client_id=a&redirect_uri=https%3A%2F%2Felsewhere.example%2Fdone',
  )
})

test('S4.11 failures in a row are counted, three bring the service down, one success forgets them', async () => {
  fetched.mockImplementation(async () => new Response('', { status: 502 }))
  await revokeSession()
  await revokeSession()
  expect([failures.revoke.read(), isDown()]).toEqual([2, false])
  fetched.mockResolvedValueOnce(new Response(JSON.stringify({ success: true, data: { location: null } })))
  await revokeSession()
  expect(failures.revoke.read()).toBe(0)
  for (let time = 0; time < 3; time++) await revokeSession()
  expect(isDown()).toBe(true)
})
