import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { visit } from '../test/connect.ts'
import { type PanelSite, startPanelSite } from '../test/panel-site.ts'
import { until } from '../test/until.ts'

const bannerTag = '<script src="/.connect/banner.js" defer></script>'

let site: PanelSite

beforeAll(async () => {
  site = await startPanelSite()
})

afterEach(async () => {
  site.seen = []
  await site.endSessions()
})

afterAll(async () => site?.stop())

/** Serves raw bytes at an address behind the device. */
const serveBytes = (host: string, talk: (text: string) => string) =>
  site.serve(
    host,
    createTcp((socket) => {
      socket.on('error', () => {})
      socket.once('data', (chunk) => socket.end(Buffer.from(talk(chunk.toString('latin1')), 'latin1')))
    }),
  )

describe('a page behind the device', () => {
  test('opens in the browser that followed the link, and in no other', async () => {
    site.answer = (_asked, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><h1>Panel</h1>')
    const { link } = await site.open()
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
    expect(site.seen[0]).toMatchObject({ url: '/start?x=1', headers: { host: '192.168.1.10', cookie: 'theme=dark' } })
    expect(site.seen[0]?.rawHeaders.join(' ')).not.toContain(cookie.split('=')[1])
    for (const url of [`${origin}/`, link, `${origin}/.connect/open?ticket=x`]) {
      const refused = await visit(url)
      expect(refused.status).toBe(403)
      expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
    }
  })

  test('its redirects, cookies and headers fit its new address', async () => {
    site.answer = (_asked, response) => {
      response.writeHead(302, {
        location: 'http://192.168.1.10/login',
        'set-cookie': ['sid=1; Domain=192.168.1.10; Path=/; HttpOnly', '__Host-session=evil; Path=/; Secure'],
        'strict-transport-security': 'max-age=31536000',
        'access-control-allow-origin': '*',
      })
      response.end()
    }
    const { origin, cookie } = await site.enter()
    const { status, headers } = await visit(`${origin}/`, { headers: { cookie } })
    expect(status).toBe(302)
    expect(headers.location).toBe(`${origin}/login`)
    expect(headers['set-cookie']).toEqual(['sid=1; Path=/; HttpOnly', 'device___Host-session=evil; Path=/'])
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a device that redirects to https leads to a page with the entry to change instead of a loop', async () => {
    site.answer = (_asked, response) => response.writeHead(301, { location: 'https://192.168.1.10/' }).end()
    const { origin, cookie } = await site.enter()
    const page = await visit(`${origin}/`, { headers: { cookie } })
    expect(page.status).toBe(502)
    expect(page.text).toContain('https://192.168.1.10/')
    expect(page.text).toContain('Change the protocol and port')
  })

  test('a refresh and a base that name the device in its network lead back into the session', async () => {
    const head = (to: string) =>
      `<head><base href="${to}/"><meta http-equiv="refresh" content="0; URL=${to}/login"></head>`
    site.answer = (_asked, response) =>
      response.setHeader('content-type', 'text/html').end(`${head('http://192.168.1.10')}<body>${'x'.repeat(100_000)}`)
    const { origin, cookie } = await site.enter()
    const page = await visit(`${origin}/`, { headers: { cookie, accept: 'text/html' } })
    expect(page.text).toBe(`${head(origin)}<body>${'x'.repeat(100_000)}${bannerTag}`)
  })

  test('a cookie named like one of ours comes back to the device under its own name', async () => {
    site.answer = (_asked, response) => response.setHeader('set-cookie', 'shell=abc; Path=/; HttpOnly').end('in')
    const { origin, cookie } = await site.enter()
    const [set = ''] = (await visit(`${origin}/`, { headers: { cookie } })).headers['set-cookie'] ?? []
    const stored = set.split(';')[0] ?? ''
    expect(stored).not.toMatch(/^shell=/)
    site.seen = []
    await visit(`${origin}/`, { headers: { cookie: `${cookie}; ${stored}` } })
    expect(site.seen[0]?.headers.cookie).toBe('shell=abc')
  })

  test('the banner comes into documents alone, and not where the policy of the page forbids it', async () => {
    const html = '<p>x</p>'
    const { origin, cookie } = await site.enter()
    const asDocument = { cookie, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }
    const bodies: [Record<string, string>, string, string][] = [
      [asDocument, 'text/html; charset=utf-8', html + bannerTag],
      [{ cookie, 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }, 'text/html', html],
      [{ cookie, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }, 'text/html', html],
      [asDocument, 'text/plain', html],
      [asDocument, 'text/html; charset=UTF-16', html],
    ]
    for (const [headers, type, body] of bodies) {
      site.answer = (_asked, response) =>
        response.writeHead(200, { 'content-type': type, 'content-length': html.length }).end(html)
      const page = await visit(`${origin}/`, { headers })
      // The length of a document that may change on its way is not known beforehand.
      const length = body === html ? String(html.length) : undefined
      expect([page.text, page.headers['content-length']]).toEqual([body, length])
    }
    for (const [policy, shown] of [
      ["script-src 'self'", true],
      ["default-src 'none'", false],
      ["script-src 'nonce-x'", false],
    ] as const) {
      site.answer = (_asked, response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html)
      expect((await visit(`${origin}/`, { headers: asDocument })).text.includes('banner.js')).toBe(shown)
    }
    const script = await visit(`${origin}/.connect/banner.js`, { headers: { cookie } })
    expect(script.headers['content-type']).toContain('javascript')
    expect(script.text).toContain(`${site.world.base}/devices/${site.device.id}/access`)
    const status = await visit(`${origin}/.connect/status`, { headers: { cookie } })
    expect(JSON.parse(status.text).seconds_left).toBeGreaterThan(500)
    expect((await visit(`${origin}/.connect/status`)).status).toBe(403)
  })

  test('a user and a password are used when the target asks for Basic, and only then', async () => {
    site.answer = (asked, response) => {
      const expected = `Basic ${Buffer.from('admin:s3cret').toString('base64')}`
      if (asked.url === '/open' || asked.headers.authorization === expected) return response.end('in')
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    }
    const { origin, cookie } = await site.enter(site.entry, { duration: 600, username: 'admin', password: 's3cret' })
    expect((await visit(`${origin}/open`, { headers: { cookie } })).text).toBe('in')
    expect(site.seen.every(({ headers }) => headers.authorization === undefined)).toBe(true)
    expect((await visit(`${origin}/`, { headers: { cookie } })).text).toBe('in')
    const wrong = await site.enter(site.entry, { duration: 600, username: 'admin', password: 'wrong' })
    const asks = await visit(`${wrong.origin}/`, { headers: { cookie: wrong.cookie } })
    expect([asks.status, asks.headers['www-authenticate']]).toEqual([401, 'Basic realm="x"'])
    const own = { cookie: wrong.cookie, authorization: `Basic ${Buffer.from('admin:s3cret').toString('base64')}` }
    expect((await visit(`${wrong.origin}/`, { headers: own })).text).toBe('in')
  })

  test.each([
    ['HTTP/1.0, bare line feeds, no length', 'HTTP/1.0 200 OK\nContent-Type: text/plain\nX-Odd: a\x01b\n\nold'],
    ['no reason', 'HTTP/1.1 200\r\nContent-Length: 3\r\n\r\nold'],
    ['a reason in Latin-1', 'HTTP/1.0 200 Pr\xeat\r\n\r\nold'],
    ['an empty line first', '\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nold'],
    ['a header over two lines', 'HTTP/1.1 200 OK\r\nX-Long: one\r\n two\r\nContent-Length: 3\r\n\r\nold'],
    ['space before a colon', 'HTTP/1.1 200 OK\r\nContent-Length : 3\r\n\r\nold'],
    ['a header in Latin-1', 'HTTP/1.1 200 OK\r\nServer: Caf\xe9\r\nContent-Length: 3\r\n\r\nold'],
    ['space after the length', 'HTTP/1.1 200 OK\r\nContent-Length: 3 \r\n\r\nold'],
    ['chunks with space', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3  \r\nold\r\n0\r\n\r\n'],
    ['chunks with an extension', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n03;x=1\r\nold\r\n00\r\n\r\n'],
    ['an unknown encoding', 'HTTP/1.1 200 OK\r\nContent-Encoding: none\r\nContent-Length: 3\r\n\r\nold'],
    ['a refused charset', 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset="\r\nContent-Length: 3\r\n\r\nold'],
    ['a type of its own', 'HTTP/1.1 200 OK\r\nContent-Type: html\r\nContent-Length: 3\r\n\r\nold'],
    ['a status of its own', 'HTTP/1.1 299 Odd\r\nContent-Length: 3\r\n\r\nold'],
    ['Continue first', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nold'],
  ])('an old server is supported: %s', async (_, answer) => {
    const { origin, cookie } = await site.enter(await serveBytes('192.168.1.30', () => answer))
    const { text } = await visit(`${origin}/`, { headers: { cookie, accept: 'text/html' } })
    expect(text.replace(bannerTag, '')).toBe('old')
  })

  test('a response with two lengths reaches the browser with the correct one', async () => {
    const both = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'
    const chunked = await site.enter(await serveBytes('192.168.1.34', () => both))
    const page = await visit(`${chunked.origin}/`, { headers: { cookie: chunked.cookie } })
    expect([page.text, page.headers['content-length']]).toEqual(['hello', undefined])
    const same = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello'
    const twice = await site.enter(await serveBytes('192.168.1.35', () => same))
    const { status, text } = await visit(`${twice.origin}/`, { headers: { cookie: twice.cookie } })
    expect([
      [200, 'hello'],
      [502, text],
    ]).toContainEqual([status, text])
  })

  test('a response that is not HTTP, and a target that hangs up, lead to a page that says so', async () => {
    const noise = await site.enter(await serveBytes('192.168.1.31', () => 'SSH-2.0-x\r\n'))
    const page = await visit(`${noise.origin}/`, { headers: { cookie: noise.cookie } })
    expect([page.status, page.text.includes('does not speak HTTP')]).toEqual([502, true])
    const silent = await site.enter(await serveBytes('192.168.1.32', () => ''))
    const closed = await visit(`${silent.origin}/`, { headers: { cookie: silent.cookie } })
    expect([closed.status, closed.text.includes('closed the connection')]).toEqual([502, true])
  })

  test('a kept connection that the target has closed meanwhile does not fail a request', async () => {
    const asked = new Map<object, number>()
    const hasty = createServer((request_, response) => {
      const count = (asked.get(request_.socket) ?? 0) + 1
      asked.set(request_.socket, count)
      if (count === 1) response.end(`${request_.method} ${asked.size}`)
      else request_.socket.destroy()
    })
    const { origin, cookie } = await site.enter(await site.serve('192.168.1.33', hasty))
    const before = asked.size
    for (let count = 1; count <= 3; count++)
      expect((await visit(`${origin}/`, { headers: { cookie } })).text).toBe(`GET ${before + count}`)
    for (let count = 4; count <= 6; count++) {
      const change = await visit(`${origin}/`, { method: 'POST', headers: { cookie }, body: 'x=1' })
      expect(change.text).toBe(`POST ${before + count}`)
    }
  })

  test('a target that has become unreachable is named with what to do', async () => {
    const { origin, cookie } = await site.enter()
    site.device.network.delete('192.168.1.10:80')
    site.panel.closeAllConnections()
    const page = await visit(`${origin}/`, { headers: { cookie } })
    site.device.network.set('192.168.1.10:80', (site.panel.address() as AddressInfo).port)
    expect(page.status).toBe(502)
    expect(page.text).toContain('192.168.1.10:80')
    expect(page.text).toContain('Step: target')
  })

  test('the tunnel is opened again when the device comes back', async () => {
    site.answer = (_asked, response) => response.end('here')
    const { origin, cookie } = await site.enter()
    site.device.leave()
    await until(() => site.device.tunnels.size === 0)
    await until(async () => (await visit(`${origin}/`, { headers: { cookie } })).status === 502)
    await site.device.arrive()
    expect((await visit(`${origin}/`, { headers: { cookie } })).text).toBe('here')
  })
})
