import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../test/client.ts'
import { enter, openLink, visit } from '../../test/connect.ts'
import { makeRemoteAccess } from '../../test/remote.ts'
import { type RemoteDevice, startRemoteDevice } from '../../test/remote-device.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

let world: World
let company: Place
let admin: TestClient
let device: RemoteDevice
let panel: Server
let entry: number
let seen: { method: string; url: string; headers: IncomingMessage['headers']; rawHeaders: string[] }[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  device = await startRemoteDevice(world, admin, company)
  panel = createServer((request, response) => {
    const { method = '', url = '', headers, rawHeaders } = request
    seen.push({ method, url, headers, rawHeaders })
    answer(request, response)
  })
  await new Promise<void>((resolve) => panel.listen(0, '127.0.0.1', resolve))
  device.network.set('192.168.1.10:80', (panel.address() as AddressInfo).port)
  entry = await makeRemoteAccess(world, company, device.id)
})

afterAll(async () => {
  device?.leave()
  panel?.close()
  await world?.stop()
})

test('a page behind the device opens in the browser that followed the link, and in no other', async () => {
  answer = (_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><h1>Panel</h1>')
  const { link } = await openLink(admin, entry)
  expect(link).toMatch(/^http:\/\/[0-9a-f]{32}\.localhost:\d+\/\.connect\/open\?ticket=[\w-]{43}$/)
  const { origin, cookie } = await enter(link)
  seen = []
  const page = await visit(`${origin}/start?x=1`, { headers: { cookie: `${cookie}; theme=dark`, accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect(page.text).toBe('<!doctype html><h1>Panel</h1><script src="/.connect/banner.js" defer></script>')
  expect(seen[0]).toMatchObject({ url: '/start?x=1', headers: { host: '192.168.1.10', cookie: 'theme=dark' } })
  expect((await visit(`${origin}/`)).status).toBe(403)
  expect((await visit(link)).status).toBe(403)
})
