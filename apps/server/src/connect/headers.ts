import type { IncomingHttpHeaders } from 'node:http'
import { targetText } from '../domains/remote/reach.ts'
import { inwardCookies, outwardCookie } from './device-cookies.ts'
import { outward, outwardRefresh } from './outward.ts'
import { defaultPort, type Sides } from './sides.ts'

type Pairs = [string, string][]

/** The `Host` header of a browser on the device's network. */
export function innerHost({ protocol, host, port }: Sides): string {
  const text = targetText({ host, port })
  return port === defaultPort[protocol] ? text.slice(0, text.lastIndexOf(':')) : text
}

export const innerOrigin = (sides: Sides) => `${sides.protocol}://${innerHost(sides)}`

/** Headers about a single connection, and those in which a proxy in front describes the browser. */
const notForTarget =
  /^(connection|proxy-connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|proxy-authenticate|proxy-authorization|forwarded|via|x-forwarded-.*|x-real-ip|x-request-id|http2-settings|cookie|host|origin|referer|accept-encoding|sec-websocket-.*)$/

/** Headers named in `Connection` are hop-by-hop. */
function hopNames(value: string | undefined): Set<string> {
  return new Set((value ?? '').split(',').map((name) => name.trim().toLowerCase()))
}

function* pairsOf(rawHeaders: readonly string[]): Generator<[string, string]> {
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    yield [rawHeaders[index] as string, rawHeaders[index + 1] as string]
}

/** A URL of the session in the target's form; others stay unchanged. */
function inward(value: string, sides: Sides): string {
  return value === sides.outer || value.startsWith(`${sides.outer}/`)
    ? innerOrigin(sides) + value.slice(sides.outer.length)
    : value
}

/** Headers of a browser's request as sent to the target. */
export function requestHeaders(
  request: { rawHeaders: readonly string[]; headers: IncomingHttpHeaders },
  sides: Sides,
  options: { identity: boolean; authorization?: string | undefined; webSocket?: boolean },
): Pairs {
  const { headers } = request
  const hop = hopNames(headers.connection)
  const pairs: Pairs = [['Host', innerHost(sides)]]
  for (const [name, value] of pairsOf(request.rawHeaders)) {
    const lower = name.toLowerCase()
    const forSocket = options.webSocket && lower.startsWith('sec-websocket-')
    if ((notForTarget.test(lower) && !forSocket) || hop.has(lower)) continue
    if (lower === 'x-xsrf-token' && sides.shared) continue
    if (lower === 'authorization' && options.authorization !== undefined) continue
    pairs.push([name, value])
  }
  const cookie = inwardCookies(headers.cookie, sides)
  if (cookie !== undefined) pairs.push(['Cookie', cookie])
  if (headers.origin !== undefined) pairs.push(['Origin', inward(headers.origin, sides)])
  if (headers.referer !== undefined) pairs.push(['Referer', inward(headers.referer, sides)])
  if (options.authorization !== undefined) pairs.push(['Authorization', options.authorization])
  const encoding = options.identity ? 'identity' : headers['accept-encoding']
  if (encoding !== undefined && !options.webSocket) pairs.push(['Accept-Encoding', String(encoding)])
  return pairs
}

/**
 * Headers that would affect the browser beyond this session, remove the server's cookie, or open the page to other
 * origins: HSTS and Alt-Svc would outlive the host, Clear-Site-Data would sign the session out, CORS would let the
 * pages of another session read this one.
 */
const notForBrowser =
  /^(connection|proxy-connection|keep-alive|transfer-encoding|te|trailer|upgrade|proxy-authenticate|strict-transport-security|public-key-pins.*|expect-ct|alt-svc|clear-site-data|nel|report-to|reporting-endpoints|access-control-.*|origin-agent-cluster|set-cookie|location|content-location|content-length|refresh)$/

// Characters that Node would refuse to send: a broken old server must not break the response.
const unsendable = /[^\t\x20-\x7e\x80-\xff]/g
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

export function responseHeaders(
  response: { rawHeaders: readonly string[]; headers: IncomingHttpHeaders },
  sides: Sides,
): Pairs {
  const hop = hopNames(response.headers.connection)
  const pairs: Pairs = []
  for (const [name, raw] of pairsOf(response.rawHeaders)) {
    const lower = name.toLowerCase()
    const value = raw.replace(unsendable, '')
    if (!headerName.test(name)) continue
    if (lower === 'set-cookie') pairs.push(['Set-Cookie', outwardCookie(value, sides)])
    else if (lower === 'location' || lower === 'content-location') pairs.push([name, outward(value, sides)])
    else if (lower === 'refresh') pairs.push([name, outwardRefresh(value, sides)])
    else if (!notForBrowser.test(lower) && !hop.has(lower)) pairs.push([name, value])
  }
  const { 'content-length': length, 'transfer-encoding': encoding } = response.headers
  // If both were present, the parser used the chunks.
  if (encoding === undefined && /^\d+$/.test(length ?? '')) pairs.push(['Content-Length', String(length)])
  if (response.headers['referrer-policy'] === undefined) pairs.push(['Referrer-Policy', 'same-origin'])
  return pairs
}
