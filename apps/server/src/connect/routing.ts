import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { LiveSessions } from '../domains/remote/live-sessions.ts'
import type { Forwarded } from '../http/forwarded.ts'
import type { Listener } from '../listeners.ts'
import type { OtherNode } from '../nodes/alive-nodes.ts'
import type { ConnectAddresses } from './addresses.ts'
import type { Relay } from './relay.ts'
import type { WebEndpoint } from './web-endpoint.ts'

type Upgrade = (request: IncomingMessage, socket: Duplex, early: Buffer) => void

/** Handles upgrades on the console's own host, except those of the live socket. */
export interface OwnUpgrade {
  takes(request: IncomingMessage): boolean
  nameOf(request: IncomingMessage): string | undefined
  upgrade: Upgrade
}

/**
 * Requests to the host of a session never reach the console, and vice versa. If the session is on another node, the
 * request is passed on to it; if there is none, it is refused.
 */
export function routeByHost(parts: {
  addresses: ConnectAddresses
  forwarded: Forwarded
  sessions: LiveSessions
  web: WebEndpoint
  shell: OwnUpgrade
  relay: Relay | undefined
}): Listener {
  const { addresses, forwarded, sessions, web, shell, relay } = parts
  const labelOf = (request: IncomingMessage) => addresses.sessionLabel(forwarded.hostOf(request))
  const webSession = (label: string | null) => {
    const session = label === null ? undefined : sessions.byName(label)
    return session?.row.protocol === 'ssh' ? undefined : session
  }
  const route = (
    name: string | null | undefined,
    request: IncomingMessage,
    here: () => void,
    there: (relay: Relay, node: OtherNode) => void,
  ) => {
    if (!relay || !name || sessions.byName(name) || relay.isPassedOn(request)) return here()
    void relay.find(name).then((node) => (node ? there(relay, node) : here()))
  }

  return {
    request(request, response) {
      const label = labelOf(request)
      if (label === undefined) return false
      const here = () => web.request(webSession(label), request, response)
      route(label, request, here, (other, node) => other.request(node, request, response))
      return true
    },
    upgrade(request, socket, early) {
      const pass = (other: Relay, node: OtherNode) => other.upgrade(node, request, socket, early)
      const label = labelOf(request)
      if (label !== undefined) {
        route(label, request, () => web.upgrade(webSession(label), request, socket, early), pass)
        return true
      }
      if (!shell.takes(request)) return false
      route(shell.nameOf(request), request, () => shell.upgrade(request, socket, early), pass)
      return true
    },
  }
}
