import { createServer as createHttp, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { text } from '@longreach/contract/i18n'
import type { LiveSession } from '../domains/remote/live-session.ts'
import { ReachError } from '../domains/remote/reach.ts'
import type { Certificates } from '../http/certificate.ts'
import { connectTiming } from './timing.ts'
import type { WebEndpoint } from './web-endpoint.ts'

export interface ConnectPorts {
  /** A free port for the named session; undefined if all are taken. */
  take(name: string): number | undefined
  listen(session: LiveSession, web: WebEndpoint): Promise<void>
  stop(): Promise<void>
}

/** Without CONNECT_DOMAIN each session gets a port (CONNECT_PORTS). */
export function createConnectPorts(given: {
  range: { first: number; last: number }
  host: string
  certificates: Certificates | undefined
}): ConnectPorts {
  const taken = new Map<number, { name: string; since: number; server?: Server }>()

  const close = (port: number) => {
    const server = taken.get(port)?.server
    if (!server) return
    taken.delete(port)
    server.close()
    server.closeAllConnections()
  }

  return {
    take(name) {
      const now = Date.now()
      for (const [port, { since, server }] of taken)
        if (!server && now - since > connectTiming.portReservation) taken.delete(port)
      for (let port = given.range.first; port <= given.range.last; port++) {
        if (taken.has(port)) continue
        taken.set(port, { name, since: now })
        return port
      }
      return undefined
    },
    async listen(session, web) {
      const [port, entry] = [...taken].find(([, { name }]) => name === session.row.name) ?? []
      if (port === undefined || !entry) throw new Error('no port was taken for the session')
      const { certificates } = given
      const server = certificates ? createHttps(certificates.current()) : createHttp()
      entry.server = server
      const settle = certificates?.keepNew(server)
      server.on('close', () => settle?.())
      // An upload over a slow line may take long.
      server.requestTimeout = 0
      server.on('request', (request, response) => web.request(session, request, response))
      server.on('upgrade', (request, socket, early) => web.upgrade(session, request, socket, early))
      session.onEnd(() => close(port))
      await new Promise<void>((resolve, reject) => {
        // Once it listens, an error only means that a connection could not be accepted.
        server.on('error', () => {
          if (server.listening) return
          // Another program uses the port: it is not tried again for a while.
          taken.set(port, { name: '', since: Date.now() })
          reject(new ReachError('address', text('remote.port_in_use', { port })))
        })
        server.listen(port, given.host, resolve)
      })
    },
    async stop() {
      for (const port of [...taken.keys()]) close(port)
    },
  }
}
