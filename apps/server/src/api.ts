import type { FastifyInstance } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }
import { mapOrigins } from './base-map.ts'
import { type Connect, createConnect } from './connect/connect.ts'
import type { DeviceLinks } from './device-port/device-links.ts'
import { createReusedCookies } from './domains/account/reused-cookie.ts'
import { kindsNamed, mayUndo } from './endpoint/undo.ts'
import { createInstallInfo } from './gateway/install/info.ts'
import { answerApiPage } from './http/api-page.ts'
import type { Certificates } from './http/certificate.ts'
import { openApiDocument } from './http/document/openapi.ts'
import { createDownloadLimit } from './http/download-limit.ts'
import type { Forwarded } from './http/forwarded.ts'
import { answerInstallScript } from './http/install-script.ts'
import { answerLive, type Live } from './http/live.ts'
import { mount } from './http/mount.ts'
import { answerPages } from './http/pages.ts'
import { createCallLimit } from './http/programs/call-limit.ts'
import { listPatience } from './http/programs/long-list.ts'
import type { ServerAssembly } from './modules.ts'
import type { Nodes } from './nodes/nodes.ts'
import type { ServerServices } from './services.ts'

export interface ApiDeps {
  services: ServerServices
  assembly: ServerAssembly
  nodes: Nodes | undefined
  /** undefined if this node cannot reach devices. */
  links: DeviceLinks | undefined
  forwarded: Forwarded
  certificates: Certificates | undefined
  agent: { sha256: string; hostKeyLine: string }
}

/** Mounts endpoints, live sockets, pages and remote sessions on the server. */
export async function serveApi(
  http: FastifyInstance,
  deps: ApiDeps,
  stops: (() => unknown)[],
): Promise<{ connect: Connect; live: Live }> {
  const { services, assembly, nodes, links, forwarded, certificates, agent } = deps
  const { config, db, seal, bus, emit, limits, brand, diskSpace, blobs, endpoints } = services
  const origins = config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).origin] : []
  const connect = await createConnect({ ...services, driver: links?.driver, origins, forwarded, certificates, nodes })
  stops.push(() => connect.stop())
  const install = createInstallInfo({
    config,
    hostKeyLine: agent.hostKeyLine,
    agentSha256: agent.sha256,
    gatewayPort: () => links?.driver.address()?.port,
    trustedUrl() {
      const url = services.consoleUrl()
      return url.startsWith('https:') && (certificates?.trusted() ?? true) ? url : undefined
    },
  })
  const routes = assembly.routes({ ...services, install, connect: connect.services })
  http.addHook('onError', async (_request, _reply, error) => diskSpace.failed(error))
  const caller = { db, endReused: createReusedCookies({ db, seal, emit, bus }) }
  const limitDownload = createDownloadLimit(limits)
  const limitCalls = createCallLimit()
  const undoKinds = assembly.undoKinds()
  mount(http, endpoints, routes, {
    ...caller,
    seal,
    emit,
    origins,
    diskSpace,
    blobs,
    limitDownload,
    limitCalls,
    listPatience,
    mayUndo(steps, owned) {
      const names = steps.map(({ kind }) => kind)
      return mayUndo(kindsNamed(undoKinds, names), owned)
    },
  })
  http.get('/brand', async () => brand)
  answerInstallScript(http, { db, seal, bus, limits, script: install.script })
  const { channelSources, news } = assembly
  const live = answerLive(http, { ...caller, limitCalls, bus, origins, forwarded, diskSpace, news, channelSources })
  answerApiPage(http, () => openApiDocument(endpoints, packageJson.version), `${brand.app_name} API`)
  await answerPages(http, { brand, version: packageJson.version, origins: mapOrigins(config) })
  return { connect, live }
}
