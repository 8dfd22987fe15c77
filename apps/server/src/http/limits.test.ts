import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { liveLimits, socketPath } from '@longreach/contract/live'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openStatus } from '../domains/actions/status.ts'
import type { TestClient } from '../test/client.ts'
import { visit } from '../test/connect.ts'
import { until } from '../test/until.ts'
import { makeCompany, makeDevice, makeUser, type Place, startWorld, type World } from '../test/world.ts'
import { keepConnection, limitConnections } from './connection-limit.ts'
import { limitSlowBodies, patience } from './slow-clients.ts'

let world: World
let admin: TestClient
let adminId: number
let company: Place

beforeAll(async () => {
  world = await startWorld({ HOST: '127.0.0.1', HTTP_CONNECTIONS: '80' })
  company = await makeCompany(world, 'Harbour')
  adminId = await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
})

afterAll(async () => world?.stop())

/** Sends raw bytes; resolves with the response once the server has closed. */
function speak(port: number, start: string, drip?: string) {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.write(start)
  const timer = drip === undefined ? undefined : setInterval(() => socket.write(drip), 50)
  const said = new Promise<string>((resolve) => {
    socket.on('close', () => {
      clearInterval(timer)
      resolve(Buffer.concat(chunks).toString('latin1'))
    })
  })
  return { said, write: (more: string) => socket.write(more), end: () => socket.destroy() }
}

const portOf = (base: string) => Number(new URL(base).port)

test('headers that trickle in, a silent connection and a body that trickles in are ended; a call is answered', async () => {
  const app = Fastify({
    http: { ...patience, headersTimeout: 400, connectionsCheckingInterval: 100 },
    requestTimeout: patience.requestTimeout,
  })
  limitSlowBodies(app, { public: 400, call: 400, upload: 400 })
  app.post('/', async () => 'taken')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const headers = speak(port, 'POST / HTTP/1.1\r\nHost: x\r\n', 'X-More: 1\r\n')
  const silent = speak(port, '')
  const body = speak(
    port,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9999\r\n\r\n',
    '.',
  )
  expect(await headers.said).toMatch(/^HTTP\/1\.1 408 /)
  await silent.said
  expect(await body.said).toBe('')
  expect(
    (await app.inject({ method: 'POST', url: '/', body: 'x', headers: { 'content-type': 'text/plain' } })).body,
  ).toBe('taken')
  await app.close()
})

test('the served server has these limits', () => {
  expect(patience).toMatchObject({ headersTimeout: 15_000, maxHeaderSize: 16_384 })
})

test('headers of more than 16 KB are refused', async () => {
  const big = await visit(`${world.base}/health`, { headers: { 'x-big': 'x'.repeat(17_000) } })
  expect(big.status).toBe(431)
  expect((await visit(`${world.base}/health`, { headers: { 'x-big': 'x'.repeat(12_000) } })).status).toBe(200)
})

test.each([
  ['are only kept open', 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'],
  [
    'send half of a sign-in',
    'POST /api/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  ],
])('connections that %s keep no browser out', async (_, said) => {
  const idle = Array.from({ length: 80 }, () => speak(portOf(world.base), said))
  let closed = 0
  for (const { said } of idle) void said.then(() => closed++)
  await until(async () => (await visit(`${world.base}/health`).catch(() => undefined))?.status === 200)
  for (let count = 0; count < 20; count++) expect((await visit(`${world.base}/health`)).status).toBe(200)
  expect(closed).toBeGreaterThan(0)
  expect(closed).toBeLessThan(80)
  for (const { end } of idle) end()
})

test('a long body of a signed-in user keeps its connection, that of a stranger gives way to a newcomer', async () => {
  const server = createServer((request, response) => {
    if (request.headers.cookie) keepConnection(request)
    request.resume().once('end', () => response.end('done'))
  })
  const listener = limitConnections(server, 2)
  server.prependListener('request', (request, response) => void listener.request?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const began = (more: string) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n${more}\r\nab`
  const requested = () => new Promise((resolve) => server.once('request', resolve))
  const [user] = [speak(port, began('Cookie: session=1\r\nConnection: close\r\n')), await requested()]
  const [stranger] = [speak(port, began('')), await requested()]
  expect((await visit(`http://127.0.0.1:${port}/`)).text).toBe('done')
  expect(await stranger.said).toBe('')
  user.write('cde')
  expect(await user.said).toMatch(/done$/)
  server.closeAllConnections()
  server.close()
})

test('connections above HTTP_CONNECTIONS are refused, and accepted again when others have closed', async () => {
  const open = Array.from({ length: 90 }, () => speak(portOf(world.base), 'GET /health HTTP/1.1\r\n'))
  const closed = await Promise.race(open.map(({ said }) => said))
  expect(closed).toBe('')
  for (const { end } of open) end()
  await until(async () => (await visit(`${world.base}/health`).catch(() => undefined))?.status === 200)
})

const cookie = () => [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

function openLive() {
  const socket = io(world.base, {
    path: socketPath,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { cookie: cookie() },
  })
  const answer = new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('open'))
    socket.on('connect_error', (error) => resolve(error.message))
  })
  return { socket, answer }
}

test('a user has 50 live sockets at most', async () => {
  const sockets = Array.from({ length: 50 }, openLive)
  expect(new Set(await Promise.all(sockets.map(({ answer }) => answer)))).toEqual(new Set(['open']))
  const one = openLive()
  expect(await one.answer).toBe('TOO_MANY_SOCKETS')
  sockets.pop()?.socket.disconnect()
  await until(async () => {
    const again = openLive()
    sockets.push(again)
    return (await again.answer) === 'open'
  })
  for (const { socket } of sockets) socket.disconnect()
})

test('a live socket that sends more messages than a console does is closed, and no other', async () => {
  const [flood, other] = [openLive(), openLive()]
  await Promise.all([flood.answer, other.answer])
  const refused = new Promise((resolve) => other.socket.once('subscription_error', resolve))
  for (let n = 0; n < liveLimits.messages.points - 10; n++) other.socket.emit('subscribe', { channel: 'nonsense' })
  await refused
  const reason = new Promise<string>((resolve) => flood.socket.once('disconnect', resolve))
  for (let n = 0; n < liveLimits.messages.points + 10; n++) flood.socket.emit('unsubscribe', { channel: 'nonsense' })
  // Not a dismissal: a console connects again.
  expect(await reason).toBe('transport close')
  expect(other.socket.connected).toBe(true)
  const again = openLive()
  expect(await again.answer).toBe('open')
  for (const { socket } of [other, again]) socket.disconnect()
})

test('a live socket without a session is closed once it was refused, however often it asks', async () => {
  const address = `${world.base.replace('http', 'ws')}${socketPath}/?EIO=4&transport=websocket`
  for (const headers of [{}, { cookie: 'session=unknown; __Host-session=unknown' }]) {
    const socket = new WebSocket(address, { headers })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await new Promise((resolve) => socket.once('message', resolve))
    const said: string[] = []
    socket.on('message', (data) => {
      said.push(String(data))
      socket.send('40')
    })
    socket.send('40')
    await closed
    expect(said[0]).toMatch(/^44.*UNAUTHORIZED/)
    expect(said.length).toBeLessThan(10)
  }
})

test('a live socket is closed that only sends pings, or does not read what it is sent', async () => {
  const address = `${world.base.replace('http', 'ws')}${socketPath}/?EIO=4&transport=websocket`
  const openRaw = async () => {
    const socket = new WebSocket(address, { headers: { cookie: cookie() } })
    await new Promise((resolve) => socket.once('message', resolve))
    // Answers the server, which closes a silent socket anyway.
    socket.on('message', (data) => String(data) === '2' && socket.send('3'))
    socket.send('40')
    await new Promise((resolve) => socket.once('message', resolve))
    return { socket, closed: new Promise((resolve) => socket.once('close', resolve)) }
  }
  const pings = await openRaw()
  for (let n = 0; n < liveLimits.messages.points + 10; n++) pings.socket.ping()
  await pings.closed

  const permission = 'view_devices'
  const channel = await openStatus(world.db, { userId: adminId, permission, keys: [await makeDevice(world, company)] })
  await sql`
    UPDATE channel_events SET event = jsonb_set(event, '{value}', to_jsonb(repeat('x', 1000000)))
    WHERE channel = ${channel}`.execute(world.db)
  const deaf = await openRaw()
  deaf.socket.pause()
  for (let n = 0; n < 40; n++) deaf.socket.send(`42${JSON.stringify(['subscribe', { channel }])}`)
  deaf.socket.on('error', () => {})
  await until(() => {
    // An unread close is noticed by writing only.
    deaf.socket.pong()
    return deaf.socket.readyState !== WebSocket.OPEN
  })
})
