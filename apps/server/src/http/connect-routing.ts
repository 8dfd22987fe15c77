import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { LiveSessions } from '../domains/remote/live-sessions.ts'
import type { ConnectAddresses } from './connect-addresses.ts'
import type { Door } from './connect-door.ts'
import type { Forwarded } from './forwarded.ts'

type Upgrade = (request: IncomingMessage, socket: Duplex, early: Buffer) => void

/** Upgrades on the console's own host that are not the live socket's. */
export interface OwnUpgrade {
  takes(request: IncomingMessage): boolean
  upgrade: Upgrade
}

/**
 * Stands before everything that listens on the server so far: a request to the host of a session never reaches the
 * console, and the other way round.
 */
export function routeByHost(
  server: Server,
  parts: { addresses: ConnectAddresses; forwarded: Forwarded; sessions: LiveSessions; door: Door; shell: OwnUpgrade },
): void {
  const { addresses, forwarded, sessions, door, shell } = parts
  const requests = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  const upgrades = server.listeners('upgrade') as Upgrade[]
  const sessionOf = (label: string | null) => (label === null ? undefined : sessions.byName(label))

  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const label = addresses.sessionLabel(forwarded.hostOf(request))
    if (label !== undefined) return door.request(webOnly(sessionOf(label)), request, response)
    for (const listener of requests) listener.call(server, request, response)
  })
  server.removeAllListeners('upgrade')
  server.on('upgrade', (request, socket, early) => {
    const label = addresses.sessionLabel(forwarded.hostOf(request))
    if (label !== undefined) return door.upgrade(webOnly(sessionOf(label)), request, socket, early)
    if (shell.takes(request)) return shell.upgrade(request, socket, early)
    for (const listener of upgrades) listener.call(server, request, socket, early)
  })
}

const webOnly = (session: ReturnType<LiveSessions['byName']>) => (session?.row.protocol === 'ssh' ? undefined : session)
