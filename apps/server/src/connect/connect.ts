import type { IncomingMessage } from 'node:http'
import { text } from '@longreach/contract/i18n'
import type { FastifyBaseLogger } from 'fastify'
import type { ConnectEndpoint } from '../domains/remote/connect-endpoint.ts'
import { createDeviceKeys } from '../domains/remote/device-key.ts'
import { createOpenLimits } from '../domains/remote/key-guessing.ts'
import { createLiveSessions } from '../domains/remote/live-sessions.ts'
import type { ConnectServices } from '../domains/remote/module.ts'
import { restartSession } from '../domains/remote/open-session.ts'
import { outOfReach, type Reach } from '../domains/remote/reach.ts'
import { endLeftovers } from '../domains/remote/session-store.ts'
import { Problem } from '../endpoint/problem.ts'
import type { Certificates } from '../http/certificate.ts'
import { type Forwarded, forwardedProtocol } from '../http/forwarded.ts'
import { hostName } from '../http/hosts.ts'
import type { Listener } from '../listeners.ts'
import type { Services } from '../module/services.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { createConnectAddresses, noAddress } from './addresses.ts'
import { createConnectPorts } from './ports.ts'
import { createRelay } from './relay.ts'
import { routeByHost } from './routing.ts'
import { createShellEndpoint } from './shell-endpoint.ts'
import { greetTarget } from './target.ts'
import { createWebEndpoint } from './web-endpoint.ts'

export interface ConnectDeps extends Pick<Services, 'config' | 'db' | 'bus' | 'emit' | 'limits' | 'node'> {
  /** undefined if this node cannot reach devices. */
  driver: Reach | undefined
  origins: readonly string[]
  forwarded: Forwarded
  certificates: Certificates | undefined
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The other nodes, if they pass browser requests on to each other. */
  nodes: Pick<Nodes, 'node' | 'client' | 'clientOf' | 'passed' | 'elsewhere'> | undefined
}

export interface Connect {
  /** Services for the calls of the domain. */
  services: ConnectServices
  /** Reopens the tunnel of a session; false if the session is not on this node. */
  restart(sessionId: number, channel: string): boolean
  /** Handles requests to the hosts of sessions. */
  listener: Listener
  stop(): Promise<void>
}

/** Remote sessions, and the gateway through which browsers reach them. */
export async function createConnect(deps: ConnectDeps): Promise<Connect> {
  const { config, db, bus, log, certificates, driver: reach = outOfReach } = deps
  await endLeftovers(db, deps.emit, deps.node)
  const limits = createOpenLimits(deps.limits)
  const addresses = createConnectAddresses(config)
  const sessions = createLiveSessions({ db, bus, emit: deps.emit, reach, log })
  const keys = createDeviceKeys(reach)
  // Another node has already evaluated the headers of the proxy.
  const isPassedOn = (request: IncomingMessage) => deps.nodes?.clientOf(request) !== undefined
  const forwarded: Forwarded = {
    ...deps.forwarded,
    addressOf: (request) => deps.nodes?.clientOf(request) ?? deps.forwarded.addressOf(request),
    hostOf: (request) => (isPassedOn(request) ? request.headers.host : deps.forwarded.hostOf(request)),
    isHttps: (request) =>
      isPassedOn(request) ? forwardedProtocol(request) === 'https' : deps.forwarded.isHttps(request),
  }
  const common = { db, sessions, log, forwarded }
  const relay = deps.nodes && createRelay({ ...deps.nodes, db, log, forwarded: deps.forwarded })
  const web = createWebEndpoint({ ...common, limits })
  const shell = createShellEndpoint({ ...common, keys, origins: deps.origins })
  const ports =
    config.CONNECT_PORTS && !config.CONNECT_DOMAIN
      ? createConnectPorts({ range: config.CONNECT_PORTS, host: config.HOST, certificates })
      : undefined

  const connect: ConnectEndpoint = {
    consoleOrigin: addresses.consoleOrigin,
    webAddress(name, from) {
      const named = addresses.byName(name, from)
      if (named !== undefined) return named
      if (!ports) throw noAddress()
      const port = ports.take(name)
      if (port === undefined) throw new Problem('CONFLICT', { message: text('remote.no_port') })
      const console = new URL(addresses.consoleOrigin(from))
      return `${console.protocol}//${hostName(console.host)}:${port}/`
    },
    async start(session) {
      if (session.row.protocol !== 'ssh') await ports?.listen(session, web)
    },
    greet: (session) => greetTarget(db, session),
  }

  return {
    services: { reach, limits, sessions, keys, connect, elsewhere: deps.nodes?.elsewhere },
    restart(sessionId, channel) {
      const session = sessions.byId(sessionId)
      if (session) restartSession({ db, bus, log, sessions, keys, connect }, session, channel)
      return session !== undefined
    },
    listener: routeByHost({ addresses, forwarded, sessions, web, shell, relay }),
    async stop() {
      await sessions.stop()
      shell.stop()
      relay?.stop()
      await ports?.stop()
    },
  }
}
