import type { Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { createDeviceKeys } from '../domains/remote/device-key.ts'
import type { Doors } from '../domains/remote/doors.ts'
import { createOpenLimits } from '../domains/remote/limits.ts'
import { createLiveSessions } from '../domains/remote/live-sessions.ts'
import type { ConnectServices } from '../domains/remote/module.ts'
import { restartSession } from '../domains/remote/open-session.ts'
import { outOfReach, type Reach } from '../domains/remote/reach.ts'
import { endLeftovers } from '../domains/remote/session-store.ts'
import type { Services } from '../module/services.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { Certificates } from './certificate.ts'
import { createConnectAddresses, hostName, noAddress } from './connect-addresses.ts'
import { createDoor } from './connect-door.ts'
import { createConnectPorts } from './connect-ports.ts'
import { createRelay } from './connect-relay.ts'
import { routeByHost } from './connect-routing.ts'
import { createShellDoor } from './connect-shell.ts'
import { greetTarget } from './connect-target.ts'
import type { Forwarded } from './forwarded.ts'
import { Problem } from './problem.ts'

export interface ConnectDeps extends Pick<Services, 'config' | 'db' | 'bus' | 'limits' | 'node'> {
  /** undefined when this node reaches no devices. */
  driver: Reach | undefined
  origins: readonly string[]
  forwarded: Forwarded
  certificates: Certificates | undefined
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The other nodes, where they pass requests of browsers on to each other. */
  nodes: Pick<Nodes, 'node' | 'client' | 'clientOf' | 'passed' | 'elsewhere'> | undefined
}

export interface Connect {
  /** What the calls of the domain need. */
  services: ConnectServices
  /** Opens the tunnel of a session anew; false when it is not held here. */
  restart(sessionId: number, channel: string): boolean
  /** Takes over what comes to the hosts of sessions; after everything else listens on the server. */
  attach(server: Server): void
  stop(): Promise<void>
}

/** Sessions and the doors browsers reach them by. */
export async function createConnect(deps: ConnectDeps): Promise<Connect> {
  const { config, db, bus, log, certificates, driver: reach = outOfReach } = deps
  await endLeftovers(db, deps.node)
  const limits = createOpenLimits(deps.limits)
  const addresses = createConnectAddresses(config)
  const sessions = createLiveSessions({ db, bus, reach, log })
  const keys = createDeviceKeys(reach)
  // Another node has judged already what a proxy told it.
  const forwarded: Forwarded = {
    ...deps.forwarded,
    addressOf: (request) => deps.nodes?.clientOf(request) ?? deps.forwarded.addressOf(request),
    hostOf: (request) =>
      deps.nodes?.clientOf(request) === undefined ? deps.forwarded.hostOf(request) : request.headers.host,
  }
  const common = { db, sessions, log, forwarded }
  const relay = deps.nodes && createRelay({ ...deps.nodes, db, log, forwarded: deps.forwarded })
  const door = createDoor({ ...common, limits })
  const shell = createShellDoor({ ...common, keys, origins: deps.origins })
  const ports =
    config.CONNECT_PORTS && !config.CONNECT_DOMAIN
      ? createConnectPorts({ range: config.CONNECT_PORTS, host: config.HOST, certificates })
      : undefined

  const doors: Doors = {
    consoleOrigin: addresses.consoleOrigin,
    webAddress(name, from) {
      const named = addresses.byName(name, from)
      if (named !== undefined) return named
      if (!ports) throw noAddress()
      const port = ports.take(name)
      if (port === undefined)
        throw new Problem('CONFLICT', { message: 'All ports for sessions are taken; end one first' })
      const console = new URL(addresses.consoleOrigin(from))
      return `${console.protocol}//${hostName(console.host)}:${port}/`
    },
    async start(session) {
      if (session.row.protocol !== 'ssh') await ports?.listen(session, door)
    },
    greet: (session) => greetTarget(db, session),
  }

  return {
    services: { reach, limits, sessions, keys, doors, elsewhere: deps.nodes?.elsewhere },
    restart(sessionId, channel) {
      const held = sessions.byId(sessionId)
      if (held) restartSession({ db, bus, log, sessions, keys, doors }, held, channel)
      return held !== undefined
    },
    attach: (server) => routeByHost(server, { addresses, forwarded, sessions, door, shell, relay }),
    async stop() {
      await sessions.stop()
      shell.stop()
      relay?.stop()
      await ports?.stop()
    },
  }
}
