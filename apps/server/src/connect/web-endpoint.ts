import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Text, text } from '@longreach/contract/i18n'
import type { Db } from '../db/client.ts'
import { secondsLeft } from '../domains/remote/history.ts'
import type { OpenLimits } from '../domains/remote/key-guessing.ts'
import { openPath } from '../domains/remote/links.ts'
import type { LiveSession } from '../domains/remote/live-session.ts'
import type { LiveSessions } from '../domains/remote/live-sessions.ts'
import { exchangeTicket } from '../domains/remote/session-store.ts'
import { readCookie } from '../endpoint/cookies.ts'
import { Problem } from '../endpoint/problem.ts'
import { keepConnection } from '../http/connection-limit.ts'
import type { Forwarded } from '../http/forwarded.ts'
import { sha256 } from '../seal.ts'
import { bannerPath, bannerScript, statusPath } from './banner.ts'
import { answerPage } from './pages.ts'
import { opensSession } from './session-cookie.ts'
import { refuseUpgrade, relayUpgrade } from './upgrade.ts'
import { createWebSession, hasBody, relay, type WebSession } from './web.ts'

export interface WebEndpointDeps {
  db: Db
  sessions: LiveSessions
  limits: OpenLimits
  forwarded: Forwarded
  log: { warn(details: object, message: string): void }
}

/** Serves the pages of sessions, each on its own host or port. */
export interface WebEndpoint {
  request(session: LiveSession | undefined, request: IncomingMessage, response: ServerResponse): void
  upgrade(session: LiveSession | undefined, request: IncomingMessage, socket: Duplex, early: Buffer): void
}

/** Cookies of a port belong to its whole host, so the name distinguishes sessions there. */
const cookieName = (session: LiveSession, secure: boolean) =>
  `${secure ? '__Host-' : ''}connect-${session.row.name.slice(0, 8)}`

const outerOf = ({ row }: LiveSession) => new URL(row.url).origin
const isSecureSession = (session: LiveSession) => {
  const { protocol, hostname } = new URL(session.row.url)
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
}

/** True if the session has a port of the console's host, which later sessions will use, too. */
const isShared = ({ row }: LiveSession) => !new URL(row.url).hostname.startsWith(row.name)

const cookieOf = (session: LiveSession, request: IncomingMessage) =>
  readCookie(request.headers.cookie, cookieName(session, isSecureSession(session)))

/** True for a background request by another site's page. Following a link to the session is allowed. */
function fromElsewhere(session: LiveSession, { method, headers }: IncomingMessage, socket = false): boolean {
  const { origin } = headers
  // Pages always send their origin with sockets, whatever policy hides it elsewhere.
  if (socket) return origin !== outerOf(session)
  if (origin !== undefined && origin !== 'null' && origin !== outerOf(session)) return true
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  return !(method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document')
}

/**
 * Requests that no browser sends: an absolute URL in place of a path, two hosts, TRACE, which would echo the username
 * and password stored with the entry, a GET or HEAD with a body, which devices read as another request.
 */
function isMalformed(request: IncomingMessage): boolean {
  const { method, url = '', rawHeaders } = request
  if (method === 'TRACE') return true
  if ((method === 'GET' || method === 'HEAD') && hasBody(request)) return true
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return !url.startsWith('/') || hosts !== 1
}

export function createWebEndpoint(deps: WebEndpointDeps): WebEndpoint {
  const webs = new Map<number, WebSession>()
  const holdsCookie = (session: LiveSession, request: IncomingMessage) =>
    opensSession(deps.db, session, cookieOf(session, request))

  function webOf(session: LiveSession): WebSession {
    const found = webs.get(session.row.id)
    if (found) return found
    const { host, port } = session.target
    const web = createWebSession(deps.db, session, {
      outer: outerOf(session),
      protocol: session.row.protocol === 'https' ? 'https' : 'http',
      host,
      port,
      shared: isShared(session),
    })
    webs.set(session.row.id, web)
    session.onEnd(() => webs.delete(session.row.id))
    return web
  }

  const wayIn = (session: LiveSession | undefined, response: ServerResponse, status: number, lines: Text[]) =>
    answerPage(response, {
      status,
      title: status === 403 ? text('remote.page_forbidden') : text('remote.page_gone'),
      lines,
      link: session && { text: text('remote.to_console'), href: `${session.consoleOrigin}/` },
    })

  async function exchange(session: LiveSession, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ticket = new URL(request.url ?? '/', 'http://session').searchParams.get('ticket') ?? ''
    const opened = await exchangeTicket(deps.db, session.row.name, ticket)
    if (!opened) {
      // The user who has the session opens the link again.
      if (await holdsCookie(session, request)) return redirectHome(response, [])
      await deps.limits.wrong(deps.forwarded.addressOf(request))
      return wayIn(session, response, 403, [text('remote.page_link_expired')])
    }
    session.cookieHash = sha256(opened.cookie)
    const secure = isSecureSession(session)
    // State that a device's page left at this port, service workers above all, must not reach the next device.
    if (isShared(session)) response.setHeader('clear-site-data', '"cache", "storage"')
    redirectHome(response, [
      `${cookieName(session, secure)}=${opened.cookie}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    ])
  }

  function answerOwn(path: string, session: LiveSession, response: ServerResponse): boolean {
    const left = secondsLeft(session.expiresAt)
    const answer = (type: string, body: string) => {
      response.writeHead(200, {
        'content-type': type,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    }
    if (path === statusPath) answer('application/json', JSON.stringify({ seconds_left: left }))
    else if (path === bannerPath) {
      const extendAt = `${session.consoleOrigin}/devices/${session.row.device_id}/access`
      answer('text/javascript; charset=utf-8', bannerScript({ secondsLeft: left, extendAt }))
    } else return false
    return true
  }

  async function handle(session: LiveSession, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0] ?? '/'
    if (path === openPath && request.method === 'GET') return exchange(session, request, response)
    if (!(await holdsCookie(session, request)))
      return wayIn(session, response, 403, [text('remote.page_other_browser')])
    if (fromElsewhere(session, request)) return wayIn(session, response, 403, [text('remote.page_other_site')])
    if (answerOwn(path, session, response)) return
    keepConnection(request)
    relay(webOf(session), request, response)
  }

  return {
    request(session, request, response) {
      response.on('error', () => {})
      if (isMalformed(request)) return void response.writeHead(400, { connection: 'close' }).end()
      if (!session) return wayIn(undefined, response, 410, [text('remote.page_ended')])
      handle(session, request, response).catch((error: unknown) => {
        if (error instanceof Problem)
          return wayIn(
            session,
            response,
            error.status,
            error.errors.map(({ message }) => message as Text),
          )
        deps.log.warn({ err: error }, 'a request to a remote session failed')
        wayIn(session, response, 500, [text('remote.server_error')])
      })
    },
    upgrade(session, request, socket, early) {
      socket.on('error', () => {})
      if (isMalformed(request) || request.headers.upgrade?.toLowerCase() !== 'websocket')
        return refuseUpgrade(socket, 400)
      if (!session) return refuseUpgrade(socket, 410)
      const enter = async () => {
        if (fromElsewhere(session, request, true) || !(await holdsCookie(session, request)))
          return refuseUpgrade(socket, 403)
        await relayUpgrade(deps.db, webOf(session), request, socket, early)
      }
      enter().catch(() => refuseUpgrade(socket, 502))
    },
  }
}

function redirectHome(response: ServerResponse, cookies: string[]): void {
  response.writeHead(303, {
    location: '/',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
  })
  response.end()
}
