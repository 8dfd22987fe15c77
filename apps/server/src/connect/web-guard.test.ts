import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { enter, visit } from '../test/connect.ts'
import { type PanelSite, startPanelSite } from '../test/panel-site.ts'
import { makeRemoteAccess } from '../test/remote.ts'

let site: PanelSite

beforeAll(async () => {
  site = await startPanelSite()
})

afterEach(async () => {
  site.seen = []
  await site.endSessions()
})

afterAll(async () => site?.stop())

/** Sends bytes to the server's own port and returns the response. */
function sendBytes(text: string): Promise<string> {
  const socket = connect(Number(new URL(site.world.direct).port), '127.0.0.1')
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

describe('between sessions, the console and strangers', () => {
  test("one session's cookie opens no other; nothing of one reaches the other or the console", async () => {
    site.answer = (_asked, response) => response.end('panel')
    const one = await site.enter()
    const two = await site.enter()
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
    // The console's paths do not exist there, and the console's host knows no session.
    expect((await visit(`${one.origin}/api/user`, { headers: { cookie: one.cookie } })).text).toBe('panel')
    expect((await visit(`${one.origin}/status/socket.io/`, { headers: { cookie: one.cookie } })).text).toBe('panel')
    expect((await visit(`${site.world.base}/.connect/open?ticket=x`)).text).not.toContain('session')
  })

  test("a page of a device reads nothing of the console's: no CORS, no change, no socket", async () => {
    const { origin } = await site.enter()
    const session = [...site.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const read = await visit(`${site.world.base}/api/user`, { headers: { cookie: session, origin } })
    expect(read.headers['access-control-allow-origin']).toBeUndefined()
    const body = JSON.stringify({ duration: 600 })
    const csrf = site.admin.cookies.get('XSRF-TOKEN') ?? ''
    const change = await visit(`${site.world.base}/api/devices/connect/${site.entry}`, {
      method: 'POST',
      headers: { cookie: session, origin, 'content-type': 'application/json', 'x-xsrf-token': csrf },
      body,
    })
    expect(change.status).toBe(403)
    const live = await new Promise<number>((resolve) => {
      const socket = new WebSocket(
        `${site.world.base.replace('http', 'ws')}/status/socket.io/?EIO=4&transport=websocket`,
        {
          headers: { cookie: session, origin },
        },
      )
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.on('open', () => resolve(101))
      socket.on('error', () => {})
    })
    expect(live).not.toBe(101)
  })

  test('requests that no browser sends are refused before they reach a device', async () => {
    site.answer = (_asked, response) => response.end('panel')
    const { origin, cookie } = await site.enter()
    const { host } = new URL(origin)
    const start = `Host: ${host}\r\nCookie: ${cookie}\r\n`
    const status = async (text: string) => Number((await sendBytes(text)).split(' ')[1])
    expect(await status(`GET / HTTP/1.1\r\n${start}Connection: close\r\n\r\n`)).toBe(200)
    site.seen = []
    expect(await status(`GET http://127.0.0.1/ HTTP/1.1\r\n${start}Connection: close\r\n\r\n`)).toBe(400)
    expect(await status(`GET / HTTP/1.1\r\n${start}Host: 127.0.0.1\r\nConnection: close\r\n\r\n`)).toBe(400)
    expect(await status(`TRACE / HTTP/1.1\r\n${start}Connection: close\r\n\r\n`)).toBe(400)
    expect(await status(`POST / HTTP/1.1\r\n${start}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`)).toBe(400)
    expect(
      await status(`POST / HTTP/1.1\r\n${start}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    ).toBe(400)
    expect(await status(`GET / HTTP/1.1\r\n${start}X: a\rInjected: 1\r\nConnection: close\r\n\r\n`)).toBe(400)
    expect(await status(`GET / HTTP/1.1\r\n${start}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`)).toBe(400)
    expect(await status(`GET / HTTP/1.1\r\n${start}Connection: Upgrade\r\nUpgrade: tls/1.0\r\n\r\n`)).toBe(400)
    expect(await sendBytes(`CONNECT 127.0.0.1:22 HTTP/1.1\r\n${start}\r\n`)).not.toContain('200')
    expect(site.seen).toEqual([])
    const odd = await visit(`${origin}//evil.test/x?a=%0d%0aX:1`, { headers: { cookie } })
    expect([odd.status, site.seen[0]?.url, site.seen[0]?.headers.host]).toEqual([
      200,
      '//evil.test/x?a=%0d%0aX:1',
      '192.168.1.10',
    ])
  })

  test('a body reaches the device as one, whatever it contains', async () => {
    let heard: object[] = []
    site.answer = async (asked, response) => {
      const { method, url } = asked
      heard.push({ method, url, body: await text(asked) })
      response.end('panel')
    }
    const { origin, cookie } = await site.enter()
    const { host } = new URL(origin)
    const body = 'GET /second HTTP/1.1\r\nHost: panel\r\n\r\n'
    const chunked = `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const counted = `Content-Length: ${body.length}\r\n\r\n${body}`
    const status = async (method: string, rest: string) => {
      const head = `${method} /first HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n`
      return Number((await sendBytes(head + rest)).split(' ')[1])
    }
    for (const rest of [chunked, counted]) {
      for (const method of ['GET', 'HEAD']) expect(await status(method, rest)).toBe(400)
      expect(heard).toEqual([])
      const methods = ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PROPFIND', 'PUT']
      for (const method of methods) expect(await status(method, rest)).toBe(200)
      expect(heard).toEqual(methods.map((method) => ({ method, url: '/first', body })))
      heard = []
    }
  })

  test('the session’s user may reopen its link any number of times, without locking anyone out', async () => {
    const { link } = await site.open()
    const { cookie } = await enter(link)
    for (let time = 0; time < 35; time++) expect((await visit(link, { headers: { cookie } })).status).toBe(303)
  })

  test('a socket whose page hides where it is from is refused', async () => {
    const { origin, cookie } = await site.enter()
    const { host } = new URL(origin)
    for (const from of ['Origin: null\r\n', '', 'Origin: https://evil.test\r\n']) {
      const asked = `GET / HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${from}\r\n`
      expect(await sendBytes(asked)).toMatch(/^HTTP\/1.1 403 /)
    }
    expect(site.seen).toEqual([])
  })

  test('a partial response to a socket leaves no browser waiting', async () => {
    const odd = createServer((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 403 No\r\nContent-Length: 9\r\n\r\nhalf', () => socket.destroySoon())
      }),
    )
    const { origin, cookie } = await site.enter(await site.serve('192.168.1.33', odd))
    const startedAt = Date.now()
    const back = await sendBytes(
      `GET / HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    expect(back).toContain('403')
    expect(Date.now() - startedAt).toBeLessThan(2500)
  })

  test('a target that switches protocols unasked leads to a page that says so', async () => {
    for (const [host, upgrade] of [
      ['192.168.1.31', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
      ['192.168.1.32', ''],
    ] as const) {
      const odd = createServer((socket) =>
        socket.once('data', () => socket.write(`HTTP/1.1 101 Switching Protocols\r\n${upgrade}\r\nx`)),
      )
      const { origin, cookie } = await site.enter(await site.serve(host, odd))
      const answer = await visit(`${origin}/`, { headers: { cookie } })
      expect([answer.status, answer.text.includes('Target does not speak HTTP')]).toEqual([502, true])
    }
  })

  test('a host that names no session has a page of its own', async () => {
    const { port } = new URL(site.world.base)
    const page = await visit(`http://${'0'.repeat(32)}.localhost:${port}/`)
    expect([page.status, page.text.includes('It has ended or never existed')]).toEqual([410, true])
  })

  test("a shell's session has no pages", async () => {
    const shell = await makeRemoteAccess(site.world, site.company, site.device.id, {
      protocol: 'ssh',
      destination_port: 80,
    })
    const { link } = await site.open(shell)
    expect(link).toContain('/rms-connect/ssh?key=')
    const ticket = new URL(link).searchParams.get('key')
    const { rows } = await site.world.pool.query('SELECT name FROM remote_sessions ORDER BY id DESC LIMIT 1')
    const { port } = new URL(site.world.base)
    expect((await visit(`http://${rows[0].name}.localhost:${port}/.connect/open?ticket=${ticket}`)).status).toBe(410)
  })
})
