import { pino } from 'pino'
import { serveApi } from './api.ts'
import { loadBrand } from './brand.ts'
import { createBus } from './bus/bus.ts'
import { createNatsBus } from './bus/nats-bus.ts'
import type { Config } from './config.ts'
import { lockDataDir } from './data-lock.ts'
import { tagDemoDevice } from './demo.ts'
import { createDeviceLinks, type DeviceLinks } from './device-links.ts'
import { accountJobs } from './domains/account/jobs.ts'
import { actionJobs, endActions } from './domains/actions/jobs.ts'
import { auditJobs } from './domains/audit/jobs.ts'
import { deviceJobs } from './domains/devices/jobs.ts'
import { applyLatest, correctLatest } from './domains/devices/latest.ts'
import { collectStates } from './domains/devices/state-hints.ts'
import { mailJobs } from './domains/mail/jobs.ts'
import { createMailer } from './domains/mail/mailer.ts'
import { createTransport } from './domains/mail/transport.ts'
import { monitoringJobs } from './domains/monitoring/jobs.ts'
import { createReportMetrics } from './domains/monitoring/metrics.ts'
import { forgetDevice } from './domains/monitoring/reports.ts'
import { createReportWriter } from './domains/monitoring/writer.ts'
import { notificationJobs } from './domains/notifications/jobs.ts'
import { insertMainEntries } from './domains/remote/entries.ts'
import { remoteJobs } from './domains/remote/jobs.ts'
import { createReach } from './domains/remote/reach.ts'
import { roomMetrics } from './domains/system/metrics.ts'
import { watchRoom } from './domains/system/room.ts'
import { userJobs } from './domains/users/jobs.ts'
import { buildAgentScript } from './drivers/agent/script.ts'
import { hostKeyLine } from './gateway/host-key.ts'
import { openCertificates } from './http/certificate.ts'
import type { Connect } from './http/connect.ts'
import { createForwarded } from './http/forwarded.ts'
import { answerHealth } from './http/health.ts'
import { answerMetrics, createMetrics } from './http/metrics.ts'
import { createRedirect } from './http/redirect.ts'
import { createHttpServer } from './http/server.ts'
import { createQueue } from './jobs/queue.ts'
import { systemJobs } from './jobs/system.ts'
import { keepMembership, nodeName } from './nodes/membership.ts'
import { createNodes } from './nodes/nodes.ts'
import { openFilesAllowed, planFiles } from './open-files.ts'
import { openInstallation } from './open-installation.ts'
import { portFault } from './port-fault.ts'

export interface App {
  /** Where the console answers; undefined when this node serves no API. */
  url: string | undefined
  gatewayPort: number | undefined
  hostKey: string
  /** Address with which the first administrator is made; set while there is nobody yet. */
  setUpUrl: string | undefined
  /** Reads the certificate again; undefined when this server has none of its own. */
  reload: (() => Promise<void>) | undefined
  stop(): Promise<void>
}

/** Puts the parts of the house together: the installation, the API, the links of devices. Rejects with ConfigError for what the operator has to put right. */
export async function startApp(config: Config): Promise<App> {
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
    // One part that does not end well keeps no other from ending.
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
    return await start(config, log, stops, stop)
  } catch (error) {
    await stop().catch((failure: unknown) => log.error({ err: failure }, 'not everything was stopped'))
    throw error
  }
}

async function start(
  config: Config,
  log: pino.Logger,
  stops: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<App> {
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
  const installation = await openInstallation(config, { log, stops })
  const { connection, db, folders, seal } = installation
  const publicHostKey = hostKeyLine(installation.hostKey)

  const room = await watchRoom({ db, folders, wanted: config.MIN_FREE_MB * 1024 * 1024, log })
  stops.push(() => room.stop())
  const metrics = createMetrics()
  roomMetrics(metrics, room)
  const onError = (error: unknown) => log.error({ err: error }, 'listener failed')
  const nats = config.NATS_URL && createNatsBus({ servers: config.NATS_URL, seal, metrics, log, onError })
  if (nats) stops.push(() => nats.stop())
  const bus = nats ?? createBus(onError)
  if (certificates)
    metrics.gauge(
      'tls_certificate_expires_seconds',
      'When the certificate of TLS_CERT runs out, in seconds since 1970',
      () => Math.floor(certificates.expiresAt().getTime() / 1000),
    )
  const queue = createQueue(connection, log)
  const transport =
    config.SMTP_URL && config.MAIL_FROM
      ? createTransport(config.SMTP_URL, { name: brand.full_app_name, address: config.MAIL_FROM })
      : undefined
  const sends = transport !== undefined
  const mailer = createMailer({ seal, queue, brand, sends })
  const states = collectStates((state) => bus.publish('device.state', state))
  stops.push(() => states.stop())
  const writer = createReportWriter({
    db,
    latest: async (tx, rows, corrections) => {
      await correctLatest(tx, corrections)
      states.add(await applyLatest(tx, rows))
    },
    room,
    now: () => new Date(),
    log,
    metrics: createReportMetrics(metrics.registry),
  })
  const agent = await buildAgentScript()

  let links: DeviceLinks | undefined
  const gatewayPort = () => links?.driver.address()?.port
  const made = [insertMainEntries, ...(config.DEMO ? [tagDemoDevice] : [])]
  const forwarded = createForwarded(config.TRUST_PROXY)
  const asked = { links: does('gateway') ? config.GATEWAY_LINKS : 0, connections: config.HTTP_CONNECTIONS }
  const allowed = openFilesAllowed()
  const files = planFiles(asked, allowed)
  if (allowed !== undefined && allowed < files.wanted)
    log.warn({ allowed, wanted: files.wanted, links: files.links }, 'too few open files: fewer devices are taken')
  const http = await createHttpServer({ log, forwarded, certificates, connections: config.HTTP_CONNECTIONS })
  certificates?.keepNew(http.server)
  const consoleUrl = () => {
    const listening = http.server.address()
    const boundPort = typeof listening === 'object' && listening ? listening.port : config.PORT
    return (
      config.PUBLIC_URL?.replace(/\/+$/, '') ?? `${config.TLS_CERT ? 'https' : 'http'}://${config.HOST}:${boundPort}`
    )
  }
  answerHealth(http, {
    db,
    gateway: () => !does('gateway') || gatewayPort() !== undefined,
    bus: () => nats?.connected() ?? true,
    room: room.state,
  })
  answerMetrics(http, metrics)
  let connect: Connect | undefined
  const nodes = config.NODE_URL
    ? createNodes({
        db,
        node,
        seal,
        metrics,
        here: () => links?.driver.here,
        restart: (sessionId, channel) => connect?.restart(sessionId, channel) ?? false,
        log,
      })
    : undefined
  if (nodes) stops.push(() => nodes.stop())
  let closeLive: (() => Promise<void>) | undefined
  if (does('api')) {
    const api = await serveApi(
      http,
      {
        config,
        installation,
        bus,
        queue,
        mailer,
        sends,
        brand,
        room,
        node,
        nodes,
        // Devices' links stand on the nodes with the gateway role.
        reach: createReach(() => links?.driver),
        forwarded,
        certificates,
        made,
        agent: { ...agent, publicHostKey, gatewayPort },
        consoleUrl,
        log,
      },
      stops,
    )
    connect = api.connect
    closeLive = api.closeLive
  }

  const jobs = [
    ...deviceJobs(db, [endActions(bus), (tx, ids) => forgetDevices(tx, ids)]),
    ...monitoringJobs(db),
    ...actionJobs(db),
    ...remoteJobs(db),
    ...mailJobs({ db, seal, brand, transport }),
    ...accountJobs({ db, mailer, consoleUrl }),
    ...userJobs(db),
    ...notificationJobs(db),
    ...auditJobs({ db, seal, log }),
    ...systemJobs(db),
  ]
  await queue.start(jobs, does('worker'))
  stops.push(() => queue.stop())

  const lapsed = async () => links?.dropAway()
  stops.push(await keepMembership({ db, node, config, states, lapsed, log }))
  // A node with the API alone has no links, and reaches devices over the nodes that do.
  if (does('gateway') || (does('api') && nodes)) {
    const devices = createDeviceLinks({
      config,
      installation,
      bus,
      node,
      writer,
      made,
      agent,
      neighbours: nodes?.neighbours,
      links: files.links,
      metrics,
      log,
    })
    links = devices
    stops.push(() => devices.stop())
    if (does('gateway')) await devices.start()
  }

  // Before everything else, whatever else listens on the server by now.
  nodes?.attach(http.server)
  await http.listen({ host: config.HOST, port: config.PORT }).catch(portFault('PORT', config.PORT))
  stops.push(async () => {
    await connect?.stop()
    await closeLive?.()
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

async function forgetDevices(db: Parameters<typeof forgetDevice>[0], ids: readonly number[]): Promise<void> {
  for (const id of ids) await forgetDevice(db, id)
}
