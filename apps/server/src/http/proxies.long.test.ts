import { readFileSync } from 'node:fs'
import { setDefaultCACertificates } from 'node:tls'
import { login } from '@longreach/contract/account/endpoints'
import { devicesChannel, socketPath } from '@longreach/contract/live'
import { createTag } from '@longreach/contract/tags/endpoints'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { has } from '../test/certificate.ts'
import { createClient, signIn, type TestClient } from '../test/client.ts'
import { openLink, visit } from '../test/connect.ts'
import { type PanelSite, startPanelSite } from '../test/panel-site.ts'
import { freePort, type ProxyKind, type RunningProxy, startProxy } from '../test/proxy.ts'
import { makeRemoteAccess } from '../test/remote.ts'
import { openPage, type ShellPage, takeKey } from '../test/shell-page.ts'
import { startSshTarget } from '../test/ssh-target.ts'
import { until } from '../test/until.ts'
import { password } from '../test/world.ts'

test.runIf(process.env.CI)('CI has the proxies', () => expect(['nginx', 'haproxy'].filter(has)).toHaveLength(2))

describe.each(['nginx', 'haproxy'] as const)('behind %s', (kind: ProxyKind) => {
  let site: PanelSite
  let proxy: RunningProxy
  let client: TestClient
  let plain: string
  let base: string
  let port: number
  let behind: number
  const able = has(kind)

  beforeAll(async () => {
    if (!able) return
    const ports = { https: await freePort(), http: await freePort(), behind: await freePort() }
    port = ports.https
    behind = ports.behind
    base = `https://localhost:${port}`
    plain = `http://console.test:${ports.http}`
    proxy = await startProxy(kind, ports)
    setDefaultCACertificates([readFileSync(proxy.cert, 'utf8')])
    site = await startPanelSite({
      HOST: '127.0.0.1',
      PORT: String(behind),
      PUBLIC_URL: base,
      CONNECT_DOMAIN: `connect.test:${port}`,
      TRUST_PROXY: '127.0.0.1',
    })
    client = await signIn(base, 'admin@example.test', password)
  })

  afterAll(async () => {
    await site?.stop()
    await proxy?.stop()
  })

  const wrongPassword = (at: string, localAddress: string, attempt: number, name = `${kind}-${localAddress}`) =>
    visit(`${at}/api/account/login`, {
      method: 'POST',
      localAddress,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.2.${attempt}` },
      body: JSON.stringify({ username: `${name}-${attempt}`, password: 'x' }),
    })

  test.skipIf(!able)(
    'a session over HTTPS: cookies for this host alone, HSTS, changes from its own pages only',
    async () => {
      const answer = await createClient(base).call(login, { body: { username: 'admin@example.test', password } })
      const [session = '', csrf = ''] = answer.headers.getSetCookie()
      expect(session).toMatch(/^__Host-session=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
      expect(csrf).toMatch(/^XSRF-TOKEN=\w+; .*Path=\/; .*Secure; SameSite=Lax$/)
      const tag = { company_id: site.company.company_id, name: kind, color: '#4287F5' }
      const from = (origin: string) =>
        client.fetch('/api/tags', {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin, 'x-forwarded-host': 'evil.test' },
          body: JSON.stringify(tag),
        })
      expect((await from('https://evil.test')).status).toBe(403)
      expect((await from(base)).status).toBe(201)
      expect((await client.call(createTag, { body: tag })).status).toBe(409)
    },
  )

  test.skipIf(!able)('HSTS is sent over HTTPS and not over HTTP, whatever headers the browser sends', async () => {
    const host = { host: 'console.test' }
    const hsts = async (url: string, headers: Record<string, string> = {}) =>
      (await visit(`${url}/health`, { headers: { ...host, ...headers } })).headers['strict-transport-security']
    expect(await hsts(base)).toBe('max-age=31536000')
    expect(await hsts(base, { 'x-forwarded-proto': 'http' })).toBe('max-age=31536000')
    expect(await hsts(plain)).toBeUndefined()
    expect(await hsts(plain, { 'x-forwarded-proto': 'https' })).toBeUndefined()
    expect(await hsts(`http://127.0.0.1:${behind}`, { 'x-forwarded-proto': 'https' })).toBe('max-age=31536000')
  })

  test.skipIf(!able)(
    'limits count the browser behind the proxy, and made-up addresses do not get around them',
    async () => {
      let last = 0
      for (let attempt = 0; attempt < 61; attempt++) last = (await wrongPassword(base, '127.0.0.9', attempt)).status
      expect(last).toBe(429)
      expect((await wrongPassword(base, '127.0.0.10', 99)).status).toBe(401)
      // Directly, from an untrusted address.
      for (let attempt = 0; attempt < 61; attempt++)
        last = (await wrongPassword(`http://127.0.0.1:${behind}`, '127.0.0.11', attempt)).status
      expect(last).toBe(429)
      expect((await wrongPassword(`http://127.0.0.1:${behind}`, '127.0.0.12', 99)).status).toBe(401)
    },
  )

  test.skipIf(!able)('the live socket opens from its own pages and follows devices', async () => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const open = (origin: string) =>
      io(base, {
        path: socketPath,
        transports: ['websocket'],
        reconnection: false,
        extraHeaders: { cookie, origin, 'x-forwarded-host': 'evil.test' },
      })
    const refused = open('https://evil.test')
    await new Promise((resolve) => refused.once('connect_error', resolve))
    const socket = open(base)
    const states: unknown[] = []
    socket.on('DeviceStateChanged', (event) => states.push(event))
    await until(() => socket.connected)
    const { data: user } = (await (await client.fetch('/api/user')).json()) as { data: { id: number } }
    await socket.emitWithAck('subscribe', { channel: devicesChannel(user.id), data: { device_id: [site.device.id] } })
    site.device.leave()
    await until(() => states.length > 0)
    await site.device.arrive()
    socket.disconnect()
  })

  test.skipIf(!able)('a shell opens in a page, and its output arrives', async () => {
    const target = await startSshTarget({ password: 'secret' })
    site.device.network.set('192.168.1.22:22', target.port)
    const entry = await makeRemoteAccess(site.world, site.company, site.device.id, {
      protocol: 'ssh',
      destination_ip: '192.168.1.22',
      destination_port: 22,
    })
    const { link } = await openLink(client, entry, { duration: 600, username: 'root', password: 'secret' })
    const { path, cookie } = await takeKey(base, link, createClient(base))
    const page = (await openPage(base, { path: path ?? '', cookie })) as ShellPage
    page.say({ type: 'start', cols: 80, rows: 24 })
    await page.hear('ready')
    page.type('echo here\r')
    await page.see('<echo here>')
    page.socket.close()
    await target.stop()
  })

  test.skipIf(!able)(
    'pages of devices: a host of their own, its cookie, its sockets, and no header of the proxy',
    async () => {
      const sockets = new WebSocketServer({ server: site.panel })
      sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
      const { link } = await site.open(site.entry, { duration: 600 }, client)
      expect(link).toMatch(new RegExp(`^https://[0-9a-f]{32}\\.connect\\.test:${port}/`))
      const first = await visit(link)
      const line = first.headers['set-cookie']?.[0] ?? ''
      expect([first.status, line]).toEqual([
        303,
        expect.stringMatching(/^__Host-connect-[0-9a-f]{8}=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
      ])
      const cookie = line.split(';')[0] ?? ''
      const { origin, host } = new URL(link)
      const page = await visit(`${origin}/`, { headers: { cookie, 'x-forwarded-host': `localhost:${port}` } })
      expect(page.text).toBe('panel')
      const headers = Object.keys(site.seen.at(-1)?.headers ?? {})
      expect(headers.filter((name) => /^(x-forwarded|x-real|via|forwarded)/.test(name))).toEqual([])
      const socket = new WebSocket(`wss://127.0.0.1:${port}/socket`, {
        servername: host.split(':')[0],
        headers: { host, cookie, origin },
      } as never)
      await new Promise((resolve, reject) => {
        socket.on('open', resolve)
        socket.on('error', reject)
      })
      socket.send('across')
      expect(String(await new Promise((resolve) => socket.on('message', resolve)))).toBe('across')
      socket.close()
      sockets.close()
    },
  )
})
