import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as TcpServer } from 'node:net'
import { closeRemoteSession } from '@longreach/contract/remote/endpoints'
import type { TestClient } from './client.ts'
import { enter, openLink } from './connect.ts'
import { makeRemoteAccess } from './remote.ts'
import { type RemoteDevice, startRemoteDevice } from './remote-device.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from './world.ts'

export const panelHost = '192.168.1.10'

export interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  rawHeaders: string[]
}

type Opening = Parameters<typeof openLink>[2]

/** A server with a device, and behind it a panel at 192.168.1.10:80 whose responses a test sets. */
export interface PanelSite {
  world: World
  company: Place
  admin: TestClient
  device: RemoteDevice
  panel: Server
  entry: number
  /** Requests to the panel. */
  seen: Seen[]
  answer: (asked: IncomingMessage, response: ServerResponse) => void
  /** Puts a server at an address behind the device and returns its entry. */
  serve(host: string, server: Server | TcpServer): Promise<number>
  open(entry?: number, opening?: Opening, client?: TestClient): ReturnType<typeof openLink>
  /** Opens a session and follows its link. */
  enter(entry?: number, opening?: Opening): ReturnType<typeof enter>
  endSessions(): Promise<void>
  stop(): Promise<void>
}

const listen = (server: Server | TcpServer) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

export async function startPanelSite(env: Record<string, string> = {}): Promise<PanelSite> {
  const world = await startWorld(env)
  const company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  const admin = await world.as('admin')
  const device = await startRemoteDevice(world, admin, company)
  const servers: (Server | TcpServer)[] = []
  const opened: number[] = []
  const panel = createServer((asked, response) => {
    const { method = '', url = '', headers, rawHeaders } = asked
    site.seen.push({ method, url, headers, rawHeaders })
    site.answer(asked, response)
  })

  async function serve(host: string, server: Server | TcpServer): Promise<number> {
    servers.push(server)
    await listen(server)
    device.network.set(`${host}:80`, (server.address() as AddressInfo).port)
    return makeRemoteAccess(world, company, device.id, { destination_ip: host })
  }

  const site: PanelSite = {
    world,
    company,
    admin,
    device,
    panel,
    entry: await serve(panelHost, panel),
    seen: [],
    answer: (_asked, response) => response.end('panel'),
    serve,
    async open(entry = site.entry, opening = { duration: 600 }, client = admin) {
      const session = await openLink(client, entry, opening)
      opened.push(session.sessionId)
      return session
    },
    enter: async (...given) => enter((await site.open(...given)).link),
    async endSessions() {
      for (const id of opened.splice(0)) await admin.call(closeRemoteSession, { params: { session_id: id } })
    },
    async stop() {
      device.leave()
      for (const server of servers) {
        if ('closeAllConnections' in server) server.closeAllConnections()
        server.close()
      }
      await world.stop()
    },
  }
  return site
}
