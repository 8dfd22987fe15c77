import { createHash, randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import { endpoints } from '@longreach/contract'
import { linkCodes, linkReasons } from '@longreach/contract/link/codes'
import { linkTimes } from '@longreach/contract/link/limits'
import type { DeviceState } from '@longreach/contract/live'
import { pino } from 'pino'
import packageJson from '../../../package.json' with { type: 'json' }
import { gatewayAddresses } from './addresses.ts'
import { loadBrand } from './brand.ts'
import { createBus } from './bus/bus.ts'
import { createNatsBus } from './bus/nats-bus.ts'
import { type Config, ConfigError } from './config.ts'
import { lockDataDir } from './data-lock.ts'
import { openDatabase } from './db/client.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { seedDemo, tagDemoDevice } from './demo.ts'
import { accessRoutes } from './domains/account/access-routes.ts'
import { emailRoutes } from './domains/account/email-routes.ts'
import { accountJobs } from './domains/account/jobs.ts'
import { createLinkLimits, createSignInLimits } from './domains/account/limits.ts'
import { registerRoutes } from './domains/account/register-routes.ts'
import { resetRoutes } from './domains/account/reset-routes.ts'
import { accountRoutes } from './domains/account/routes.ts'
import { createActionEngine } from './domains/actions/engine.ts'
import { actionJobs, endActions } from './domains/actions/jobs.ts'
import { createCommandLimit } from './domains/actions/limits.ts'
import { actionRoutes } from './domains/actions/routes.ts'
import { actionSteps } from './domains/actions/steps.ts'
import { cancelActionsOf } from './domains/actions/user-leaving.ts'
import { auditJobs } from './domains/audit/jobs.ts'
import { auditRoutes } from './domains/audit/routes.ts'
import { companyRoutes } from './domains/companies/routes.ts'
import { createAddLimits } from './domains/devices/add.ts'
import { deviceTies, removeEnrolmentKeysOf } from './domains/devices/company-ties.ts'
import { findState, requireDevice, visibleDevices } from './domains/devices/details.ts'
import { enrolmentRoutes } from './domains/devices/enrolment-routes.ts'
import { deviceJobs } from './domains/devices/jobs.ts'
import { applyLatest } from './domains/devices/latest.ts'
import { awayDevices, sweepNodes } from './domains/devices/presence.ts'
import { deviceRoutes } from './domains/devices/routes.ts'
import { deviceTagRoutes } from './domains/devices/tag-routes.ts'
import { removeMailsOf } from './domains/mail/company-purge.ts'
import { mailJobs } from './domains/mail/jobs.ts'
import { createMailer } from './domains/mail/mailer.ts'
import { mailRoutes } from './domains/mail/routes.ts'
import { createTransport } from './domains/mail/transport.ts'
import { monitoringJobs } from './domains/monitoring/jobs.ts'
import { createReportMetrics } from './domains/monitoring/metrics.ts'
import { keepPartitions } from './domains/monitoring/partitions.ts'
import { forgetDevice } from './domains/monitoring/reports.ts'
import { monitoringRoutes } from './domains/monitoring/routes.ts'
import { createReportWriter } from './domains/monitoring/writer.ts'
import { noticeRoutes } from './domains/notices/routes.ts'
import { tellInviter } from './domains/notifications/invited.ts'
import { notificationJobs } from './domains/notifications/jobs.ts'
import { notificationRoutes } from './domains/notifications/routes.ts'
import { insertMainEntries } from './domains/remote/entries.ts'
import { entryRoutes } from './domains/remote/entry-routes.ts'
import { remoteJobs } from './domains/remote/jobs.ts'
import { createOpenLimits } from './domains/remote/limits.ts'
import { restartSession } from './domains/remote/open-session.ts'
import { createReach } from './domains/remote/reach.ts'
import { sessionRoutes } from './domains/remote/session-routes.ts'
import { endLeftovers } from './domains/remote/session-store.ts'
import { roleTie } from './domains/roles/company-tie.ts'
import { roleRoutes } from './domains/roles/routes.ts'
import { syncDefaultRoles } from './domains/roles/store.ts'
import { storageRoutes } from './domains/storage/routes.ts'
import { watchRoom } from './domains/system/room.ts'
import { systemRoutes } from './domains/system/routes.ts'
import { tagRoutes } from './domains/tags/routes.ts'
import { removeTagsOf } from './domains/tags/store.ts'
import { changeForHolders } from './domains/users/administrators.ts'
import { userChangeRoutes } from './domains/users/change-routes.ts'
import { userTie } from './domains/users/company-tie.ts'
import { createInvitationLimit } from './domains/users/invitation-limits.ts'
import { invitationRoutes } from './domains/users/invitation-routes.ts'
import { removeInvitationsOf } from './domains/users/invitation-store.ts'
import { userJobs } from './domains/users/jobs.ts'
import { userRoutes } from './domains/users/routes.ts'
import { type AgentDriver, createAgentDriver } from './drivers/agent/agent-driver.ts'
import { installLine } from './drivers/agent/install-line.ts'
import { buildAgentScript } from './drivers/agent/script.ts'
import { updateLine } from './drivers/agent/update-line.ts'
import { createDevicePort } from './drivers/port.ts'
import { findSealKey } from './find-key.ts'
import { checkKind, loadHostKey, makeFirstAdmin, setUpAdmin } from './first-start.ts'
import { hostKeyFingerprint, hostKeyLine } from './gateway/host-key.ts'
import { gatewayMetrics } from './gateway-metrics.ts'
import { answerApiPage } from './http/api-page.ts'
import { openCertificates } from './http/certificate.ts'
import { type Connect, createConnect } from './http/connect.ts'
import { createDownloadLimit } from './http/download-limit.ts'
import { createForwarded } from './http/forwarded.ts'
import { answerHealth } from './http/health.ts'
import { answerLive } from './http/live.ts'
import { answerMetrics, createMetrics } from './http/metrics.ts'
import { mount } from './http/mount.ts'
import { openApiDocument } from './http/openapi.ts'
import { answerPages } from './http/pages.ts'
import { createHttpServer } from './http/server.ts'
import { createQueue } from './jobs/queue.ts'
import { systemJobs } from './jobs/system.ts'
import { holdKey } from './key-hold.ts'
import { keepLease } from './nodes/lease.ts'
import { createNodes } from './nodes/nodes.ts'
import { openFilesAllowed, planFiles } from './open-files.ts'
import { createSeal, type Seal } from './seal.ts'

/** At most this many times a second a screen hears of one device. */
const stateHintsMs = 250

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

/** Collects hints about devices and publishes the last of each now and then. */
function collectStates(publish: (state: DeviceState) => void) {
  const waiting = new Map<number, DeviceState>()
  const timer = setInterval(() => {
    for (const state of waiting.values()) publish(state)
    waiting.clear()
  }, stateHintsMs)
  return {
    add(states: readonly DeviceState[]) {
      for (const state of states) waiting.set(state.id, state)
    },
    stop: () => clearInterval(timer),
  }
}

/** The one place where the parts of the house meet. Rejects with ConfigError for what the operator has to put right. */
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
  const node = `${hostname()}-${createHash('sha256').update(config.DATA_DIR).digest('hex').slice(0, 8)}`
  const unlock = await lockDataDir(config.DATA_DIR)
  stops.push(unlock)
  const brand = await loadBrand(config.BRAND_FILE)
  const certificates =
    config.TLS_CERT && config.TLS_KEY
      ? await openCertificates({ cert: config.TLS_CERT, key: config.TLS_KEY }, log)
      : undefined
  if (certificates) stops.push(() => certificates.stop())
  const postgres = config.DATABASE_URL
    ? undefined
    : await startEmbedded(config.DATA_DIR, { onTrouble: (message) => log.error(message) })
  if (postgres) stops.push(() => postgres.stop())
  const connection = postgres?.connection ?? { connectionString: config.DATABASE_URL as string }
  const database = openDatabase(connection, (error) => log.error({ err: error }, 'database connection lost'))
  stops.push(() => database.stop())
  const { db, pool } = database
  // Asked from within transactions, whose connections must not wait for another one of their own pool.
  const limits = openDatabase(connection, (error) => log.error({ err: error }, 'database connection lost'), 2)
  stops.push(() => limits.stop())
  await migrate(pool).catch((error: Error) => {
    throw new ConfigError(`DATABASE_URL: ${error.message}`)
  })
  // Before the key is looked for: from then on nobody gives the installation another one.
  let inUse: Seal | undefined
  const letGo = await holdKey(connection, {
    check: () => (inUse ? loadHostKey(db, inUse) : Promise.resolve()),
    changed() {
      log.fatal('SECRET_KEY: the installation has another one by now; this process ends')
      process.kill(process.pid, 'SIGTERM')
    },
  })
  stops.push(letGo)
  const seal = createSeal(await findSealKey(config, db))
  inUse = seal
  await checkKind(db, config.DEMO)
  await syncDefaultRoles(db)
  await keepPartitions(db, new Date())
  if (config.DEMO) await seedDemo(db)
  const setUpToken = await makeFirstAdmin(db, config)
  const hostKey = await loadHostKey(db, seal)
  const publicHostKey = hostKeyLine(hostKey)

  const room = await watchRoom({
    db,
    folders: [config.DATA_DIR, ...(postgres ? [postgres.folder] : [])],
    wanted: config.MIN_FREE_MB * 1024 * 1024,
    log,
  })
  stops.push(() => room.stop())
  const metrics = createMetrics()
  metrics.gauge('room_for_changes', '1 while changes and reports are taken', () =>
    ['ok', 'low'].includes(room.state()) ? 1 : 0,
  )
  metrics.gauge('room_free_bytes', 'Free on the fullest disk of the data', () => room.free() ?? 0)
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
    latest: async (tx, rows) => states.add(await applyLatest(tx, rows)),
    room,
    now: () => new Date(),
    log,
    metrics: createReportMetrics(metrics.registry),
  })
  const { script, sha256, version } = await buildAgentScript()

  let gatewayPort: number | undefined
  let driver: AgentDriver | undefined
  // Devices' links stand on the nodes with the gateway role.
  const reach = createReach(() => driver)
  const deviceMade = [insertMainEntries, ...(config.DEMO ? [tagDemoDevice] : [])]
  const origins = config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).origin] : []
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
    gateway: () => !does('gateway') || gatewayPort !== undefined,
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
        here: () => driver?.here,
        restart(sessionId, channel) {
          const held = connect?.sessions.byId(sessionId)
          if (connect && held) restartSession({ ...connect, db, bus, log }, held, channel)
          return held !== undefined
        },
        log,
      })
    : undefined
  if (nodes) stops.push(() => nodes.stop())
  let closeLive: (() => Promise<void>) | undefined
  if (does('api')) {
    const install = {
      hostKeyFingerprint: hostKeyFingerprint(publicHostKey),
      agentSha256: sha256,
      addresses: () => gatewayAddresses(config, gatewayPort ?? config.GATEWAY_PORT),
      line: (address: string, enrolmentKey: string) => {
        const [, host = address, port = String(config.GATEWAY_PORT)] = /^(.*):(\d+)$/.exec(address) ?? []
        return installLine({ host, port: Number(port), hostKeyLine: publicHostKey, agentSha256: sha256, enrolmentKey })
      },
      demo: config.DEMO,
    }
    const openLimits = createOpenLimits(limits.pool)
    await endLeftovers(db, node)
    const doors = createConnect({
      config,
      db,
      bus,
      reach,
      limits: openLimits,
      origins,
      forwarded,
      certificates,
      log,
      nodes,
    })
    connect = doors
    stops.push(() => doors.stop())
    const signIns = createSignInLimits(limits.pool)
    const links = createLinkLimits(limits.pool)
    const allowHttp = config.ALLOW_HTTP
    const routes = [
      ...accountRoutes({ seal, bus, limits: signIns, allowHttp, termsDate: brand.terms?.date ?? null, setUpAdmin }),
      ...accessRoutes({ bus, mailer, brand, limits: signIns, allowHttp }),
      ...resetRoutes({ bus, queue, mailer, brand, signIns, links, allowHttp }),
      ...registerRoutes({ queue, mailer, brand, links, allowHttp, registered: [tellInviter(bus)] }),
      ...emailRoutes({ queue, mailer, signIns, links }),
      ...mailRoutes({ seal, sends }),
      ...systemRoutes(room),
      ...storageRoutes(),
      ...companyRoutes({
        ties: [userTie, roleTie, ...deviceTies],
        purgers: [removeEnrolmentKeysOf, removeTagsOf, removeMailsOf, removeInvitationsOf],
      }),
      ...roleRoutes({ bus, changeForHolders }),
      ...userRoutes(),
      ...userChangeRoutes({ bus, leavers: [cancelActionsOf(bus)] }),
      ...invitationRoutes({ mailer, brand, consoleUrl, limit: createInvitationLimit(limits.pool) }),
      ...notificationRoutes(),
      ...noticeRoutes(),
      ...auditRoutes(new Map(endpoints.map(({ name, summary }) => [name, summary]))),
      ...tagRoutes(),
      ...deviceRoutes({
        seal,
        bus,
        queue,
        limits: createAddLimits(limits.pool),
        made: deviceMade,
        agentVersion: version,
      }),
      ...deviceTagRoutes(),
      ...enrolmentRoutes({ seal, install }),
      ...entryRoutes({ seal, bus }),
      ...sessionRoutes({ db, seal, bus, reach, node, log, limits: openLimits, elsewhere: nodes?.elsewhere, ...doors }),
      ...actionRoutes({ bus, limit: createCommandLimit(limits.pool), agentVersion: version }),
      ...monitoringRoutes({ requireDevice, now: () => new Date() }),
    ]
    http.addHook('onError', async (_request, _reply, error) => room.failed(error))
    mount(http, endpoints, routes, { db, seal, origins, room, limitDownload: createDownloadLimit(limits.pool) })
    http.get('/brand', async () => brand)
    closeLive = answerLive(http, {
      db,
      bus,
      origins,
      forwarded,
      visibleDevices: (scope, ids) => visibleDevices(db, scope, ids),
      findState: (id) => findState(db, id),
      channelSources: [actionSteps],
    })
    await answerApiPage(http, () => openApiDocument(endpoints, packageJson.version), `${brand.app_name} API`)
    await answerPages(http, brand, packageJson.version)
    doors.attach(http.server)
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

  /** Links that outlived the lease; each says hello again in its own moment of the next minute. */
  let dropAway = async () => {}
  const renewed = async (held: boolean) => {
    if (!held) await dropAway()
    for (const id of await sweepNodes(db, null)) {
      const state = await findState(db, id)
      if (state) states.add([state])
    }
    await endLeftovers(db, null)
  }
  stops.push(await keepLease({ db, node, url: config.NODE_URL?.replace(/\/$/, '') ?? null, renewed, log }))
  // A node with the API alone has no links, and reaches devices over the nodes that do.
  if (does('gateway') || (does('api') && nodes)) {
    const keepalive = config.DEMO ? linkTimes.keepaliveDemo : linkTimes.keepaliveDefault
    // Short enough to see values move.
    const settings = config.DEMO ? { dynamic_monitoring: 60, gps_monitoring: 60 } : {}
    const newDevices = { settings, made: deviceMade }
    const actions = createActionEngine({
      db,
      bus,
      node,
      send: (id, command) => gateway.send(id, command),
      agent: {
        version,
        offer: async (id) => {
          const ticket = await gateway.offerAgent(id)
          return ticket === undefined
            ? { verb: 'exec', arg: updateLine(sha256) }
            : { verb: 'upgrade-agent', arg: `${ticket} ${sha256} ${script.length} ${version}` }
        },
      },
      log,
    })
    const presence = { node, keepalive }
    const handsOn = nodes !== undefined
    const port = createDevicePort({ db, pool, seal, bus, writer, actions, presence, newDevices, handsOn })
    const gateway: AgentDriver = createAgentDriver({
      port,
      listen: { host: config.GATEWAY_HOST, port: config.GATEWAY_PORT },
      balancer: createForwarded(config.GATEWAY_PROXY).trust,
      hostKey,
      agent: { content: script, sha256 },
      log,
      metrics: gatewayMetrics(metrics.registry),
      ...(nodes ? { neighbours: nodes.neighbours } : {}),
      // A pallet of new routers enrols from behind one address; wrong proofs are limited by the port.
      limits: { enrolments: { rate: 5, burst: 200 }, links: files.links },
    })
    driver = gateway
    const unsubscribe = [
      bus.subscribe('device.dropped', ({ id, code, reason }) => gateway.drop(id, { code, reason, retry: 60 })),
      bus.subscribe('device.linked', ({ id, epoch }) => gateway.here.replaced({ deviceId: id, epoch })),
    ]
    stops.push(async () => {
      for (const end of unsubscribe) end()
      await actions.stop()
      await gateway.stop()
      // What the last links said is still written down.
      await actions.stop()
      await writer.stop()
    })
    if (does('gateway')) {
      await sweepNodes(db, node)
      await gateway.start().catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EADDRINUSE'
          ? new ConfigError(`GATEWAY_PORT: port ${config.GATEWAY_PORT} is in use`)
          : error
      })
      gatewayPort = gateway.address()?.port
      await actions.start()
      dropAway = async () => {
        for (const id of await awayDevices(db, node)) {
          gateway.drop(id, { code: linkCodes.busy, reason: linkReasons[linkCodes.busy], retry: randomInt(1, 61) })
        }
      }
    }
  }

  // Before everything else, whatever else listens on the server by now.
  nodes?.attach(http.server)
  await http.listen({ host: config.HOST, port: config.PORT }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new ConfigError(`PORT: port ${config.PORT} is in use`) : error
  })
  stops.push(async () => {
    await connect?.stop()
    await closeLive?.()
    nodes?.stop()
    await http.close()
  })
  const url = consoleUrl()
  return {
    url: does('api') ? url : undefined,
    gatewayPort,
    hostKey: publicHostKey,
    setUpUrl: setUpToken && `${url}/set-up#${setUpToken}`,
    reload: certificates?.reload,
    stop,
  }
}

async function forgetDevices(db: Parameters<typeof forgetDevice>[0], ids: readonly number[]): Promise<void> {
  for (const id of ids) await forgetDevice(db, id)
}
