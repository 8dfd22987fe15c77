import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { LiveSessions } from '../domains/remote/live-sessions.ts'
import type { OtherNode } from '../nodes/directory.ts'
import type { ConnectAddresses } from './connect-addresses.ts'
import type { Door } from './connect-door.ts'
import type { Relay } from './connect-relay.ts'
import type { Forwarded } from './forwarded.ts'

type Upgrade = (request: IncomingMessage, socket: Duplex, early: Buffer) => void

/** Upgrades on the console's own host that are not the live socket's. */
export interface OwnUpgrade {
  takes(request: IncomingMessage): boolean
  /** The session it is for. */
  nameOf(request: IncomingMessage): string | undefined
  upgrade: Upgrade
}

/**
 * Stands before everything that listens on the server so far: a request to the host of a session never reaches the
 * console, and the other way round.
 */
export function routeByHost(
  server: Server,
  parts: {
    addresses: ConnectAddresses
    forwarded: Forwarded
    sessions: LiveSessions
    door: Door
    shell: OwnUpgrade
    relay: Relay | undefined
  },
): void {
  const { addresses, forwarded, sessions, door, shell, relay } = parts
  const requests = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  const upgrades = server.listeners('upgrade') as Upgrade[]
  const sessionOf = (label: string | null) => (label === null ? undefined : sessions.byName(label))
  /** What concerns a session that is not here goes to the node that holds it, when there is one; else it is ours to refuse. */
  const route = (
    name: string | null | undefined,
    request: IncomingMessage,
    here: () => void,
    there: (relay: Relay, node: OtherNode) => void,
  ) => {
    if (!relay || !name || sessions.byName(name) || relay.isPassedOn(request)) return here()
    void relay.find(name).then((node) => (node ? there(relay, node) : here()))
  }

  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const label = addresses.sessionLabel(forwarded.hostOf(request))
    if (label !== undefined)
      return route(
        label,
        request,
        () => door.request(webOnly(sessionOf(label)), request, response),
        (relay, node) => relay.request(node, request, response),
      )
    for (const listener of requests) listener.call(server, request, response)
  })
  server.removeAllListeners('upgrade')
  server.on('upgrade', (request, socket, early) => {
    const label = addresses.sessionLabel(forwarded.hostOf(request))
    const pass = (relay: Relay, node: OtherNode) => relay.upgrade(node, request, socket, early)
    if (label !== undefined)
      return route(label, request, () => door.upgrade(webOnly(sessionOf(label)), request, socket, early), pass)
    if (shell.takes(request))
      return route(shell.nameOf(request), request, () => shell.upgrade(request, socket, early), pass)
    for (const listener of upgrades) listener.call(server, request, socket, early)
  })
}

const webOnly = (session: ReturnType<LiveSessions['byName']>) => (session?.row.protocol === 'ssh' ? undefined : session)
