import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import proxyAddr from '@fastify/proxy-addr'

/** The last value, which the last proxy added. */
const lastOf = (header: string | string[] | undefined) =>
  [header ?? []].flat().join(',').split(',').at(-1)?.trim() || undefined

/**
 * Address, host and protocol of a browser's request that Fastify has not parsed, by the same rules: only headers of a
 * trusted proxy count, and the address is the last one that does not belong to a trusted proxy.
 */
export interface Forwarded {
  /** True if the address is a proxy of TRUST_PROXY. */
  trust(address: string): boolean
  addressOf(request: IncomingMessage): string
  hostOf(request: IncomingMessage): string | undefined
  isHttps(request: IncomingMessage): boolean
}

/** The origin of pages that may make this request: the same scheme and host. */
export const ownOrigin = ({ isHttps, hostOf }: Pick<Forwarded, 'isHttps' | 'hostOf'>, request: IncomingMessage) =>
  `${isHttps(request) ? 'https' : 'http'}://${hostOf(request)}`

export const forwardedProtocol = (request: IncomingMessage) => lastOf(request.headers['x-forwarded-proto'])

export function createForwarded(proxies: readonly string[]): Forwarded {
  const trusts = proxyAddr.compile([...proxies])
  const trust = (address: string) => trusts(address, 0)
  const forwarded = (request: IncomingMessage, header: 'host' | 'proto') =>
    trust(request.socket.remoteAddress ?? '') ? lastOf(request.headers[`x-forwarded-${header}`]) : undefined
  return {
    trust,
    addressOf: (request) => proxyAddr(request, trust),
    hostOf: (request) => forwarded(request, 'host') ?? request.headers.host,
    isHttps(request) {
      const protocol = forwarded(request, 'proto')
      return protocol === undefined ? request.socket instanceof TLSSocket : protocol === 'https'
    },
  }
}
