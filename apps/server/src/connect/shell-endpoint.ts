import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { text } from '@longreach/contract/i18n'
import {
  type ShellClientMessage,
  type ShellServerMessage,
  shellClientMessage,
  shellCloseCodes,
  shellLimits,
} from '@longreach/contract/remote/shell'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'
import type { Credentials } from '../domains/remote/credentials.ts'
import type { LiveSession } from '../domains/remote/live-session.ts'
import type { LiveSessions } from '../domains/remote/live-sessions.ts'
import { shellCookie } from '../domains/remote/shell-cookie.ts'
import { readCookie } from '../endpoint/cookies.ts'
import { readerOf } from '../endpoint/locale.ts'
import { createTokenBucket } from '../gateway/token-bucket.ts'
import { type Forwarded, ownOrigin } from '../http/forwarded.ts'
import { translateDocument } from '../texts.ts'
import type { OwnUpgrade } from './routing.ts'
import { opensSession } from './session-cookie.ts'
import { createShell, type Page, type Shell } from './shell.ts'
import type { ShellDeps } from './shell-login.ts'
import { connectTiming } from './timing.ts'
import { refuseUpgrade } from './upgrade.ts'

const path = /^\/connect\/([0-9a-f]{32})$/

export interface ShellEndpointDeps extends ShellDeps {
  sessions: LiveSessions
  origins: readonly string[]
  forwarded: Forwarded
}

function cookieOf({ headers: { cookie } }: IncomingMessage): string | undefined {
  return readCookie(cookie, shellCookie(true)) ?? readCookie(cookie, shellCookie(false))
}

/** Checks the origin, which browsers send with every socket. */
function fromConsole(request: IncomingMessage, { forwarded, origins }: ShellEndpointDeps): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  return origins.includes(origin) || origin === ownOrigin(forwarded, request)
}

/** Questions to the page; one of each kind at a time. */
function createQuestions(signal: AbortSignal) {
  let credentials: ((given: Credentials) => void) | undefined
  let trust: { fingerprint: string; resolve(good: boolean): void } | undefined
  const within = <T>(start: (resolve: (value: T) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      const over = AbortSignal.any([signal, AbortSignal.timeout(connectTiming.thinking)])
      if (over.aborted) return reject(over.reason)
      over.addEventListener('abort', () => reject(over.reason), { once: true })
      start(resolve)
    })
  return {
    askCredentials: () =>
      within<Credentials>((resolve) => {
        credentials = resolve
      }),
    askTrust: (fingerprint: string) =>
      within<boolean>((resolve) => {
        trust = { fingerprint, resolve }
      }),
    answerCredentials(given: Credentials) {
      credentials?.(given)
      credentials = undefined
    },
    answerTrust(fingerprint: string) {
      if (trust?.fingerprint === fingerprint) trust.resolve(true)
    },
  }
}

/** Speaks the protocol of contract/remote/shell.ts on one socket. */
function serve(socket: WebSocket, request: IncomingMessage, shell: () => Shell, address: string): void {
  const closed = new AbortController()
  const questions = createQuestions(closed.signal)
  const bucket = createTokenBucket({
    rate: shellLimits.textRate,
    burst: shellLimits.textBurst,
    now: () => performance.now(),
  })
  let started: Shell | undefined
  const say = (message: ShellServerMessage) => {
    if (socket.readyState === socket.OPEN) socket.send(translateDocument(JSON.stringify(message), readerOf(request)))
  }
  const page: Page = {
    signal: closed.signal,
    ip: address,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    say,
    askCredentials(reason) {
      say({ type: 'credentials', reason })
      return questions.askCredentials()
    },
    askTrust: (fingerprint) => questions.askTrust(fingerprint),
    bytes: (chunk) => {
      if (socket.readyState === socket.OPEN) socket.send(chunk, { binary: true })
    },
    hold: (paused) => (paused ? socket.pause() : socket.resume()),
    close: (code) => socket.close(code),
  }

  function heard(message: ShellClientMessage) {
    if (message.type === 'start') {
      if (started) return
      started = shell()
      started.attach(page, message)
    } else if (message.type === 'resize') started?.resize(page, message)
    else if (message.type === 'ack') started?.acknowledged(page, message.bytes)
    else if (message.type === 'credentials') questions.answerCredentials(message)
    else questions.answerTrust(message.fingerprint)
  }

  socket.on('message', (data: RawData, binary) => {
    const bytes = data as Buffer
    if (binary) return started?.typed(page, bytes)
    if (bytes.length > shellLimits.textFrame || !bucket.take()) return socket.close(shellCloseCodes.badFrame)
    const parsed = z.safeParse(shellClientMessage, parseJson(bytes))
    if (!parsed.success) return socket.close(shellCloseCodes.badFrame)
    heard(parsed.data)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    closed.abort(new Error('The page left'))
    started?.left(page)
  })
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Reason why a session ended, by the step at which it stopped. */
function endOf({ failure, ended }: LiveSession): Pick<Extract<ShellServerMessage, { type: 'ended' }>, 'step' | 'text'> {
  return failure
    ? { step: failure.step, text: failure.text }
    : { step: 'session', text: ended ?? text('remote.session_ended') }
}

/** A page that connects after the end gets the reason. */
function sayEnd(socket: WebSocket, request: IncomingMessage, session: LiveSession): void {
  socket.on('error', () => {})
  const message: ShellServerMessage = { type: 'ended', ...endOf(session) }
  socket.send(translateDocument(JSON.stringify(message), readerOf(request)))
  socket.close(shellCloseCodes.ended)
}

/** Serves shells: `/connect/<session>` on the console's own host, authorised by the session's cookie alone. */
export function createShellEndpoint(deps: ShellEndpointDeps): OwnUpgrade & { stop(): void } {
  const server = new WebSocketServer({ noServer: true, maxPayload: shellLimits.frame, perMessageDeflate: false })
  const shells = new Map<number, Shell>()

  function shellOf(session: LiveSession): Shell {
    const { id } = session.row
    const found = shells.get(id)
    if (found) return found
    const shell = createShell(deps, session, () => shells.delete(id))
    shells.set(id, shell)
    session.onEnd(() => {
      const { step, text } = endOf(session)
      shells.get(id)?.end(step, text)
    })
    return shell
  }

  const nameOf = (request: IncomingMessage) => path.exec(request.url?.split('?')[0] ?? '')?.[1]

  async function upgrade(request: IncomingMessage, socket: Duplex, early: Buffer): Promise<void> {
    const name = nameOf(request)
    const session = name === undefined ? undefined : deps.sessions.byName(name)
    if (!fromConsole(request, deps)) return refuseUpgrade(socket, 403)
    const ended = session || name === undefined ? undefined : deps.sessions.justEnded(name)
    const known = session ?? ended
    if (known?.row.protocol !== 'ssh' || !(await opensSession(deps.db, known, cookieOf(request))))
      return refuseUpgrade(socket, 403)
    if (!session || session.ended !== undefined)
      return server.handleUpgrade(request, socket, early, (webSocket) => sayEnd(webSocket, request, known))
    server.handleUpgrade(request, socket, early, (webSocket) =>
      serve(webSocket, request, () => shellOf(session), deps.forwarded.addressOf(request)),
    )
  }

  return {
    takes: (request) => (request.url ?? '').startsWith('/connect/'),
    nameOf,
    upgrade(request, socket, early) {
      socket.on('error', () => {})
      upgrade(request, socket, early).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'socket of a shell failed')
        refuseUpgrade(socket, 500)
      })
    },
    stop() {
      for (const client of server.clients) client.close(shellCloseCodes.restart)
      server.close()
    },
  }
}
