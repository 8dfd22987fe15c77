import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { connect as tlsConnect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fleet, startFleet } from '../apps/fleet/src/fleet.ts'
import { passwordOf } from '../apps/fleet/src/inside/machine.ts'
import { specOf } from '../apps/fleet/src/spec.ts'
import { memoryStore } from '../apps/fleet/src/state.ts'
import { generateHostKey, hostKeyLine } from '../apps/server/src/gateway/host-key.ts'
import { openGateway, type TestGateway } from '../apps/server/src/test/gateway/gateway.ts'
import { runThrough } from '../apps/server/src/test/gateway/tunnel.ts'
import { until } from '../apps/server/src/test/until.ts'

let gateway: TestGateway
let fleet: Fleet
/** There is a controller behind it. */
const spec = specOf({ index: 1, model: 'TRB141', name: 'Pump station', use: 'water', life: 'steady' }, 7)
const password = passwordOf(spec)
const deviceId = 1

beforeAll(async () => {
  gateway = await openGateway({})
  gateway.server.keys.set('k7f2m9qa', 'secret')
  fleet = startFleet({
    server: { host: '127.0.0.1', port: gateway.port, hostKey: gateway.hostKeyLine },
    specs: [spec],
    credentials: () => ({ key: 'k7f2m9qa.secret' }),
    store: memoryStore(),
    retry: { spread: 0.05, max: 0.5 },
    every: 20,
  })
  await until(() => gateway.server.online.size > 0)
})

afterAll(async () => {
  fleet.stop()
  await gateway.driver.stop()
})

const ask = (verb: 'exec' | 'authorize' | 'deauthorize', arg: string, seconds = 10) =>
  gateway.driver.ask(deviceId, { verb, arg, seconds })

async function through<T>(port: number, use: (stream: Duplex) => Promise<T>, host = '127.0.0.1'): Promise<T> {
  const tunnel = await gateway.driver.openTunnel(deviceId, { host, port })
  try {
    return await use(await tunnel.open())
  } finally {
    tunnel.close('done')
  }
}

interface Page {
  status: number | undefined
  headers: IncomingMessage['headers']
  body: string
}

function get(stream: Duplex, path: string, options: { cookie?: string; form?: string } = {}): Promise<Page> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      {
        createConnection: () => stream as never,
        path,
        method: options.form === undefined ? 'GET' : 'POST',
        headers: { ...(options.cookie && { cookie: options.cookie }), connection: 'close' },
      },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          body += text
        })
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }))
      },
    )
    call.on('error', reject)
    call.end(options.form)
  })
}

const page = (path: string, options = {}) => through(80, (stream) => get(stream, path, options))

async function signedIn(): Promise<string> {
  const { status, headers } = await page('/login', { form: `username=admin&password=${password}` })
  expect(status).toBe(303)
  return headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

test('a simulated device runs commands of its small shell, with a limit', async () => {
  expect(await ask('exec', 'uname; cat /etc/hostname')).toMatchObject({
    state: 'done',
    exit: 0,
    text: expect.stringContaining('Linux\n'),
  })
  expect(await ask('exec', 'frobnicate')).toEqual({ state: 'done', exit: 127, text: 'frobnicate: not found\n' })
  expect(await ask('exec', 'echo started; sleep 60', 1)).toEqual({ state: 'failed', exit: 124, text: 'started\n' })
  const endless = await ask('exec', 'yes', 1)
  expect(endless).toMatchObject({ state: 'failed', exit: 124 })
  expect(endless.text).toHaveLength(65_537)
})

test('its SSH server lets in a session key while it is authorised, and root with the password', async () => {
  const privateKey = generateHostKey()
  const login = { username: 'root', privateKey }
  const hello = (as: Parameters<typeof runThrough>[1]) => through(22, (stream) => runThrough(stream, as, 'echo hello'))
  await expect(hello(login)).rejects.toThrow()
  expect(await ask('authorize', `s-1 60 ${hostKeyLine(privateKey)}`)).toMatchObject({
    text: 'user=root server=dropbear',
  })
  expect(await hello(login)).toBe('hello\n')
  expect(await hello({ username: 'root', password })).toBe('hello\n')
  await expect(hello({ username: 'root', password: 'guess' })).rejects.toThrow()
  await ask('deauthorize', 's-1')
  await expect(hello(login)).rejects.toThrow()
})

test('its page requires a sign-in, shows live values and signs out', async () => {
  const first = await page('/')
  expect(first).toMatchObject({ status: 200, body: expect.stringContaining('simulated') })
  expect(await page('/login', { form: 'username=admin&password=guess' })).toMatchObject({ status: 403 })
  expect((await page('/status')).status).toBe(303)
  const cookie = await signedIn()
  const status = await page('/status', { cookie })
  expect(status.body).toContain(spec.identity.serial)
  expect((await page('/status.json', { cookie })).body).toContain('"cpu"')
  await page('/logout', { cookie, form: '' })
  expect((await page('/status', { cookie })).status).toBe(303)
})

test('its page ticks over a WebSocket', async () => {
  const cookie = await signedIn()
  await through(80, async (stream) => {
    stream.write(
      `GET /live HTTP/1.1\r\nHost: device\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: ${cookie}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    let heard = ''
    stream.on('data', (chunk: Buffer) => {
      heard += chunk
    })
    await until(() => heard.split('"time"').length > 2)
    // The example of RFC 6455 §1.3.
    expect(heard).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
  })
})

test('the same page by TLS with a certificate of its own', async () => {
  await through(443, async (stream) => {
    const secure = tlsConnect({ socket: stream, rejectUnauthorized: false })
    await new Promise((resolve) => secure.once('secureConnect', resolve))
    expect(secure.getPeerCertificate().subject.CN).toMatch(/\.simulated$/)
    expect((await get(secure, '/')).body).toContain('simulated')
  })
})

test('targets in its LAN are reached, others are refused', async () => {
  const controller = await through(80, (stream) => get(stream, '/'), '192.168.1.10')
  expect(controller.body).toContain('Inputs and outputs')
  await expect(through(8080, async () => {})).rejects.toMatchObject({ name: 'TunnelError' })
  await expect(through(80, async () => {}, '192.168.1.99')).rejects.toMatchObject({ name: 'TunnelError' })
})

test('a reboot takes it offline for some seconds and runs once', async () => {
  const boot = fleet.devices[0]?.state().boot
  const tunnel = await gateway.driver.openTunnel(deviceId, { host: '127.0.0.1', port: 80 })
  let gone = false
  tunnel.onClose(() => {
    gone = true
  })
  const command = { id: 'b-1', verb: 'reboot', seconds: 60, arg: '' }
  await gateway.driver.send(deviceId, command)
  await until(() => gone && gateway.counts.get('links') === 0)
  await until(() => gateway.counts.get('links') === 1)
  const after = fleet.devices[0]?.state().boot
  expect(after).not.toBe(boot)
  await gateway.driver.send(deviceId, command)
  await until(() => gateway.server.results.length > 0)
  expect(gateway.server.results).toMatchObject([{ id: 'b-1', state: 'already', text: 'rebooted' }])
  expect(fleet.devices[0]?.state().boot).toBe(after)
})
