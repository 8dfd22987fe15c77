import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer as createTcp, type Server as TcpServer } from 'node:net'
import { closeRemoteSession } from '@longreach/contract/remote/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { TestClient } from '../../test/client.ts'
import { enter, openLink, visit } from '../../test/connect.ts'
import { makeRemoteAccess } from '../../test/remote.ts'
import { type RemoteDevice, startRemoteDevice } from '../../test/remote-device.ts'
import { until } from '../../test/until.ts'
import { makeCompany, makeUser, type Place, startWorld, type World } from '../../test/world.ts'

const bannerTag = '<script src="/.connect/banner.js" defer></script>'

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  rawHeaders: string[]
}

let world: World
let company: Place
let admin: TestClient
let device: RemoteDevice
let panel: Server
let entry: number
let seen: Seen[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void
const opened: number[] = []
const servers: { close(): unknown }[] = []

beforeAll(async () => {
  world = await startWorld()
  company = await makeCompany(world, 'Harbour')
  await makeUser(world, 'admin', company, 2)
  admin = await world.as('admin')
  device = await startRemoteDevice(world, admin, company)
  panel = createServer((asked, response) => {
    const { method = '', url = '', headers, rawHeaders } = asked
    seen.push({ method, url, headers, rawHeaders })
    answer(asked, response)
  })
  await listen(panel)
  device.network.set('192.168.1.10:80', (panel.address() as AddressInfo).port)
  entry = await makeRemoteAccess(world, company, device.id)
})

afterEach(async () => {
  seen = []
  for (const id of opened.splice(0)) await admin.call(closeRemoteSession, { params: { session_id: id } })
})

afterAll(async () => {
  device?.leave()
  panel?.closeAllConnections()
  panel?.close()
  for (const server of servers) server.close()
  await world?.stop()
})

const listen = (server: Server | TcpServer) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

async function openHere(id = entry, body: Parameters<typeof openLink>[2] = { duration: 600 }) {
  const session = await openLink(admin, id, body)
  opened.push(session.sessionId)
  return session
}

const openPage = async (...given: Parameters<typeof openHere>) => enter((await openHere(...given)).link)

/** A server that speaks bytes, at an address of its own behind the device. */
async function serveBytes(host: string, talk: (text: string) => string): Promise<number> {
  const server = createTcp((socket) => {
    socket.on('error', () => {})
    socket.once('data', (chunk) => socket.end(Buffer.from(talk(chunk.toString('latin1')), 'latin1')))
  })
  servers.push(server)
  await listen(server)
  device.network.set(`${host}:80`, (server.address() as AddressInfo).port)
  return makeRemoteAccess(world, company, device.id, { destination_ip: host })
}

/** Sends bytes to the server's own port and answers what comes back. */
function sendBytes(text: string): Promise<string> {
  const socket = connect(Number(new URL(world.base).port), '127.0.0.1')
  let back = ''
  return new Promise((resolve) => {
    socket.on('data', (chunk) => {
      back += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(back))
    socket.setTimeout(3000, () => socket.destroy())
    socket.write(Buffer.from(text, 'latin1'))
  })
}

describe('a page behind the device', () => {
  test('opens in the browser that followed the link, and in no other', async () => {
    answer = (_asked, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><h1>Panel</h1>')
    const { link } = await openHere()
    expect(link).toMatch(/^http:\/\/[0-9a-f]{32}\.localhost:\d+\/\.connect\/open\?ticket=[\w-]{43}$/)
    const first = await visit(link)
    expect(first.headers.location).toBe('/')
    expect(first.headers['set-cookie']?.[0]).toMatch(
      /^__Host-connect-[0-9a-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    const cookie = first.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    const { origin } = new URL(link)
    const page = await visit(`${origin}/start?x=1`, {
      headers: { cookie: `${cookie}; theme=dark`, accept: 'text/html' },
    })
    expect(page.text).toBe(`<!doctype html><h1>Panel</h1>${bannerTag}`)
    expect(seen[0]).toMatchObject({ url: '/start?x=1', headers: { host: '192.168.1.10', cookie: 'theme=dark' } })
    expect(seen[0]?.rawHeaders.join(' ')).not.toContain(cookie.split('=')[1])
    for (const url of [`${origin}/`, link, `${origin}/.connect/open?ticket=x`]) {
      const refused = await visit(url)
      expect(refused.status).toBe(403)
      expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
    }
  })

  test('its redirects, cookies and headers fit its new address', async () => {
    answer = (_asked, response) => {
      response.writeHead(302, {
        location: 'http://192.168.1.10/login',
        'set-cookie': ['sid=1; Domain=192.168.1.10; Path=/; HttpOnly', '__Host-session=evil; Path=/; Secure'],
        'strict-transport-security': 'max-age=31536000',
        'access-control-allow-origin': '*',
      })
      response.end()
    }
    const { origin, cookie } = await openPage()
    const { status, headers } = await visit(`${origin}/`, { headers: { cookie } })
    expect(status).toBe(302)
    expect(headers.location).toBe(`${origin}/login`)
    expect(headers['set-cookie']).toEqual(['sid=1; Path=/; HttpOnly'])
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a device that sends browsers to https says which entry to change instead of turning in a circle', async () => {
    answer = (_asked, response) => response.writeHead(301, { location: 'https://192.168.1.10/' }).end()
    const { origin, cookie } = await openPage()
    const page = await visit(`${origin}/`, { headers: { cookie } })
    expect(page.status).toBe(502)
    expect(page.text).toContain('https://192.168.1.10/')
    expect(page.text).toContain('Change the protocol and the port')
  })

  test('the banner comes into documents alone, and not where the policy of the page forbids it', async () => {
    const html = '<p>x</p>'
    const { origin, cookie } = await openPage()
    const asDocument = { cookie, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }
    const bodies: [Record<string, string>, string, string][] = [
      [asDocument, 'text/html; charset=utf-8', html + bannerTag],
      [{ cookie, 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }, 'text/html', html],
      [{ cookie, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }, 'text/html', html],
      [asDocument, 'text/plain', html],
    ]
    for (const [headers, type, body] of bodies) {
      answer = (_asked, response) =>
        response.writeHead(200, { 'content-type': type, 'content-length': html.length }).end(html)
      const page = await visit(`${origin}/`, { headers })
      expect([page.text, Number(page.headers['content-length'])]).toEqual([body, body.length])
    }
    for (const [policy, shown] of [
      ["script-src 'self'", true],
      ["default-src 'none'", false],
      ["script-src 'nonce-x'", false],
    ] as const) {
      answer = (_asked, response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html)
      expect((await visit(`${origin}/`, { headers: asDocument })).text.includes('banner.js')).toBe(shown)
    }
    const script = await visit(`${origin}/.connect/banner.js`, { headers: { cookie } })
    expect(script.headers['content-type']).toContain('javascript')
    expect(script.text).toContain(`${world.base}/devices/${device.id}/access`)
    const status = await visit(`${origin}/.connect/status`, { headers: { cookie } })
    expect(JSON.parse(status.text).seconds_left).toBeGreaterThan(500)
    expect((await visit(`${origin}/.connect/status`)).status).toBe(403)
  })

  test('a user and a password are used when the target asks for Basic, and only then', async () => {
    answer = (asked, response) => {
      const wanted = `Basic ${Buffer.from('admin:s3cret').toString('base64')}`
      if (asked.url === '/open' || asked.headers.authorization === wanted) return response.end('in')
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    }
    const { origin, cookie } = await openPage(entry, { duration: 600, username: 'admin', password: 's3cret' })
    expect((await visit(`${origin}/open`, { headers: { cookie } })).text).toBe('in')
    expect(seen.every(({ headers }) => headers.authorization === undefined)).toBe(true)
    expect((await visit(`${origin}/`, { headers: { cookie } })).text).toBe('in')
    const wrong = await openPage(entry, { duration: 600, username: 'admin', password: 'wrong' })
    const asks = await visit(`${wrong.origin}/`, { headers: { cookie: wrong.cookie } })
    expect([asks.status, asks.headers['www-authenticate']]).toEqual([401, 'Basic realm="x"'])
    const own = { cookie: wrong.cookie, authorization: `Basic ${Buffer.from('admin:s3cret').toString('base64')}` }
    expect((await visit(`${wrong.origin}/`, { headers: own })).text).toBe('in')
  })

  test('old servers are understood: HTTP/1.0, bare line ends, no length', async () => {
    const id = await serveBytes('192.168.1.30', () => 'HTTP/1.0 200 OK\nContent-Type: text/plain\nX-Odd: a\x01b\n\nold')
    const { origin, cookie } = await openPage(id)
    expect((await visit(`${origin}/`, { headers: { cookie } })).text).toBe('old')
  })

  test('what is no HTTP, and a target that hangs up, end in a page that says so', async () => {
    const noise = await openPage(await serveBytes('192.168.1.31', () => 'SSH-2.0-x\r\n'))
    const page = await visit(`${noise.origin}/`, { headers: { cookie: noise.cookie } })
    expect([page.status, page.text.includes('speaks no HTTP')]).toEqual([502, true])
    const silent = await openPage(await serveBytes('192.168.1.32', () => ''))
    const closed = await visit(`${silent.origin}/`, { headers: { cookie: silent.cookie } })
    expect([closed.status, closed.text.includes('closed the connection')]).toEqual([502, true])
  })

  test('a kept connection that the target has closed meanwhile costs nobody a page', async () => {
    const asked = new Map<object, number>()
    const hasty = createServer((request_, response) => {
      const count = (asked.get(request_.socket) ?? 0) + 1
      asked.set(request_.socket, count)
      if (count === 1) response.end(`${request_.method} ${asked.size}`)
      else request_.socket.destroy()
    })
    servers.push(hasty)
    await listen(hasty)
    device.network.set('192.168.1.33:80', (hasty.address() as AddressInfo).port)
    const { origin, cookie } = await openPage(
      await makeRemoteAccess(world, company, device.id, { destination_ip: '192.168.1.33' }),
    )
    const before = asked.size
    for (let count = 1; count <= 3; count++)
      expect((await visit(`${origin}/`, { headers: { cookie } })).text).toBe(`GET ${before + count}`)
    for (let count = 4; count <= 6; count++) {
      const change = await visit(`${origin}/`, { method: 'POST', headers: { cookie }, body: 'x=1' })
      expect(change.text).toBe(`POST ${before + count}`)
    }
  })

  test('a target that is gone since is named with what to do', async () => {
    const { origin, cookie } = await openPage()
    device.network.delete('192.168.1.10:80')
    panel.closeAllConnections()
    const page = await visit(`${origin}/`, { headers: { cookie } })
    device.network.set('192.168.1.10:80', (panel.address() as AddressInfo).port)
    expect(page.status).toBe(502)
    expect(page.text).toContain('192.168.1.10:80')
    expect(page.text).toContain('Step: target')
  })

  test('the tunnel is opened again when the device comes back', async () => {
    answer = (_asked, response) => response.end('here')
    const { origin, cookie } = await openPage()
    device.leave()
    await until(() => device.tunnels.size === 0)
    await until(async () => (await visit(`${origin}/`, { headers: { cookie } })).status === 502)
    await device.arrive()
    expect((await visit(`${origin}/`, { headers: { cookie } })).text).toBe('here')
  })
})

describe('large and live', () => {
  test('200 MB go up and 100 MB come down byte by byte', async () => {
    const block = randomBytes(1024 * 1024)
    const up = createHash('sha256')
    let received = 0
    answer = (asked, response) => {
      if (asked.method === 'GET') {
        let left = 100
        const more = () => {
          while (left-- > 0) if (!response.write(block)) return void response.once('drain', more)
          response.end()
        }
        return more()
      }
      asked.on('data', (chunk: Buffer) => {
        up.update(chunk)
        received += chunk.length
      })
      asked.on('end', () => response.end('stored'))
    }
    const { origin, cookie } = await openPage()
    const { hostname, port } = new URL(origin)
    const down = createHash('sha256')
    for (let count = 0; count < 100; count++) down.update(block)
    const sent = createHash('sha256')
    const stored = await new Promise<string>((resolve, reject) => {
      const upload = request(
        {
          host: '127.0.0.1',
          port,
          method: 'POST',
          path: '/upload',
          headers: { host: `${hostname}:${port}`, cookie, 'content-length': 200 * block.length },
        },
        (response) => response.on('data', (chunk) => resolve(String(chunk))),
      )
      upload.on('error', reject)
      let left = 200
      const more = () => {
        while (left-- > 0) {
          sent.update(block)
          if (!upload.write(block)) return void upload.once('drain', more)
        }
        upload.end()
      }
      more()
    })
    expect([stored, received, up.digest('hex')]).toEqual(['stored', 200 * block.length, sent.digest('hex')])
    const got = createHash('sha256')
    await new Promise<void>((resolve, reject) => {
      request(
        { host: '127.0.0.1', port, path: '/file', headers: { host: `${hostname}:${port}`, cookie } },
        (response) => {
          response.on('data', (chunk) => got.update(chunk))
          response.on('end', resolve)
        },
      )
        .on('error', reject)
        .end()
    })
    expect(got.digest('hex')).toBe(down.digest('hex'))
  }, 120_000)

  test('what nobody reads is not kept: both directions stand still', async () => {
    const block = Buffer.alloc(1024 * 1024)
    const most = 40 * block.length
    let written = 0
    answer = (asked, response) => {
      if (asked.method === 'POST') return void asked.pause()
      const more = () => {
        while (written < 4 * most) {
          written += block.length
          if (!response.write(block)) return void response.once('drain', more)
        }
      }
      more()
    }
    const { origin, cookie } = await openPage()
    const { hostname, port } = new URL(origin)
    const headers = { host: `${hostname}:${port}`, cookie }
    const standsStill = async (count: () => number) => {
      let before = -1
      await until(async () => {
        const still = before === count() && before > 0
        before = count()
        await new Promise((resolve) => setTimeout(resolve, 300))
        return still
      }, 20_000)
      expect(before).toBeLessThan(most)
    }
    let accepted = 0
    const upload = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/',
      headers: { ...headers, 'content-length': 4 * most },
    })
    upload.on('error', () => {})
    const push = () => {
      while (accepted < 4 * most) {
        accepted += block.length
        if (!upload.write(block)) return void upload.once('drain', push)
      }
    }
    push()
    await standsStill(() => accepted)
    upload.destroy()
    const download = request({ host: '127.0.0.1', port, path: '/', headers }, (response) => response.pause())
    download.on('error', () => {})
    download.end()
    await standsStill(() => written)
    download.destroy()
  }, 60_000)

  test('a WebSocket of the page works, from its own page alone', async () => {
    const sockets = new WebSocketServer({ server: panel, path: '/live' })
    let origin_: string | undefined
    sockets.on('connection', (socket, asked) => {
      origin_ = asked.headers.origin
      socket.on('message', (data) => socket.send(`<${data}>`))
    })
    const { origin, cookie } = await openPage()
    const { hostname, port } = new URL(origin)
    const dial = (headers: Record<string, string>) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, {
          headers: { host: `${hostname}:${port}`, ...headers },
        })
        socket.on('open', () => socket.send('hello'))
        socket.on('message', (data) => {
          resolve(String(data))
          socket.close()
        })
        socket.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)))
        socket.on('error', () => {})
      })
    expect(await dial({ cookie, origin })).toBe('<hello>')
    expect(origin_).toBe('http://192.168.1.10')
    expect(await dial({ cookie, origin: 'http://elsewhere.test' })).toBe('403')
    expect(await dial({ cookie })).toBe('403')
    expect(await dial({ origin })).toBe('403')
    sockets.close()
  })
})

describe('between sessions, the console and strangers', () => {
  test("one session's cookie opens no other; nothing of one reaches the other or the console", async () => {
    answer = (_asked, response) => response.end('panel')
    const one = await openPage()
    const two = await openPage()
    expect((await visit(`${one.origin}/`, { headers: { cookie: two.cookie } })).status).toBe(403)
    const cross = { cookie: two.cookie, origin: one.origin, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }
    expect((await visit(`${two.origin}/`, { headers: cross })).status).toBe(403)
    const image = {
      cookie: two.cookie,
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
    }
    expect((await visit(`${two.origin}/`, { headers: image })).status).toBe(403)
    const followed = {
      cookie: two.cookie,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    expect((await visit(`${two.origin}/`, { headers: followed })).text).toBe('panel')
    // The console's paths are not there, the console's host knows no session.
    expect((await visit(`${one.origin}/api/user`, { headers: { cookie: one.cookie } })).text).toBe('panel')
    expect((await visit(`${one.origin}/status/socket.io/`, { headers: { cookie: one.cookie } })).text).toBe('panel')
    expect((await visit(`${world.base}/.connect/open?ticket=x`)).text).not.toContain('session')
  })

  test("a page of a device reads nothing of the console's: no CORS, no change, no socket", async () => {
    const { origin } = await openPage()
    const session = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const read = await visit(`${world.base}/api/user`, { headers: { cookie: session, origin } })
    expect(read.headers['access-control-allow-origin']).toBeUndefined()
    const body = JSON.stringify({ duration: 600 })
    const csrf = admin.cookies.get('XSRF-TOKEN') ?? ''
    const change = await visit(`${world.base}/api/devices/connect/${entry}`, {
      method: 'POST',
      headers: { cookie: session, origin, 'content-type': 'application/json', 'x-xsrf-token': csrf },
      body,
    })
    expect(change.status).toBe(403)
    const live = await new Promise<number>((resolve) => {
      const socket = new WebSocket(`${world.base.replace('http', 'ws')}/status/socket.io/?EIO=4&transport=websocket`, {
        headers: { cookie: session, origin },
      })
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.on('open', () => resolve(101))
      socket.on('error', () => {})
    })
    expect(live).not.toBe(101)
  })

  test('requests that no browser sends are refused before they reach a device', async () => {
    answer = (_asked, response) => response.end('panel')
    const { origin, cookie } = await openPage()
    const { host } = new URL(origin)
    const start = `Host: ${host}\r\nCookie: ${cookie}\r\n`
    const status = async (text: string) => Number((await sendBytes(text)).split(' ')[1])
    expect(await status(`GET / HTTP/1.1\r\n${start}Connection: close\r\n\r\n`)).toBe(200)
    seen = []
    expect(await status(`GET http://127.0.0.1/ HTTP/1.1\r\n${start}Connection: close\r\n\r\n`)).toBe(400)
    expect(await status(`GET / HTTP/1.1\r\n${start}Host: 127.0.0.1\r\nConnection: close\r\n\r\n`)).toBe(400)
    expect(await status(`POST / HTTP/1.1\r\n${start}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`)).toBe(400)
    expect(
      await status(`POST / HTTP/1.1\r\n${start}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    ).toBe(400)
    expect(await status(`GET / HTTP/1.1\r\n${start}X: a\rInjected: 1\r\nConnection: close\r\n\r\n`)).toBe(400)
    expect(await status(`GET / HTTP/1.1\r\n${start}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`)).toBe(400)
    expect(await status(`GET / HTTP/1.1\r\n${start}Connection: Upgrade\r\nUpgrade: tls/1.0\r\n\r\n`)).toBe(400)
    expect(await sendBytes(`CONNECT 127.0.0.1:22 HTTP/1.1\r\n${start}\r\n`)).not.toContain('200')
    expect(seen).toEqual([])
    const odd = await visit(`${origin}//evil.test/x?a=%0d%0aX:1`, { headers: { cookie } })
    expect([odd.status, seen[0]?.url, seen[0]?.headers.host]).toEqual([
      200,
      '//evil.test/x?a=%0d%0aX:1',
      '192.168.1.10',
    ])
  })

  test('a host that names no session has a page of its own', async () => {
    const { port } = new URL(world.base)
    const page = await visit(`http://${'0'.repeat(32)}.localhost:${port}/`)
    expect([page.status, page.text.includes('It has ended, or it never was')]).toEqual([410, true])
  })

  test("a shell's session has no pages", async () => {
    const shell = await makeRemoteAccess(world, company, device.id, { protocol: 'ssh', destination_port: 80 })
    const { link } = await openHere(shell)
    expect(link).toContain('/rms-connect/ssh?key=')
    const ticket = new URL(link).searchParams.get('key')
    const { rows } = await world.pool.query('SELECT name FROM remote_sessions ORDER BY id DESC LIMIT 1')
    const { port } = new URL(world.base)
    expect((await visit(`http://${rows[0].name}.localhost:${port}/.connect/open?ticket=${ticket}`)).status).toBe(410)
  })
})
