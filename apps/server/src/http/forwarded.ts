import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import proxyAddr from '@fastify/proxy-addr'

/** What the last proxy added. */
const lastOf = (header: string | string[] | undefined) =>
  [header ?? []].flat().join(',').split(',').at(-1)?.trim() || undefined

/**
 * What a browser asked for, of requests that Fastify has not seen; by the same rules: headers count that a trusted proxy
 * wrote, of an address the last one no trusted proxy has, and of anybody else none.
 */
export interface Forwarded {
  /** Whether an address is one of the proxies of TRUST_PROXY. */
  trust(address: string): boolean
  addressOf(request: IncomingMessage): string
  hostOf(request: IncomingMessage): string | undefined
  isHttps(request: IncomingMessage): boolean
}

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
