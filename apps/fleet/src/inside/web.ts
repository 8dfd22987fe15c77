import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { selfSigned } from './certificate.ts'
import { certificateName, type Machine } from './machine.ts'
import { lanPage, picture, script, signInPage, statusOf, statusPage, style } from './pages.ts'
import { tick } from './websocket.ts'

const liveEvery = 1000
const mostBody = 10_000
const mostSessions = 100
const html = 'text/html; charset=utf-8'

function answer(response: ServerResponse, status: number, type: string, body: string, headers = {}): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers })
  response.end(body)
}

const goTo = (response: ServerResponse, place: string, headers = {}) =>
  answer(response, 303, html, '', { location: place, ...headers })

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  for await (const chunk of request) {
    body += chunk
    if (body.length > mostBody) throw new Error('too long')
  }
  return new URLSearchParams(body)
}

const nameOf = (request: IncomingMessage) => (request.url ?? '/').split('?')[0]?.slice(1) ?? ''

/** Servers of the pages. They do not listen, but are given streams. */
export interface Pages {
  http(stream: Duplex): void
  https(stream: Duplex): void
  lan(kind: 'camera' | 'plc', stream: Duplex): void
}

/** The web pages of a device (sign-in, status with live values, sign-out) and of targets in its LAN. */
export function createPages(machine: Machine): Pages {
  const sessions = new Set<string>()
  const sessionOf = (request: IncomingMessage) =>
    /(?:^|; )sid=([0-9a-f]{32})/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const signedIn = (request: IncomingMessage) => sessions.has(sessionOf(request))

  async function signIn(request: IncomingMessage, response: ServerResponse) {
    const form = await formOf(request)
    if (form.get('username') !== 'admin' || form.get('password') !== machine.password()) {
      return answer(response, 403, html, signInPage(machine, true))
    }
    const sid = randomBytes(16).toString('hex')
    sessions.add(sid)
    if (sessions.size > mostSessions) sessions.delete(sessions.values().next().value as string)
    goTo(response, 'status', { 'set-cookie': `sid=${sid}; HttpOnly; Path=/; SameSite=Lax` })
  }

  function signOut(request: IncomingMessage, response: ServerResponse) {
    sessions.delete(sessionOf(request))
    goTo(response, './', { 'set-cookie': 'sid=; HttpOnly; Path=/; Max-Age=0' })
  }

  async function own(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = `${request.method} ${nameOf(request)}`
    if (call === 'GET style.css') return answer(response, 200, 'text/css', style)
    if (call === 'POST login') return signIn(request, response)
    if (call === 'POST logout') return signOut(request, response)
    if (call === 'GET ') {
      if (signedIn(request)) return goTo(response, 'status')
      return answer(response, 200, html, signInPage(machine, false))
    }
    if (!signedIn(request)) return goTo(response, './')
    if (call === 'GET status') return answer(response, 200, html, statusPage(machine))
    if (call === 'GET status.js') return answer(response, 200, 'text/javascript', script)
    if (call === 'GET status.json') return answer(response, 200, 'application/json', JSON.stringify(statusOf(machine)))
    answer(response, 404, 'text/plain', 'There is no such page on this simulated device.\n')
  }

  function listener(request: IncomingMessage, response: ServerResponse) {
    own(request, response).catch(() => response.destroy())
  }

  function upgrade(request: IncomingMessage, socket: Duplex) {
    if (nameOf(request) !== 'live' || !signedIn(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    tick(request, socket, liveEvery, () => JSON.stringify(statusOf(machine)))
  }

  const plain = createServer(listener).on('upgrade', upgrade)
  let secure: ReturnType<typeof createTlsServer> | undefined
  const lan = {
    camera: createServer((request, response) => {
      if (nameOf(request) === 'picture.svg') return answer(response, 200, 'image/svg+xml', picture(machine))
      if (nameOf(request) === 'style.css') return answer(response, 200, 'text/css', style)
      answer(response, 200, html, lanPage(machine, 'camera'))
    }),
    plc: createServer((request, response) => {
      if (nameOf(request) === 'style.css') return answer(response, 200, 'text/css', style)
      answer(response, 200, html, lanPage(machine, 'plc'))
    }),
  }

  return {
    http: (stream) => void plain.emit('connection', stream),
    https(stream) {
      secure ??= createTlsServer(selfSigned(certificateName(machine.spec), machine.bootAt()), listener).on(
        'upgrade',
        upgrade,
      )
      secure.emit('connection', stream)
    },
    lan: (kind, stream) => void lan[kind].emit('connection', stream),
  }
}
