import { endpoints as serverEndpoints } from '@longreach/contract'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import { pino } from 'pino'
import { serveApi } from './api.ts'
import { loadBrand } from './brand.ts'
import { createBus } from './bus/bus.ts'
import type { Config } from './config.ts'
import { lockDataDir } from './data-lock.ts'
import { keepPartitions } from './db/partitions.ts'
import { createDeviceLinks } from './device-port/device-links.ts'
import { storeOfferedAgent } from './domains/devices/attention.ts'
import { createEvents } from './events/events.ts'
import { hostKeyLine } from './gateway/host-key.ts'
import { buildAgentScript } from './gateway/install/agent-script.ts'
import { openCertificates } from './http/certificate.ts'
import { limitConnections } from './http/connection-limit.ts'
import { createForwarded } from './http/forwarded.ts'
import { answerHealth } from './http/health.ts'
import { answerMetrics } from './http/metrics.ts'
import { leadPrograms } from './http/programs/addresses.ts'
import { createRedirect } from './http/redirect.ts'
import { createHttpServer } from './http/server.ts'
import { createQueue } from './jobs/queue.ts'
import { listenInOrder } from './listeners.ts'
import { createMetrics } from './metrics.ts'
import { assemble } from './module/assemble.ts'
import { fillDemo, withDemo } from './module/demo.ts'
import { partitionsOf } from './module/partitions.ts'
import { type ServerModule, modules as serverModules } from './modules.ts'
import { keepMembership, nodeName } from './nodes/membership.ts'
import { createNodes } from './nodes/nodes.ts'
import { openFilesAllowed, planFiles } from './open-files.ts'
import { openInstallation } from './open-installation.ts'
import { portFault } from './port-fault.ts'
import { createServices } from './services.ts'

export interface App {
  /** URL of the console; undefined if this node serves no API. */
  url: string | undefined
  gatewayPort: number | undefined
  hostKey: string
  /** Link for creating the first administrator; undefined once there is a user. */
  setUpUrl: string | undefined
  /** Reloads the certificate; undefined if the server has none. */
  reload: (() => Promise<void>) | undefined
  stop(): Promise<void>
}

/** The parts of the server, for tests that extend it. */
export interface Parts {
  modules: readonly ServerModule[]
  endpoints: readonly AnyEndpoint[]
}

const own: Parts = { modules: serverModules, endpoints: serverEndpoints }

/**
 * Assembles the server: the installation, the domains, the API, the device links. Rejects with ConfigError for anything
 * the operator has to fix.
 */
export async function startApp(config: Config, parts: Partial<Parts> = {}): Promise<App> {
  const log = pino({
    level: config.LOG_LEVEL,
    redact: [
      'req.headers.cookie',
      'req.headers.authorization',
      'password',
      'secret',
      'token',
      '*.password',
      '*.secret',
      '*.token',
    ],
  })
  const stops: (() => unknown)[] = []
  const stop = async () => {
    const failures: unknown[] = []
    // A part that fails to stop must not prevent the others from stopping.
    for (const end of stops.reverse().splice(0)) {
      try {
        await end()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
  try {
    return await start(config, { ...own, ...parts }, log, stops, stop)
  } catch (error) {
    await stop().catch((failure: unknown) => log.error({ err: failure }, 'some parts could not be stopped'))
    throw error
  }
}

async function start(
  config: Config,
  { modules: listed, endpoints }: Parts,
  log: pino.Logger,
  stops: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<App> {
  const modules = config.DEMO ? withDemo(listed) : listed
  const does = (role: Config['ROLES'][number]) => config.ROLES.includes(role)
  const node = nodeName(config)
  const unlock = await lockDataDir(config.DATA_DIR)
  stops.push(unlock)
  const brand = await loadBrand(config.BRAND_FILE)
  const certificates =
    config.TLS_CERT && config.TLS_KEY
      ? await openCertificates({ cert: config.TLS_CERT, key: config.TLS_KEY }, log)
      : undefined
  if (certificates) stops.push(() => certificates.stop())
  const installation = await openInstallation(config, { node, log, stops })
  const { connection, db, limits, folders, seal } = installation
  await keepPartitions(db, partitionsOf(modules), new Date())
  const publicHostKey = hostKeyLine(installation.hostKey)

  const metrics = createMetrics()
  const onError = (error: unknown) => log.error({ err: error }, 'listener failed')
  // Loaded only if it is set, for a faster start.
  const nats =
    config.NATS_URL &&
    (await import('./bus/nats-bus.ts')).createNatsBus({ servers: config.NATS_URL, seal, metrics, log, onError })
  if (nats) stops.push(() => nats.stop())
  const bus = nats ?? createBus(onError)
  if (certificates)
    metrics.gauge(
      'tls_certificate_expires_seconds',
      'When the certificate of TLS_CERT runs out, in seconds since 1970',
      () => Math.floor(certificates.expiresAt().getTime() / 1000),
    )
  const queue = createQueue(connection, log)
  const agent = await buildAgentScript()
  const forwarded = createForwarded(config.TRUST_PROXY)
  const asked = { links: does('gateway') ? config.GATEWAY_LINKS : 0, connections: config.HTTP_CONNECTIONS }
  const allowed = openFilesAllowed()
  const files = planFiles(asked, allowed)
  if (allowed !== undefined && allowed < files.required)
    log.warn(
      { allowed, required: files.required, links: files.links },
      'too few open files: fewer devices are accepted',
    )
  const http = await createHttpServer({ log, forwarded, certificates })
  certificates?.keepNew(http.server)
  const consoleUrl = () => {
    const listening = http.server.address()
    const boundPort = typeof listening === 'object' && listening ? listening.port : config.PORT
    return (
      config.PUBLIC_URL?.replace(/\/+$/, '') ?? `${config.TLS_CERT ? 'https' : 'http'}://${config.HOST}:${boundPort}`
    )
  }
  const events = createEvents({ db, work: does('worker'), registry: metrics.registry, log })
  const { emit } = events
  const common = { config, db, limits, seal, bus, queue, emit, brand, metrics, node, endpoints, consoleUrl, log }
  const services = await createServices({ ...common, agentVersion: agent.version }, { folders, stops })
  if (config.DEMO) await fillDemo(listed, services)
  await storeOfferedAgent(db, agent.version)
  const assembly = assemble(modules, services)

  const nodes = config.NODE_URL ? createNodes({ db, node, seal, metrics, log }) : undefined
  if (nodes) stops.push(() => nodes.stop())
  // A node with the API alone has no links, and reaches devices through the nodes that do.
  const links =
    does('gateway') || (does('api') && nodes)
      ? createDeviceLinks({
          services,
          pool: installation.pool,
          hostKey: installation.hostKey,
          handlers: assembly.handlers,
          agent,
          neighbours: nodes?.neighbours,
          links: files.links,
        })
      : undefined
  const gatewayPort = () => links?.driver.address()?.port
  answerHealth(http, {
    db,
    gateway: () => !does('gateway') || gatewayPort() !== undefined,
    bus: () => nats?.connected() ?? true,
    diskSpace: services.diskSpace.state,
    failingEvents: events.failing,
  })
  answerMetrics(http, metrics)
  const api = does('api')
    ? await serveApi(
        http,
        {
          services,
          assembly,
          nodes,
          links,
          forwarded,
          certificates,
          agent: { sha256: agent.sha256, hostKeyLine: publicHostKey },
        },
        stops,
      )
    : undefined

  await events.start(assembly.eventHandlers)
  stops.push(() => events.stop())
  await queue.start(assembly.jobs(), does('worker'))
  stops.push(() => queue.stop())
  for (const loop of does('worker') ? assembly.loops() : []) {
    loop.start()
    stops.push(() => loop.stop())
  }
  const { silentNodes } = assembly
  const lapsed = async () => links?.compare()
  stops.push(await keepMembership({ db, node, config, gateway: does('gateway'), silentNodes, lapsed, log }))
  if (links) {
    stops.push(() => links.stop())
    if (does('gateway')) await links.start()
  }

  listenInOrder(http.server, [
    limitConnections(http.server, config.HTTP_CONNECTIONS),
    // Requests signed by another node come first, before their host or path is interpreted.
    ...(nodes
      ? [
          nodes.endpoint({
            here: links?.driver.here,
            restart: (sessionId, channel) => api?.connect.restart(sessionId, channel) ?? false,
          }),
        ]
      : []),
    // Hosts of sessions, before any path of the console.
    ...(api ? [api.connect.listener, api.live.listener, leadPrograms(config.API_HOST, forwarded)] : []),
  ])
  await http.listen({ host: config.HOST, port: config.PORT }).catch(portFault('PORT', config.PORT))
  stops.push(async () => {
    await api?.connect.stop()
    await api?.live.close()
    nodes?.stop()
    await http.close()
  })
  if (does('api') && config.HTTP_REDIRECT_PORT && config.PUBLIC_URL) {
    const redirect = createRedirect(new URL(config.PUBLIC_URL).origin)
    const { HTTP_REDIRECT_PORT: port } = config
    await redirect.listen(port, config.HOST).catch(portFault('HTTP_REDIRECT_PORT', port))
    stops.push(() => redirect.stop())
  }
  const url = consoleUrl()
  return {
    url: does('api') ? url : undefined,
    gatewayPort: gatewayPort(),
    hostKey: publicHostKey,
    setUpUrl: installation.setUpToken && `${url}/set-up#${installation.setUpToken}`,
    reload: certificates?.reload,
    stop,
  }
}
