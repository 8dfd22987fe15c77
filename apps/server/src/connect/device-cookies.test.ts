import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sides } from '../test/sides.ts'
import { inwardCookies, outwardCookie } from './device-cookies.ts'
import type { Sides } from './sides.ts'

const plain: Sides = { ...sides, outer: 'http://0123456789abcdef0123456789abcdef.localhost:3000' }
const shared: Sides = { ...sides, shared: true }

test("our own cookies are never passed on, whatever surrounds them; a device's are", () => {
  const part = fc.stringMatching(/^[a-z]{1,8}$/)
  fc.assert(
    fc.property(fc.array(fc.tuple(part, part), { maxLength: 5 }), fc.nat(6), (pairs, at) => {
      const own = [
        '__Host-session=secret',
        '__Host-browser=secret',
        '__Host-connect-89abcdef=secret',
        '__Secure-shell=secret',
      ]
      const lines = pairs.filter(([key]) => key !== 'shell').map(([key, value]) => `${key}=${value}`)
      const all = [...lines.slice(0, at), ...own, ...lines.slice(at)].join('; ')
      expect(inwardCookies(all, sides)).toBe(lines.length > 0 ? lines.join('; ') : undefined)
    }),
  )
  expect(inwardCookies('session=s; XSRF-TOKEN=t', sides)).toBe('session=s; XSRF-TOKEN=t')
  expect(inwardCookies('session=s; XSRF-TOKEN=t; Acme-XSRF-TOKEN=u; a=1', { shared: true })).toBe('a=1')
})

test.each([
  ['sid=1; Domain=192.168.1.10; Path=/; HttpOnly', 'sid=1; Path=/; HttpOnly'],
  ['sid=1; domain=.router.lan; SameSite=None; Secure', 'sid=1; Secure'],
  ['sid=1; SameSite=Strict; Max-Age=5', 'sid=1; SameSite=Strict; Max-Age=5'],
  ['__Host-session=x; Path=/', 'device___Host-session=x; Path=/'],
  ['__Host-browser=x; Path=/', 'device___Host-browser=x; Path=/'],
  ['__Host-connect-01234567=x', 'device___Host-connect-01234567=x'],
])('the cookie %s becomes %s', (from, to) => expect(outwardCookie(from, sides)).toBe(to))

test('over plain HTTP a Secure cookie loses the attribute', () => {
  expect(outwardCookie('sid=1; Secure; SameSite=None', plain)).toBe('sid=1')
})

test('a cookie without a name is no way around that', () => {
  expect(outwardCookie('=session=evil', { ...sides, shared: true })).toBe('device_session=evil')
  expect(outwardCookie('= =connect-01234567=evil; Path=/', sides)).toBe('device_connect-01234567=evil; Path=/')
  expect(outwardCookie('=1', sides)).toBe('=1')
})

test('a cookie never names a domain, whatever it is made of', () => {
  const attribute = fc.constantFrom('Domain=a.example', 'DOMAIN=b', ' domain = c', 'Path=/', 'Secure', 'HttpOnly')
  fc.assert(
    fc.property(fc.array(attribute), (attributes) => {
      expect(outwardCookie(['a=1', ...attributes].join(';'), sides)).not.toMatch(/domain/i)
    }),
  )
})

test('a cookie of a name that is ours is kept under another one, and given back under its own', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('session', 'browser', 'XSRF-TOKEN', 'Acme-XSRF-TOKEN', 'shell', '__Host-session', 'sid'),
      fc.stringMatching(/^[a-z0-9=]{0,8}$/),
      (key, value) => {
        const stored = outwardCookie(`${key}=${value}; Path=/; HttpOnly`, shared).split(';')[0] ?? ''
        const header = `session=console; ${stored}; XSRF-TOKEN=console`
        expect(inwardCookies(header, shared)).toBe(`${key}=${value}`)
      },
    ),
  )
  expect(outwardCookie('session=; Max-Age=0', shared)).toBe('device_session=; Max-Age=0')
  expect(outwardCookie('session=abc; Path=/', sides)).toBe('session=abc; Path=/')
  expect(inwardCookies('device_other=1', shared)).toBe('device_other=1')
})
