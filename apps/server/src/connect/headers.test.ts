import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sides } from '../test/sides.ts'
import { requestHeaders, responseHeaders } from './headers.ts'
import type { Sides } from './sides.ts'

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
        new URL(sides.outer).host,
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
})

describe('to the browser', () => {
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
