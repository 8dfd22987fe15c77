import { BlockList, isIP } from 'node:net'
import { isLoopback } from '../http/hosts.ts'
import { defaultPort, type Sides } from './sides.ts'

const absolute = /^(?:(https?):)?\/\/(?:[^@/?#\\]*@)?(\[[0-9a-f:.]+\]|[^/?#\\:]*)(?::(\d+))?(?=[/?#]|$)/i

interface Address {
  scheme: string
  host: string
  port: number | undefined
  rest: string
}

/** Host, port and rest of an absolute address; undefined for a relative one. */
function readAddress(value: string, { protocol }: Sides): Address | undefined {
  const [all, scheme = protocol, host = '', port] = absolute.exec(value) ?? []
  if (all === undefined) return undefined
  const usual = defaultPort[scheme.toLowerCase() as keyof typeof defaultPort]
  return {
    scheme: scheme.toLowerCase(),
    host: host.toLowerCase(),
    port: port === undefined ? usual : Number(port),
    rest: value.slice(all.length),
  }
}

const hostOf = ({ host }: Sides) => (host.includes(':') ? `[${host}]` : host).toLowerCase()

const internal = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  internal.addSubnet(net, bits, 'ipv4')
internal.addSubnet('fc00::', 7, 'ipv6')
internal.addSubnet('fe80::', 10, 'ipv6')

/** Names without a dot, and those that only a local network resolves. */
const localName = /^[^.]+$|\.(lan|local|localdomain|home|internal|intranet|private|home\.arpa)\.?$/

const plainOf = (host: string) => host.replace(/^\[|\]$/g, '')
function isIn(list: BlockList, host: string): boolean {
  const family = isIP(plainOf(host))
  return family !== 0 && list.check(plainOf(host), family === 4 ? 'ipv4' : 'ipv6')
}

/** True for a host that a browser elsewhere does not reach, or reaches in another network. */
const isLocal = (host: string) =>
  isLoopback(host) || isIn(internal, host) || (isIP(plainOf(host)) === 0 && localName.test(host))

/**
 * True for names of the target. The pages of the device itself are reached at its loopback address, while it calls
 * itself by its address or name in its network. Only pages without TLS may have any name: one with TLS may well send
 * browsers to a sign-in elsewhere.
 */
function isTarget({ scheme, host }: Address, sides: Sides): boolean {
  if (host === hostOf(sides) || isLoopback(host)) return true
  if (!isLoopback(hostOf(sides))) return false
  return isLocal(host) || (scheme === 'http' && isIP(plainOf(host)) === 0)
}

/** A URL of the target in the browser's form; others stay unchanged. */
export function outward(value: string, sides: Sides): string {
  const address = readAddress(value, sides)
  if (!address || address.port !== sides.port || !isTarget(address, sides)) return value
  return sides.outer + (address.rest.startsWith('/') ? '' : '/') + address.rest
}

/** Target of a redirect that the browser would not reach: another port of the target, or a host of its network. */
export function movedTo(location: string | undefined, sides: Sides): string | undefined {
  const address = location === undefined ? undefined : readAddress(location, sides)
  if (!address || outward(location ?? '', sides) !== location) return undefined
  return address.host === hostOf(sides) || isLocal(address.host) ? location.slice(0, 200) : undefined
}

const refreshed = /^(\s*\d+\s*[;,]\s*url\s*=\s*['"]?)([^'"]*)(.*)$/is

/** The content of a `Refresh` header or of its tag. */
export const outwardRefresh = (value: string, sides: Sides): string =>
  value.replace(refreshed, (_, start: string, url: string, end: string) => start + outward(url.trim(), sides) + end)
