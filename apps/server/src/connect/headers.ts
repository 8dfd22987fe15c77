import type { IncomingHttpHeaders } from 'node:http'
import { targetText } from '../domains/remote/reach.ts'

/** Addresses of a session, from the browser's and from the device's view. */
export interface Sides {
  /** Origin in the browser, `https://<session>.connect.example`. */
  outer: string
  protocol: 'http' | 'https'
  host: string
  port: number
  /**
   * True if the session has a port of the console's host: browsers send it the cookies of the console and of all other
   * ports.
   */
  shared: boolean
}

const ownNames = /^(__Host-(session|browser)|(__Host-)?connect-[0-9a-f]{8}|(__Secure-)?shell)$/
const consoleNames = /^(session|browser|([A-Za-z0-9]+-)*XSRF-TOKEN)$/
/** True for the server's own cookies, which a target must neither see nor set. */
const isOwn = (name: string, { shared }: Pick<Sides, 'shared'>) =>
  ownNames.test(name) || (shared && consoleNames.test(name))

type Pairs = [string, string][]

const defaultPort = { http: 80, https: 443 } as const

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

/** The `Cookie` header without the server's own cookies; undefined if no cookie is left. */
export function withoutOwnCookies(header: string | undefined, sides: Pick<Sides, 'shared'>): string | undefined {
  const rest = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !isOwn(part.split('=')[0]?.trim() ?? '', sides))
  return rest.length > 0 ? rest.join('; ') : undefined
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
  const cookie = withoutOwnCookies(headers.cookie, sides)
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

const absolute = /^(?:(https?):)?\/\/(?:[^@/?#\\]*@)?(\[[0-9a-f:.]+\]|[^/?#\\:]*)(?::(\d+))?(?=[/?#]|$)/i

/** Host, port and rest of an absolute address; undefined for a relative one. */
function readAddress(value: string, { protocol }: Sides) {
  const [all, scheme = protocol, host = '', port] = absolute.exec(value) ?? []
  if (all === undefined) return undefined
  const usual = defaultPort[scheme.toLowerCase() as keyof typeof defaultPort]
  return { host: host.toLowerCase(), port: port === undefined ? usual : Number(port), rest: value.slice(all.length) }
}

const hostOf = ({ host }: Sides) => (host.includes(':') ? `[${host}]` : host).toLowerCase()

/** A URL of the target in the browser's form; others stay unchanged. */
export function outward(value: string, sides: Sides): string {
  const address = readAddress(value, sides)
  if (!address || address.host !== hostOf(sides) || address.port !== sides.port) return value
  return sides.outer + (address.rest.startsWith('/') ? '' : '/') + address.rest
}

/** Target of a redirect to another port of the target's host; shortened for a page. */
export function movedTo(location: string | undefined, sides: Sides): string | undefined {
  const address = location === undefined ? undefined : readAddress(location, sides)
  const moved = address && address.host === hostOf(sides) && address.port !== sides.port
  return moved ? location?.slice(0, 200) : undefined
}

/**
 * `Set-Cookie` for the session's own host: without a domain, and valid over plain HTTP; undefined for the server's own
 * names.
 */
export function outwardCookie(line: string, sides: Sides): string | undefined {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  // Browsers store `=name=value` without a name and send it as `name=value`.
  const name =
    pair
      .replace(/^[=\s]+/, '')
      .split('=')[0]
      ?.trim() ?? ''
  if (isOwn(name, sides)) return undefined
  const secure = sides.outer.startsWith('https:')
  const kept = attributes.filter((attribute) => {
    const [key = '', value = ''] = attribute
      .toLowerCase()
      .split('=')
      .map((part) => part.trim())
    if (key === 'domain' || key === 'partitioned' || (key === 'samesite' && value === 'none')) return false
    return key !== 'secure' || secure
  })
  return [pair, ...kept].join('; ')
}

const refreshed = /^(\s*\d+\s*[;,]\s*url\s*=\s*['"]?)([^'"]*)(.*)$/i
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
    if (lower === 'set-cookie') {
      const cookie = outwardCookie(value, sides)
      if (cookie !== undefined) pairs.push(['Set-Cookie', cookie])
    } else if (lower === 'location' || lower === 'content-location') pairs.push([name, outward(value, sides)])
    else if (lower === 'refresh')
      pairs.push([
        name,
        value.replace(refreshed, (_, start: string, url: string, end: string) => start + outward(url, sides) + end),
      ])
    else if (!notForBrowser.test(lower) && !hop.has(lower)) pairs.push([name, value])
  }
  const { 'content-length': length, 'transfer-encoding': encoding } = response.headers
  // If both were present, the parser used the chunks.
  if (encoding === undefined && /^\d+$/.test(length ?? '')) pairs.push(['Content-Length', String(length)])
  if (response.headers['referrer-policy'] === undefined) pairs.push(['Referrer-Policy', 'same-origin'])
  return pairs
}
