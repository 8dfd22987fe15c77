import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** A listener on the HTTP server; returns whether it handled the request or upgrade. */
export interface Listener {
  request?(request: IncomingMessage, response: ServerResponse): boolean
  upgrade?(request: IncomingMessage, socket: Duplex, early: Buffer): boolean
}

/**
 * The one place that listens for requests and upgrades. Listeners are called in order; a request that none of them
 * handles goes to Fastify, an upgrade that none of them handles is refused.
 */
export function listenInOrder(server: Server, listeners: readonly Listener[]): void {
  const [fastify, ...others] = server.listeners('request')
  if (!fastify || others.length > 0 || server.listenerCount('upgrade') > 0)
    throw new Error('Something besides Fastify listens on the HTTP server; add it to the list of listeners')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!listeners.some((listener) => listener.request?.(request, response))) fastify.call(server, request, response)
  })
  server.on('upgrade', (request, socket, early) => {
    if (listeners.some((listener) => listener.upgrade?.(request, socket, early))) return
    socket.on('error', () => {})
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy())
  })
}
