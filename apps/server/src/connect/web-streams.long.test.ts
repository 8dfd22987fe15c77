import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type PanelSite, startPanelSite } from '../test/panel-site.ts'
import { until } from '../test/until.ts'

let site: PanelSite

beforeAll(async () => {
  site = await startPanelSite()
})

afterEach(async () => {
  site.seen = []
  await site.endSessions()
})

afterAll(async () => site?.stop())

describe('large and live', () => {
  test('200 MB go up and 100 MB come down byte by byte', async () => {
    const block = randomBytes(1024 * 1024)
    const up = createHash('sha256')
    let received = 0
    site.answer = (asked, response) => {
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
    const { origin, cookie } = await site.enter()
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

  test('unread data is not buffered: both directions pause', async () => {
    const block = Buffer.alloc(1024 * 1024)
    // Capacity of the sockets on the way; twice as many with a balancer and another node.
    const most = (site.world.direct === site.world.base ? 40 : 80) * block.length
    let written = 0
    site.answer = (asked, response) => {
      if (asked.method === 'POST') return void asked.pause()
      const more = () => {
        while (written < 4 * most) {
          written += block.length
          if (!response.write(block)) return void response.once('drain', more)
        }
      }
      more()
    }
    const { origin, cookie } = await site.enter()
    const { hostname, port } = new URL(origin)
    const headers = { host: `${hostname}:${port}`, cookie }
    const settles = async (count: () => number) => {
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
    await settles(() => accepted)
    upload.destroy()
    const download = request({ host: '127.0.0.1', port, path: '/', headers }, (response) => response.pause())
    download.on('error', () => {})
    download.end()
    await settles(() => written)
    download.destroy()
  }, 60_000)

  test('a WebSocket of the page works, from its own page alone', async () => {
    const sockets = new WebSocketServer({ server: site.panel, path: '/live' })
    let origin_: string | undefined
    sockets.on('connection', (socket, asked) => {
      origin_ = asked.headers.origin
      socket.on('message', (data) => socket.send(`<${data}>`))
    })
    const { origin, cookie } = await site.enter()
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
