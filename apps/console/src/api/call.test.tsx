import { getSessionUser, login } from '@longreach/contract/account/endpoints'
import { deleteDevices, getDevice, listDevices } from '@longreach/contract/devices/endpoints'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import { queryText } from './address.ts'
import { call, request } from './call.ts'
import { csrfToken, setCsrfCookie } from './csrf.ts'
import { ApiError, messageOf } from './error.ts'
import { createQueryClient } from './query.ts'
import { onRefresh } from './refresh.ts'
import { askSession } from './session.ts'

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const ok = (data: unknown = {}) => json({ success: true, data })
const refused = (status: number, code = 'UNAUTHORIZED', headers: Record<string, string> = {}) =>
  json({ success: false, errors: [{ code, message: `said ${code}`, source: null }] }, status, headers)

const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('__APP_VERSION__', '5.14.0')
})
afterEach(() => {
  fetched.mockReset()
  vi.unstubAllGlobals()
})

const addresses = () => fetched.mock.calls.map(([address]) => address)

describe('call', () => {
  test('S7.8 lists are joined by commas, null and empty values are left out', () => {
    expect(queryText({ id: [1, 2], q: '', sort: undefined, model: null, 'ne:status': 'online' })).toBe(
      '?id=1%2C2&ne%3Astatus=online',
    )
  })

  test('S7.1 S7.4 S7.5 S7.6 sends the marker, version and cross-site headers with the body', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: that is where the token arrives
    document.cookie = 'XSRF-TOKEN=abc%3D'
    fetched.mockResolvedValue(ok([]))
    await call(deleteDevices, { body: { device_id: [7] } })
    const [address, init] = fetched.mock.calls[0] as [string, RequestInit]
    const headers = init.headers as Headers
    expect(address).toBe('/api/devices')
    expect(init.method).toBe('DELETE')
    expect(init.body).toBe('{"device_id":[7]}')
    expect(headers.get('X-Requested-With')).toBe('XMLHttpRequest')
    expect(headers.get('X-SPA-Version')).toBe('5.14.0')
    expect(headers.get('X-XSRF-TOKEN')).toBe('abc=')
  })

  test('S7.7 the token comes from the cookie the brand names, and from no other', async () => {
    for (const cookie of ['XSRF-TOKEN=of-another-console', 'Acme-XSRF-TOKEN=ours']) {
      // biome-ignore lint/suspicious/noDocumentCookie: that is where the token arrives
      document.cookie = cookie
    }
    setCsrfCookie('Acme-XSRF-TOKEN')
    onTestFinished(() => setCsrfCookie('XSRF-TOKEN'))
    fetched.mockResolvedValue(ok([]))
    await call(deleteDevices, { body: { device_id: [7] } })
    const [, init] = fetched.mock.calls[0] as [string, RequestInit]
    expect((init.headers as Headers).get('X-XSRF-TOKEN')).toBe('ours')
    setCsrfCookie('Other-XSRF-TOKEN')
    expect(csrfToken()).toBeUndefined()
  })

  test('S7.3 S7.13 calls send the cookies of this host only, and have no timeout by default', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout')
    fetched.mockResolvedValue(ok({}))
    await call(getDevice, { params: { id: 1 } })
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ credentials: 'same-origin' })
    expect(fetched.mock.calls[0]?.[1]?.signal).toBeUndefined()
    expect(limit).not.toHaveBeenCalled()
    limit.mockReturnValue(AbortSignal.abort())
    fetched.mockRejectedValueOnce(new DOMException('late', 'TimeoutError'))
    await expect(call(getDevice, { params: { id: 1 } }, undefined, { timeout: 5 })).rejects.toMatchObject({
      status: 408,
    })
    expect(limit).toHaveBeenCalledWith(5)
    limit.mockRestore()
  })

  test('S1.95 no cookie chooses where calls go', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: such a cookie would arrive there
    document.cookie = 'api_review=evil.example'
    fetched.mockResolvedValue(ok({}))
    await call(getDevice, { params: { id: 1 } })
    expect(addresses()).toEqual(['/api/devices/1'])
  })

  test.each([
    ['/rms-connect/ssh', ['/api/user']],
    ['/rms-connect/telnet?key=a', ['/api/user']],
    ['/tags', ['/api/user', '/api/account/token/refresh']],
  ])('S8.11 a 401 of the user call is rejected as it is on the pages of a shell: %s', async (path, requested) => {
    history.replaceState(null, '', path)
    // biome-ignore lint/suspicious/noDocumentCookie: that is where the token arrives
    document.cookie = 'XSRF-TOKEN=abc'
    fetched.mockImplementation(async () => refused(401))
    expect(await askSession(createQueryClient())).toEqual({ kind: 'none' })
    expect(addresses().slice(0, requested.length)).toEqual(requested)
    expect(addresses().includes('/api/account/token/refresh')).toBe(requested.length > 1)
    history.replaceState(null, '', '/')
  })

  test('S8.13 three calls that meet a 401 share one refresh and are each sent once more', async () => {
    let fresh = false
    fetched.mockImplementation(async (address) => {
      if (address.endsWith('/account/token/refresh')) {
        fresh = true
        return ok({ exp: 1 })
      }
      return fresh ? ok({}) : refused(401)
    })
    await Promise.all([1, 2, 3].map((id) => call(getDevice, { params: { id } })))
    expect(addresses().filter((address) => address.endsWith('/refresh'))).toHaveLength(1)
    expect(addresses()).toHaveLength(7)
  })

  test('S8.7 a refused refresh revokes the session and the call fails', async () => {
    fetched.mockImplementation(async () => refused(401))
    await expect(call(getSessionUser, {})).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect(addresses()).toEqual(['/api/user', '/api/account/token/refresh', '/api/account/token/revoke'])
  })

  test.each([
    ['the page is left or the network lost', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server takes too long', () => Promise.reject(new DOMException('Timed out', 'TimeoutError'))],
    ['the server starts', async () => refused(503, 'UNAVAILABLE')],
    ['a proxy answers in its place', async () => new Response('<html>', { status: 502 })],
  ])('a failed refresh does not sign the user out: %s', async (_, answer) => {
    const heard = vi.fn()
    const leave = onRefresh(heard)
    fetched.mockImplementation((address) => (address.endsWith('/refresh') ? answer() : Promise.resolve(refused(401))))
    await expect(call(getSessionUser, {})).rejects.toMatchObject({ status: 401 })
    expect(addresses()).toEqual(['/api/user', '/api/account/token/refresh'])
    expect(heard).not.toHaveBeenCalled()
    leave()
  })

  test('S8.12 a 401 of an account call is rejected unchanged', async () => {
    fetched.mockResolvedValue(refused(401, 'INVALID_CREDENTIALS'))
    await expect(call(login, { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    expect(addresses()).toHaveLength(1)
  })

  test('S3.63 each error of an answer carries code, message and source', async () => {
    const items = [
      { code: 'VALIDATION_FAILED', message: 'Enter a MAC address', source: 'mac' },
      { code: 'VALIDATION_FAILED', message: 'Required', source: null },
    ]
    fetched.mockResolvedValue(new Response(JSON.stringify({ success: false, errors: items }), { status: 422 }))
    const error = await call(listDevices, {}).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', message: 'Enter a MAC address', source: 'mac' })
    expect((error as ApiError).errors).toEqual(items)
  })

  test('an error carries the request id and the time to wait', async () => {
    fetched.mockResolvedValue(refused(429, 'TOO_MANY_REQUESTS', { 'retry-after': '30', 'x-request-id': 'r-1' }))
    const error = await call(listDevices, {}).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 429, retryAfter: 30, requestId: 'r-1', message: 'said TOO_MANY_REQUESTS' })
  })

  test('no answer, or one that is no JSON, still gives an ApiError', async () => {
    fetched.mockRejectedValueOnce(new TypeError('failed'))
    await expect(call(listDevices, {})).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
    fetched.mockResolvedValueOnce(new Response('<html>', { status: 502 }))
    await expect(call(listDevices, {})).rejects.toMatchObject({ status: 502, code: 'SERVER_ERROR' })
    // A response of a proxy means that the server did nothing.
    fetched.mockResolvedValueOnce(new Response('<html>', { status: 200 }))
    await expect(call(listDevices, {})).rejects.toMatchObject({ readable: false })
  })
  test('S8.2 S8.3 S8.4 a failure is shown with the first error, or else what failed and the status', async () => {
    await startTexts()
    const message = async (status: number, body: object, statusText = '') => {
      fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status, statusText }))
      return call(deleteDevices, { body: { device_id: [7] } }).catch(messageOf)
    }
    const errors = ['First', 'Second'].map((text) => ({ code: 'CONFLICT', message: text, source: null }))
    expect(await message(409, { success: false, errors })).toBe('First')
    expect(await message(418, { success: false, errors: [] }, 'Teapot')).toBe('Failed to remove devices: Teapot')
    expect(await message(418, {})).toBe('Failed to remove devices: 418')
    fetched.mockResolvedValueOnce(json({}, 418))
    await expect(call(listDevices, {})).rejects.toThrow('Failed to get devices: 418')
    fetched.mockResolvedValueOnce(json({}, 418))
    await expect(request(() => fetch('/elsewhere'), { heals: false })).rejects.toThrow(/^Server error$/)
  })
})
