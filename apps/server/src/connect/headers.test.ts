import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  movedTo,
  outward,
  outwardCookie,
  requestHeaders,
  responseHeaders,
  type Sides,
  withoutOwnCookies,
} from './headers.ts'

const name = '0123456789abcdef0123456789abcdef'
const sides: Sides = {
  outer: `https://${name}.connect.example`,
  protocol: 'http',
  host: '192.168.1.10',
  port: 8080,
  shared: false,
}
const plain: Sides = { ...sides, outer: `http://${name}.localhost:3000` }

const message = (rawHeaders: string[]) => {
  const headers: Record<string, string> = {}
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers[String(rawHeaders[index]).toLowerCase()] = String(rawHeaders[index + 1])
  return { rawHeaders, headers }
}
const toTarget = (raw: string[], options = { identity: false }) => requestHeaders(message(raw), sides, options)
const toBrowser = (raw: string[], at = sides) => responseHeaders(message(raw), at)

describe('to the target', () => {
  test('it sees a browser of its own network', () => {
    expect(
      toTarget([
        'Host',
        `${name}.connect.example`,
        'Origin',
        sides.outer,
        'Referer',
        `${sides.outer}/login?x=1`,
        'Accept-Encoding',
        'gzip, br',
        'User-Agent',
        'Browser',
      ]),
    ).toEqual([
      ['Host', '192.168.1.10:8080'],
      ['User-Agent', 'Browser'],
      ['Origin', 'http://192.168.1.10:8080'],
      ['Referer', 'http://192.168.1.10:8080/login?x=1'],
      ['Accept-Encoding', 'gzip, br'],
    ])
  })

  test('the default port is omitted, an IPv6 address is in brackets', () => {
    const host = (change: Partial<Sides>) =>
      requestHeaders(message([]), { ...sides, ...change }, { identity: false })[0]
    expect(host({ port: 80 })).toEqual(['Host', '192.168.1.10'])
    expect(host({ port: 443, protocol: 'https', host: 'fd00::1' })).toEqual(['Host', '[fd00::1]'])
    expect(host({ port: 80, protocol: 'https', host: 'fd00::1' })).toEqual(['Host', '[fd00::1]:80'])
  })

  test('hop-by-hop headers and those of a proxy or of the console are not passed on', () => {
    const raw = [
      'Connection',
      'keep-alive, X-Hop',
      'X-Hop',
      '1',
      'Keep-Alive',
      '5',
      'TE',
      'trailers',
      'Upgrade',
      'h2c',
      'Transfer-Encoding',
      'chunked',
      'X-Forwarded-For',
      '1.2.3.4',
      'X-Forwarded-Proto',
      'https',
      'Forwarded',
      'for=1',
      'X-Real-IP',
      '1.2.3.4',
      'Proxy-Authorization',
      'Basic x',
      'Via',
      '1.1 x',
      'HTTP2-Settings',
      'x',
      'Cookie',
      `__Host-session=s; __Host-browser=b; __Host-connect-01234567=d; sid=1`,
    ]
    expect(toTarget(raw)).toEqual([
      ['Host', '192.168.1.10:8080'],
      ['Cookie', 'sid=1'],
    ])
  })

  test("a device's own sign-in is passed on: Basic, Bearer, a token in a header", () => {
    expect(toTarget(['Authorization', 'Bearer t', 'X-XSRF-TOKEN', 'x'])).toEqual([
      ['Host', '192.168.1.10:8080'],
      ['Authorization', 'Bearer t'],
      ['X-XSRF-TOKEN', 'x'],
    ])
  })

  test('a document is requested without compression, so that the banner can be added', () => {
    expect(toTarget(['Accept-Encoding', 'gzip'], { identity: true }).at(-1)).toEqual(['Accept-Encoding', 'identity'])
  })

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
        expect(withoutOwnCookies(all, sides)).toBe(lines.length > 0 ? lines.join('; ') : undefined)
      }),
    )
    expect(withoutOwnCookies('session=s; XSRF-TOKEN=t', sides)).toBe('session=s; XSRF-TOKEN=t')
    expect(withoutOwnCookies('session=s; XSRF-TOKEN=t; Acme-XSRF-TOKEN=u; a=1', { shared: true })).toBe('a=1')
  })
})

describe('to the browser', () => {
  test.each([
    ['http://192.168.1.10:8080/login', `${sides.outer}/login`],
    ['HTTP://192.168.1.10:8080', `${sides.outer}/`],
    ['http://192.168.1.10:8080?x=1', `${sides.outer}/?x=1`],
    ['http://192.168.1.10/x', 'http://192.168.1.10/x'],
    ['https://192.168.1.10:8080/secure', `${sides.outer}/secure`],
    ['//192.168.1.10:8080/x', `${sides.outer}/x`],
    ['http://user@192.168.1.10:8080/x', `${sides.outer}/x`],
    ['/cgi-bin/luci', '/cgi-bin/luci'],
    ['login.html', 'login.html'],
    ['http://192.168.1.11/x', 'http://192.168.1.11/x'],
    ['http://192.168.1.10:8080.evil.test/x', 'http://192.168.1.10:8080.evil.test/x'],
    ['http://192.168.1.10:8080@evil.test/x', 'http://192.168.1.10:8080@evil.test/x'],
  ])('a redirect to %s leads to %s', (from, to) => expect(outward(from, sides)).toBe(to))

  test('a redirect to another port of the same host is noticed', () => {
    const at80 = { ...sides, port: 80 }
    expect(movedTo('https://192.168.1.10/login', at80)).toBe('https://192.168.1.10/login')
    expect(movedTo('http://192.168.1.10:8080/', at80)).toBe('http://192.168.1.10:8080/')
    for (const same of ['http://192.168.1.10/', '//192.168.1.10/x', '/login', 'https://elsewhere.test/', undefined])
      expect(movedTo(same, at80)).toBeUndefined()
    expect(movedTo('https://[fd00::1]/', { ...at80, host: 'fd00::1' })).toBe('https://[fd00::1]/')
  })

  test('no other address leads anywhere new', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const result = outward(text, sides)
        expect(result === text || result.startsWith(`${sides.outer}`)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(outward(url, sides)).toBe(url)
      }),
    )
  })

  test.each([
    ['sid=1; Domain=192.168.1.10; Path=/; HttpOnly', 'sid=1; Path=/; HttpOnly'],
    ['sid=1; domain=.router.lan; SameSite=None; Secure', 'sid=1; Secure'],
    ['sid=1; SameSite=Strict; Max-Age=5', 'sid=1; SameSite=Strict; Max-Age=5'],
    ['__Host-session=x; Path=/', undefined],
    ['__Host-browser=x; Path=/', undefined],
    ['__Host-connect-01234567=x', undefined],
  ])('the cookie %s becomes %s', (from, to) => expect(outwardCookie(from, sides)).toBe(to))

  test('over plain HTTP a Secure cookie loses the attribute', () => {
    expect(outwardCookie('sid=1; Secure; SameSite=None', plain)).toBe('sid=1')
  })

  test('a cookie without a name is no way around that', () => {
    expect(outwardCookie('=session=evil', { ...sides, shared: true })).toBeUndefined()
    expect(outwardCookie('= =connect-01234567=evil; Path=/', sides)).toBeUndefined()
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

  test('headers with effects beyond this session are dropped', () => {
    const raw = [
      'Strict-Transport-Security',
      'max-age=1',
      'Clear-Site-Data',
      '"*"',
      'Alt-Svc',
      'h3=":443"',
      'NEL',
      '{}',
      'Public-Key-Pins',
      'x',
      'Access-Control-Allow-Origin',
      '*',
      'Access-Control-Allow-Credentials',
      'true',
      'Content-Type',
      'text/plain',
      'Referrer-Policy',
      'no-referrer',
    ]
    expect(toBrowser(raw)).toEqual([
      ['Content-Type', 'text/plain'],
      ['Referrer-Policy', 'no-referrer'],
    ])
  })

  test('a Refresh header is rewritten like a redirect', () => {
    expect(toBrowser(['Refresh', '0; url=http://192.168.1.10:8080/a'])[0]).toEqual([
      'Refresh',
      `0; url=${sides.outer}/a`,
    ])
  })

  test('a header no browser would accept is removed or cleaned', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (header, value) => {
        for (const [key, text] of toBrowser([header, value])) {
          expect(key).toMatch(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)
          expect(text).not.toMatch(/[\r\n\0]/)
        }
      }),
    )
  })
})
