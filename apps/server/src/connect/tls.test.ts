import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { forgetHostKey, getHostKey } from '@longreach/contract/remote/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../test/client.ts'
import { enter, openLink, visit } from '../test/connect.ts'
import { makeRemoteAccess } from '../test/remote.ts'
import { type RemoteDevice, startRemoteDevice } from '../test/remote-device.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../test/world.ts'

let world: World
let company: Place
let admin: TestClient
let device: RemoteDevice
let folder: string
const servers: Server[] = []

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  device = await startRemoteDevice(world, admin, company)
  folder = mkdtempSync(path.join(tmpdir(), 'tls-'))
})

afterAll(async () => {
  device?.leave()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true, force: true })
  await world?.stop()
})

/** A self-signed certificate with a key as small as those of old devices. */
function certificate(name: string, bits = 2048): { cert: Buffer; key: Buffer } {
  const [key, cert] = [path.join(folder, `${name}.key`), path.join(folder, `${name}.crt`)]
  const subject = ['-subj', `/CN=${name}`, '-days', '1', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', '-newkey', `rsa:${bits}`, '-nodes', ...subject], { stdio: 'ignore' })
  return { cert: readFileSync(cert), key: readFileSync(key) }
}

async function serve(host: string, options: Parameters<typeof createServer>[0]): Promise<void> {
  const server = createServer(options, (asked, response) => response.end(`panel ${asked.headers.host}`))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  device.network.set(`${host}:443`, (server.address() as AddressInfo).port)
}

const entryOf = (host: string) =>
  makeRemoteAccess(world, company, device.id, { destination_ip: host, destination_port: 443, protocol: 'https' })

test('a certificate is pinned at first use; another one is shown and refused until the old one is removed', async () => {
  await serve('192.168.1.40', certificate('first'))
  const entry = await entryOf('192.168.1.40')
  const { origin, cookie } = await enter((await openLink(admin, entry)).link)
  expect((await visit(`${origin}/`, { headers: { cookie } })).text).toBe('panel 192.168.1.40')
  const pinned = await admin.call(getHostKey, { params: { access_id: entry } })
  const was = pinned.data.known?.fingerprint ?? ''
  expect(pinned.data).toMatchObject({ kind: 'tls', known: { type: 'x509' } })
  expect(was).toMatch(/^SHA256:[\w+/]{43}$/)

  servers[0]?.closeAllConnections()
  await serve('192.168.1.40', certificate('second'))
  const page = await visit(`${origin}/`, { headers: { cookie } })
  expect(page.status).toBe(502)
  expect(page.text).toContain(was)
  expect(page.text).toContain('forget the old one')
  await expect(openLink(admin, entry)).rejects.toThrow(/^tls: The certificate of .* has changed from/)
  await admin.call(forgetHostKey, { params: { access_id: entry } })
  expect((await visit(`${origin}/`, { headers: { cookie } })).text).toBe('panel 192.168.1.40')
})

test('an old device with TLS 1.0 and a small key is supported', async () => {
  await serve('192.168.1.41', {
    ...certificate('old', 1024),
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1',
    ciphers: 'DEFAULT:@SECLEVEL=0',
  })
  const { origin, cookie } = await enter((await openLink(admin, await entryOf('192.168.1.41'))).link)
  expect((await visit(`${origin}/`, { headers: { cookie } })).text).toBe('panel 192.168.1.41')
})

test('a target without TLS is reported as such', async () => {
  const { createServer: createHttp } = await import('node:http')
  const plain = createHttp((_asked, response) => response.end('plain'))
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  device.network.set('192.168.1.42:443', (plain.address() as AddressInfo).port)
  await expect(openLink(admin, await entryOf('192.168.1.42'))).rejects.toThrow(
    /^tls: 192\.168\.1\.42:443 does not support a compatible version of TLS/,
  )
  plain.closeAllConnections()
  plain.close()
})
