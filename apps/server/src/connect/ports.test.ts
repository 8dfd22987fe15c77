import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeRemoteSession, openRemoteAccess } from '@longreach/contract/remote/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../test/client.ts'
import { enter, openLink, visit } from '../test/connect.ts'
import { makeRemoteAccess } from '../test/remote.ts'
import { type RemoteDevice, startRemoteDevice } from '../test/remote-device.ts'
import { until } from '../test/until.ts'
import { makeCompany, makeUser, startWorld, type World } from '../test/world.ts'

let world: World
let admin: TestClient
let device: RemoteDevice
let panel: Server
let entry: number
let cookies: (string | undefined)[] = []
const first = 16_400 + (process.pid % 300) * 2

beforeAll(async () => {
  world = await startWorld({ CONNECT_PORTS: `${first}-${first + 1}` })
  const company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  device = await startRemoteDevice(world, admin, company)
  panel = createServer((asked, response) => {
    cookies.push(asked.headers.cookie)
    response.setHeader('set-cookie', ['session=evil', 'XSRF-TOKEN=evil', 'sid=1']).end('panel')
  })
  await new Promise<void>((resolve) => panel.listen(0, '127.0.0.1', resolve))
  device.network.set('192.168.1.10:80', (panel.address() as AddressInfo).port)
  entry = await makeRemoteAccess(world, company, device.id)
})

afterAll(async () => {
  device?.leave()
  panel?.closeAllConnections()
  panel?.close()
  await world?.stop()
})

test('with CONNECT_PORTS each session has a port, until all are taken; cookies of the console go no further', async () => {
  const one = await openLink(admin, entry)
  const two = await openLink(admin, entry)
  expect(new URL(one.link).host).toBe(`localhost:${first}`)
  expect(new URL(two.link).host).toBe(`localhost:${first + 1}`)
  const full = await admin.call(openRemoteAccess, { params: { access_id: entry }, body: { duration: 600 } })
  expect([full.status, full.errors[0]?.message]).toEqual([409, 'All session ports are in use. End a session first'])

  const page = await enter(one.link)
  const other = await enter(two.link)
  cookies = []
  const all = `session=secret; XSRF-TOKEN=secret; ${page.cookie}; ${other.cookie}; sid=1`
  let port: Server | undefined
  const look = (message: unknown) => {
    port ??= (message as { server: Server }).server
  }
  subscribe('http.server.request.start', look)
  const answer = await visit(`${page.origin}/`, { headers: { cookie: all } })
  unsubscribe('http.server.request.start', look)
  // Simulates too many open files in the process.
  port?.emit('error', new Error('accept EMFILE'))
  expect(answer.text).toBe('panel')
  expect(cookies).toEqual(['sid=1'])
  expect(answer.headers['set-cookie']).toEqual(['device_session=evil', 'device_XSRF-TOKEN=evil', 'sid=1'])
  expect((await visit(`${page.origin}/`, { headers: { cookie: other.cookie } })).status).toBe(403)

  await admin.call(closeRemoteSession, { params: { session_id: one.sessionId } })
  await until(() =>
    visit(`${page.origin}/`).then(
      () => false,
      () => true,
    ),
  )
  const again = (await openLink(admin, entry)).link
  expect(new URL(again).host).toBe(`localhost:${first}`)
  const entered = await visit(again)
  expect([entered.status, entered.headers['clear-site-data']]).toEqual([303, '"cache", "storage"'])
})
