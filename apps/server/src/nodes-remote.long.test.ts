import { createHash, randomBytes } from 'node:crypto'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import {
  checkRemoteAccess,
  closeRemoteSession,
  extendRemoteSession,
  openCli,
  restartConnection,
  takeTicket,
} from '@longreach/contract/remote/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { signatureHeader } from './nodes/signed-request.ts'
import type { TestClient } from './test/client.ts'
import { enter, finished, openLink, visit } from './test/connect.ts'
import { freePort, hasNats, type NatsServer, startNats } from './test/nats-server.ts'
import { type Neighbour, shared, startNeighbour } from './test/neighbour.ts'
import { makeRemoteAccess } from './test/remote.ts'
import { type RemoteDevice, startRemoteDevice } from './test/remote-device.ts'
import { openPage, takeKey } from './test/shell-page.ts'
import { type SshTarget, startSshTarget } from './test/ssh-target.ts'
import { until } from './test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from './test/world.ts'

let nats: NatsServer | undefined
let near: World
let far: Neighbour
let lean: Neighbour
let company: Place
let admin: TestClient
let adminFar: TestClient
/** Devices linked to the near and to the far node. */
let devices: Record<'near' | 'far', RemoteDevice>
let own: SshTarget
const entries = { near: 0, far: 0 }
const ports = { near: 0, far: 0, lean: 0 }
const uploads = new Map<string, string>()
const block = randomBytes(1024 * 1024)

const panel = createServer((asked, response) => {
  if (asked.url === '/big') {
    let left = 20
    const more = () => {
      while (left-- > 0) if (!response.write(block)) return void response.once('drain', more)
      response.end()
    }
    return more()
  }
  const hash = createHash('sha256')
  asked.on('data', (chunk: Buffer) => hash.update(chunk))
  asked.on('end', () => {
    uploads.set(asked.url ?? '', hash.digest('hex'))
    response.setHeader('x-seen', Object.keys(asked.headers).sort().join(' '))
    response.end(`panel ${asked.method} ${asked.url} ${asked.headers.host}`)
  })
})
const sockets = new WebSocketServer({ server: panel })
sockets.on('connection', (socket) => socket.on('message', (data, binary) => socket.send(data, { binary })))

beforeAll(async () => {
  if (hasNats) nats = await startNats()
  const settings = (port: number) => ({
    ...shared,
    HOST: '127.0.0.1',
    PORT: String(port),
    NODE_URL: `http://127.0.0.1:${port}`,
    ...(nats ? { NATS_URL: nats.url } : {}),
  })
  for (const name of ['near', 'far', 'lean'] as const) ports[name] = await freePort()
  near = await startWorld(settings(ports.near))
  far = await startNeighbour(near, settings(ports.far))
  lean = await startNeighbour(near, { ...settings(ports.lean), ROLES: 'api' })
  company = await makeCompany(near, 'Harbour')
  await makeUser(near, 'admin', company, 2)
  admin = await near.as('admin')
  adminFar = await far.as('admin')
  await new Promise<void>((resolve) => panel.listen(0, '127.0.0.1', resolve))
  devices = {
    near: await startRemoteDevice(near, admin, company),
    far: await startRemoteDevice(far, admin, company),
  }
  own = await startSshTarget({ keys: () => [...devices.near.keys.values(), ...devices.far.keys.values()] })
  for (const name of ['near', 'far'] as const) {
    devices[name].network.set('192.168.1.10:80', (panel.address() as AddressInfo).port)
    devices[name].network.set('127.0.0.1:22', own.port)
    entries[name] = await makeRemoteAccess(near, company, devices[name].id)
  }
})

const opened: number[] = []
afterEach(async () => {
  for (const id of opened.splice(0)) await admin.call(closeRemoteSession, { params: { session_id: id } })
  for (const device of Object.values(devices)) device.tunnelPort = near.app.gatewayPort as number
})

afterAll(async () => {
  for (const device of Object.values(devices ?? {})) device.leave()
  panel.closeAllConnections()
  panel.close()
  await own?.stop()
  await lean?.stop()
  await far?.stop()
  await near?.stop()
  await nats?.stop()
})

/** Opens a session that ends with the test. */
async function open(...given: Parameters<typeof openLink>) {
  const session = await openLink(...given)
  opened.push(session.sessionId)
  return session
}

const gatewayOf = (node: 'near' | 'far') => (node === 'near' ? near.app : far.app).gatewayPort as number
const nodes = ['near', 'far'] as const
const ways = nodes.flatMap((link) => nodes.flatMap((tunnel) => nodes.map((browser) => ({ link, tunnel, browser }))))

describe.each(ways)('link on the $link, tunnel on the $tunnel, browser on the $browser node', (way) => {
  const port = () => ports[way.browser]

  test('a page, what it sends and gets, and its sockets come through whole', async () => {
    const device = devices[way.link]
    device.tunnelPort = gatewayOf(way.tunnel)
    const { link } = await open(admin, entries[way.link])
    const { origin, cookie } = await enter(link, port())
    const page = await visit(`${origin}/start?x=1`, { headers: { cookie }, port: port() })
    expect([page.status, page.text]).toEqual([200, 'panel GET /start?x=1 192.168.1.10'])
    // Headers between nodes must not reach the device.
    expect(page.headers['x-seen']).not.toContain('longreach')
    const body = Buffer.concat([block, block, block])
    const path = `/up-${way.link}-${way.tunnel}-${way.browser}`
    const sent = await visit(`${origin}${path}`, { method: 'POST', headers: { cookie }, body, port: port() })
    expect(sent.status).toBe(200)
    expect(uploads.get(path)).toBe(createHash('sha256').update(body).digest('hex'))
    const got = await visit(`${origin}/big`, { headers: { cookie }, port: port() })
    expect(got.body.length).toBe(20 * block.length)
    expect(got.body.subarray(19 * block.length).equals(block)).toBe(true)
    expect((await visit(`${origin}/`, { port: port() })).status).toBe(403)

    const { host } = new URL(origin)
    const socket = new WebSocket(`ws://127.0.0.1:${port()}/socket`, { headers: { cookie, host, origin } })
    const echoed = await new Promise((resolve, reject) => {
      socket.on('open', () => socket.send('over the nodes'))
      socket.on('message', (data: Buffer) => resolve(data.toString()))
      socket.on('error', reject)
    })
    expect(echoed).toBe('over the nodes')
    socket.close()
  })

  test('a shell signs in by itself, echoes and ends', async () => {
    const device = devices[way.link]
    device.tunnelPort = gatewayOf(way.tunnel)
    const { link, sessionId } = await open(admin, device.id, { duration: 600 }, openCli)
    const base = `http://127.0.0.1:${port()}`
    const { path, cookie } = await takeKey(base, link)
    const page = await openPage(base, { path, cookie })
    if (typeof page === 'number') throw new Error(`refused: ${page}`)
    page.say({ type: 'start', cols: 80, rows: 24 })
    expect(await page.hear('ready')).toMatchObject({ username: 'root' })
    page.type('echo hello\r')
    await page.see('<echo hello>')
    await admin.call(closeRemoteSession, { params: { session_id: sessionId } })
    await page.hear('ended')
    await until(() => page.closed() !== undefined)
    await until(() => device.tunnels.size === 0)
  })
})

test('a node with the API alone opens pages and shells of devices linked to other nodes', async () => {
  const client = await lean.as('admin')
  const { link } = await open(client, entries.far)
  const { origin, cookie } = await enter(link, ports.lean)
  expect((await visit(`${origin}/`, { headers: { cookie }, port: ports.near })).text).toContain('panel GET /')
  const shell = await open(client, devices.far.id, { duration: 600 }, openCli)
  const { path, cookie: pass } = await takeKey(lean.base, shell.link)
  const page = await openPage(lean.base, { path, cookie: pass })
  if (typeof page === 'number') throw new Error(`refused: ${page}`)
  page.say({ type: 'start', cols: 80, rows: 24 })
  expect(await page.hear('ready')).toMatchObject({ username: 'root' })
  page.socket.close()
})

test('a check of entries reaches devices of the other node, and lists unreachable ones', async () => {
  const dead = await makeRemoteAccess(near, company, devices.far.id, { destination_ip: '192.168.1.99', name: 'Dead' })
  const params = { device_id: devices.far.id }
  const answer = await admin.call(checkRemoteAccess, { params, body: { id: [entries.far, dead] } })
  const last = (await finished(admin, answer.meta.channel)).at(-1)
  expect(last).toMatchObject({ status: 'warning', value: '1 of 2 entries reachable' })
  expect(last?.data).toEqual([
    expect.objectContaining({ id: entries.far, reachable: true }),
    expect.objectContaining({ id: dead, reachable: false, value: 'Dead: Device cannot reach 192.168.1.99:80' }),
  ])
})

test('a session is extended, reopened, given to another browser and closed from the other node', async () => {
  const { link, sessionId } = await open(admin, entries.far)
  const { origin, cookie } = await enter(link)
  const params = { session_id: sessionId }
  const left = async () => {
    const answer = await visit(`${origin}/.connect/status`, { headers: { cookie } })
    return (JSON.parse(answer.text) as { seconds_left: number }).seconds_left
  }
  expect(await left()).toBeLessThanOrEqual(600)
  expect((await adminFar.call(extendRemoteSession, { params, body: { duration: 900 } })).status).toBe(200)
  await until(async () => (await left()) > 1400)

  const before = [...devices.far.tunnels]
  const restarted = await adminFar.call(restartConnection, { body: { url: origin } })
  expect((await finished(admin, restarted.meta.channel)).at(-1)).toMatchObject({ status: 'completed' })
  await until(() => before.every((tunnel) => !devices.far.tunnels.has(tunnel)))
  expect((await visit(`${origin}/`, { headers: { cookie } })).status).toBe(200)

  const { data } = await adminFar.call(takeTicket, { params, body: {} })
  const other = await enter(data.link, ports.far)
  expect((await visit(`${origin}/`, { headers: { cookie: other.cookie }, port: ports.far })).status).toBe(200)
  expect((await visit(`${origin}/`, { headers: { cookie } })).status).toBe(403)

  await adminFar.call(closeRemoteSession, { params })
  await until(async () => (await visit(`${origin}/`, { headers: { cookie: other.cookie } })).status === 410)
  expect((await visit(`${origin}/`, { headers: { cookie: other.cookie }, port: ports.far })).status).toBe(410)
})

test('the browser that took the last key has the shell, on whichever node it took it', async () => {
  const { link, sessionId } = await open(admin, devices.near.id, { duration: 600 }, openCli)
  const first = await takeKey(near.base, link)
  const { data } = await admin.call(takeTicket, { params: { session_id: sessionId }, body: {} })
  const second = await takeKey(far.base, data.link)
  expect((await takeKey(far.base, data.link)).answer.status).toBe(404)
  const page = await openPage(far.base, second as { path: string; cookie: string })
  expect(typeof page).toBe('object')
  await until(async () => (await openPage(near.base, first as { path: string; cookie: string })) === 403)
  expect(await openPage(far.base, first as { path: string; cookie: string })).toBe(403)
})

test('a page that connects right after the end gets the reason on the other node too', async () => {
  const { link, sessionId } = await open(admin, devices.near.id, { duration: 600 }, openCli)
  const { path, cookie } = await takeKey(near.base, link)
  await admin.call(closeRemoteSession, { params: { session_id: sessionId } })
  const page = await openPage(far.base, { path: path as string, cookie })
  if (typeof page === 'number') throw new Error(`refused: ${page}`)
  expect(await page.hear('ended')).toMatchObject({ step: 'session', text: 'Closed by the user' })
})

describe('what only nodes may', () => {
  const raw = (port: number, head: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connectTcp(port, '127.0.0.1')
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
      })
      socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''))
      socket.on('error', reject)
      socket.end(head)
    })

  test('unsigned, the paths of nodes are those of no one, and a false signature is refused', async () => {
    for (const path of ['/.node/link', '/.node/ask', '/.node/restart']) {
      const plain = await fetch(near.base + path, { method: 'POST', body: '{}' })
      expect(plain.status).toBe(404)
      const forged = await fetch(near.base + path, {
        method: 'POST',
        body: '{}',
        headers: { [signatureHeader]: 'x.y' },
      })
      expect(forged.status).toBe(403)
    }
    const upgrade = (extra: string) =>
      raw(
        ports.near,
        `GET /.node/channel/${'0'.repeat(32)} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: longreach\r\n${extra}\r\n`,
      )
    expect(await upgrade(`${signatureHeader}: x.y\r\n`)).toBe('HTTP/1.1 403 Forbidden')
    expect(await upgrade('')).not.toContain('101')
  })

  test('an unknown session is not passed on', async () => {
    const name = 'f'.repeat(32)
    const passed = async () => /^node_passed_total (\d+)$/m.exec(await (await fetch(`${far.base}/metrics`)).text())?.[1]
    const before = await passed()
    const answer = await visit(`http://${name}.localhost:${ports.far}/`)
    expect(answer.status).toBe(410)
    expect(await passed()).toBe(before)
  })

  test('a node that lost a session does not pass the request on again', async () => {
    const { link } = await open(admin, entries.near)
    const { origin, cookie } = await enter(link, ports.far)
    expect((await visit(`${origin}/`, { headers: { cookie }, port: ports.far })).status).toBe(200)
    // The far node still believes that the near one has it; the near one does not know it and asks no other node.
    const { rows } = await near.pool.query<{ node: string }>(
      'SELECT DISTINCT node FROM device_session WHERE device_id = $1',
      [devices.far.id],
    )
    await near.pool.query("UPDATE remote_sessions SET node = $1, name = translate(name, 'abcdef', 'badcfe')", [
      rows[0]?.node,
    ])
    expect((await visit(`${origin}/`, { headers: { cookie }, port: ports.far })).status).toBe(200)
    const other = origin.replace(/[0-9a-f]{32}/, (name) =>
      name.replace(/[a-f]/g, (digit) => 'badcfe'['abcdef'.indexOf(digit)] as string),
    )
    const lost = await visit(`${other}/`, { headers: { cookie }, port: ports.near })
    expect(lost.status).toBe(410)
  })

  test('half-closed connections continue in the other direction', async () => {
    const slow = createServer((asked, response) => {
      asked.resume()
      asked.on('end', () => setTimeout(() => response.end('late'), 50))
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    devices.far.network.set('192.168.1.11:80', (slow.address() as AddressInfo).port)
    devices.far.tunnelPort = gatewayOf('far')
    const entry = await makeRemoteAccess(near, company, devices.far.id, { destination_ip: '192.168.1.11' })
    const { origin, cookie } = await enter((await open(admin, entry)).link, ports.far)
    const { host } = new URL(origin)
    const text = await new Promise<string>((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port: ports.far, headers: { host, cookie }, agent: false },
        (answer) => {
          let body = ''
          answer.on('data', (chunk) => {
            body += chunk
          })
          answer.on('end', () => resolve(body))
        },
      )
      asked.on('error', reject).end()
    })
    expect(text).toBe('late')
    slow.close()
  })
})
