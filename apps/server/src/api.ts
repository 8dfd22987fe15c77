import { endpoints } from '@longreach/contract'
import type { Brand } from '@longreach/contract/brand/schemas'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import packageJson from '../../../package.json' with { type: 'json' }
import { gatewayAddresses } from './addresses.ts'
import type { Bus } from './bus/bus.ts'
import type { Config } from './config.ts'
import { accessRoutes } from './domains/account/access-routes.ts'
import { emailRoutes } from './domains/account/email-routes.ts'
import { createLinkLimits, createSignInLimits } from './domains/account/limits.ts'
import { registerRoutes } from './domains/account/register-routes.ts'
import { resetRoutes } from './domains/account/reset-routes.ts'
import { accountRoutes } from './domains/account/routes.ts'
import { createCommandLimit } from './domains/actions/limits.ts'
import { actionRoutes } from './domains/actions/routes.ts'
import { actionSteps } from './domains/actions/steps.ts'
import { cancelActionsOf } from './domains/actions/user-leaving.ts'
import { auditRoutes } from './domains/audit/routes.ts'
import { companyRoutes } from './domains/companies/routes.ts'
import { createAddLimits } from './domains/devices/add.ts'
import { deviceTies, removeEnrolmentKeysOf } from './domains/devices/company-ties.ts'
import { findState, requireDevice, visibleDevices } from './domains/devices/details.ts'
import type { NewDevices } from './domains/devices/enrolment.ts'
import { enrolmentRoutes } from './domains/devices/enrolment-routes.ts'
import { deviceRoutes } from './domains/devices/routes.ts'
import { deviceTagRoutes } from './domains/devices/tag-routes.ts'
import { removeMailsOf } from './domains/mail/company-purge.ts'
import type { Mailer } from './domains/mail/mailer.ts'
import { mailRoutes } from './domains/mail/routes.ts'
import { monitoringRoutes } from './domains/monitoring/routes.ts'
import { noticeRoutes } from './domains/notices/routes.ts'
import { tellInviter } from './domains/notifications/invited.ts'
import { notificationRoutes } from './domains/notifications/routes.ts'
import { entryRoutes } from './domains/remote/entry-routes.ts'
import { createOpenLimits } from './domains/remote/limits.ts'
import type { Reach } from './domains/remote/reach.ts'
import { sessionRoutes } from './domains/remote/session-routes.ts'
import { endLeftovers } from './domains/remote/session-store.ts'
import { roleTie } from './domains/roles/company-tie.ts'
import { roleRoutes } from './domains/roles/routes.ts'
import { storageRoutes } from './domains/storage/routes.ts'
import type { Room } from './domains/system/room.ts'
import { systemRoutes } from './domains/system/routes.ts'
import { tagRoutes } from './domains/tags/routes.ts'
import { removeTagsOf } from './domains/tags/store.ts'
import { changeForHolders } from './domains/users/administrators.ts'
import { userChangeRoutes } from './domains/users/change-routes.ts'
import { userTie } from './domains/users/company-tie.ts'
import { createInvitationLimit } from './domains/users/invitation-limits.ts'
import { invitationRoutes } from './domains/users/invitation-routes.ts'
import { removeInvitationsOf } from './domains/users/invitation-store.ts'
import { userRoutes } from './domains/users/routes.ts'
import { installLine } from './drivers/agent/install-line.ts'
import { setUpAdmin } from './first-start.ts'
import { hostKeyFingerprint } from './gateway/host-key.ts'
import { answerApiPage } from './http/api-page.ts'
import type { Certificates } from './http/certificate.ts'
import { type Connect, createConnect } from './http/connect.ts'
import { createDownloadLimit } from './http/download-limit.ts'
import type { Forwarded } from './http/forwarded.ts'
import { answerLive } from './http/live.ts'
import { mount } from './http/mount.ts'
import { openApiDocument } from './http/openapi.ts'
import { answerPages } from './http/pages.ts'
import type { Queue } from './jobs/queue.ts'
import type { Nodes } from './nodes/nodes.ts'
import type { Installation } from './open-installation.ts'

export interface ApiDeps {
  config: Config
  installation: Installation
  bus: Bus
  queue: Queue
  mailer: Mailer
  /** Whether there is a mail server. */
  sends: boolean
  brand: Brand
  room: Room
  node: string
  nodes: Nodes | undefined
  reach: Reach
  forwarded: Forwarded
  certificates: Certificates | undefined
  /** What happens to every new device. */
  made: NewDevices['made']
  /** What the line to paste on a device is made of. */
  agent: { sha256: string; version: string; publicHostKey: string; gatewayPort: () => number | undefined }
  consoleUrl: () => string
  log: Logger
}

/** Puts the calls, live sockets, pages and doors to devices onto the server. Resolves with what ends sockets and doors. */
export async function serveApi(
  http: FastifyInstance,
  deps: ApiDeps,
  stops: (() => unknown)[],
): Promise<{ connect: Connect; closeLive: () => Promise<void> }> {
  const { config, installation, bus, queue, mailer, sends, brand, room, node, nodes, reach, made, log } = deps
  const { forwarded, certificates, agent, consoleUrl } = deps
  const { db, seal, limits } = installation
  const origins = config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).origin] : []
  const install = {
    hostKeyFingerprint: hostKeyFingerprint(agent.publicHostKey),
    agentSha256: agent.sha256,
    addresses: () => gatewayAddresses(config, agent.gatewayPort() ?? config.GATEWAY_PORT),
    line: (address: string, enrolmentKey: string) => {
      const [, host = address, port = String(config.GATEWAY_PORT)] = /^(.*):(\d+)$/.exec(address) ?? []
      const [hostKeyLine, agentSha256] = [agent.publicHostKey, agent.sha256]
      return installLine({ host, port: Number(port), hostKeyLine, agentSha256, enrolmentKey })
    },
    demo: config.DEMO,
  }
  const openLimits = createOpenLimits(limits)
  await endLeftovers(db, node)
  const connect = createConnect({
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
  stops.push(() => connect.stop())
  const signIns = createSignInLimits(limits)
  const links = createLinkLimits(limits)
  const allowHttp = config.ALLOW_HTTP
  const routes = [
    ...accountRoutes({
      seal,
      bus,
      limits: signIns,
      allowHttp,
      termsDate: brand.terms?.date ?? null,
      csrfCookie: brand.csrf_cookie,
      setUpAdmin,
    }),
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
    ...invitationRoutes({ mailer, brand, consoleUrl, limit: createInvitationLimit(limits) }),
    ...notificationRoutes(),
    ...noticeRoutes(),
    ...auditRoutes(new Map(endpoints.map(({ name, summary }) => [name, summary]))),
    ...tagRoutes(),
    ...deviceRoutes({
      seal,
      bus,
      queue,
      limits: createAddLimits(limits),
      made,
      agentVersion: agent.version,
    }),
    ...deviceTagRoutes(),
    ...enrolmentRoutes({ seal, install }),
    ...entryRoutes({ seal, bus }),
    ...sessionRoutes({ db, seal, bus, reach, node, log, limits: openLimits, elsewhere: nodes?.elsewhere, ...connect }),
    ...actionRoutes({ bus, limit: createCommandLimit(limits), agentVersion: agent.version }),
    ...monitoringRoutes({ requireDevice, now: () => new Date() }),
  ]
  http.addHook('onError', async (_request, _reply, error) => room.failed(error))
  mount(http, endpoints, routes, { db, seal, origins, room, limitDownload: createDownloadLimit(limits) })
  http.get('/brand', async () => brand)
  const closeLive = answerLive(http, {
    db,
    bus,
    origins,
    forwarded,
    room,
    visibleDevices: (scope, ids) => visibleDevices(db, scope, ids),
    findState: (id) => findState(db, id),
    channelSources: [actionSteps],
  })
  await answerApiPage(http, () => openApiDocument(endpoints, packageJson.version), `${brand.app_name} API`)
  await answerPages(http, brand, packageJson.version)
  connect.attach(http.server)
  return { connect, closeLive }
}
