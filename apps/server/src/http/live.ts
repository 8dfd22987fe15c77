import { createServer, type IncomingMessage } from 'node:http'
import type {} from '@fastify/cookie'
import { type DeviceState, liveLimits, pollingPath, socketPath } from '@longreach/contract/live'
import type { FastifyInstance } from 'fastify'
import { Server } from 'socket.io'
import { byKey } from '../endpoint/channels.ts'
import { isSecure, sessionCookie } from '../endpoint/cookies.ts'
import { Problem } from '../endpoint/problem.ts'
import { findSession } from '../endpoint/session.ts'
import type { Listener } from '../listeners.ts'
import { sessionOf } from './caller.ts'
import { ownOrigin } from './forwarded.ts'
import { createChannelSender, findEvents } from './live-channels.ts'
import { forward } from './live-forward.ts'
import { limitPace } from './live-pace.ts'
import type { LiveDeps, LiveServer, LiveSocket } from './live-socket.ts'
import { join, leave, recheck, sendMissed } from './live-subscriptions.ts'
import { checkTokenPlace } from './programs/refusals.ts'

/** Milliseconds between checks of the sessions and permissions of open sockets. */
const recheckMs = 30_000

function allowedOrigin(
  request: IncomingMessage,
  { forwarded, origins }: Pick<LiveDeps, 'forwarded' | 'origins'>,
): boolean {
  const { origin } = request.headers
  return origin === undefined || origins.includes(origin) || origin === ownOrigin(forwarded, request)
}

function socketsOf(io: LiveServer, userId: number): number {
  let count = 0
  for (const { data } of io.sockets.sockets.values()) if (data.session?.userId === userId) count++
  return count
}

export interface Live {
  listener: Listener
  close(): Promise<void>
}

/** Live updates over WebSocket, with a polling fallback for programs. */
export function answerLive(app: FastifyInstance, deps: LiveDeps): Live {
  // socket.io attaches itself to a server; this one never listens, and gets the upgrades that the listener accepts.
  const entrance = createServer()
  const takes = ({ url = '' }: IncomingMessage) => url.startsWith(`${socketPath}/`)
  const io: LiveServer = new Server(entrance, {
    path: socketPath,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    allowRequest: (request, answer) => answer(null, allowedOrigin(request, deps)),
  })
  limitPace(io, (address, why) => app.log.warn({ address }, `live socket closed: it ${why}`))
  io.use((socket, next) => {
    const refuse = (why: string) => {
      next(new Error(why))
      // Once the answer is sent: a client could ask again and again.
      setImmediate(() => socket.conn.close())
    }
    const cookies = app.parseCookie(socket.handshake.headers.cookie ?? '')
    const protocol = deps.forwarded.isHttps(socket.request) ? 'https' : 'http'
    const hostname = deps.forwarded.hostOf(socket.request) ?? ''
    const token = cookies[sessionCookie(isSecure({ protocol, hostname }))]
    if (token === undefined) return refuse('UNAUTHORIZED')
    findSession(deps.db, 'browser', token).then(
      (session) => {
        if (!session) return refuse('UNAUTHORIZED')
        if (socketsOf(io, session.userId) >= liveLimits.sockets) return refuse('TOO_MANY_SOCKETS')
        socket.data = { session }
        next()
      },
      () => refuse('UNAVAILABLE'),
    )
  })
  io.on('connection', (socket) => {
    // In order, so that the last subscription is the one that counts.
    let turn = Promise.resolve()
    const inTurn = (work: () => Promise<void>) => {
      turn = turn.then(work).catch((error: unknown) => app.log.error({ err: error }, 'subscription failed'))
    }
    socket.on('subscribe', (request, done: unknown) =>
      inTurn(async () => {
        if (socket.connected) await join(socket, deps, request)
        if (typeof done === 'function') done()
      }),
    )
    socket.on('unsubscribe', (request) => inTurn(() => leave(socket, request)))
  })
  const lookAt = async (sockets: Iterable<LiveSocket>) => {
    try {
      for (const socket of sockets) await recheck(socket, deps)
    } catch (error) {
      app.log.warn({ err: error }, 'permissions of sockets could not be checked')
    }
  }
  let checking = false
  let catching = false
  const catchUp = async () => {
    if (catching) return
    catching = true
    const sockets = [...io.sockets.sockets.values()]
    await lookAt(sockets)
    const states = new Map<number, DeviceState | undefined>()
    try {
      for (const socket of sockets) await sendMissed(socket, deps, states)
    } catch (error) {
      app.log.warn({ err: error }, 'missed events could not be sent to sockets')
    }
    catching = false
  }
  const ends = forward(
    io,
    deps,
    createChannelSender(deps.db, (error) => app.log.warn({ err: error }, 'events of a channel could not be sent')),
    (sockets) => void lookAt(sockets),
    () => void catchUp(),
  )
  const checks = setInterval(async () => {
    if (checking) return
    checking = true
    await lookAt(io.sockets.sockets.values())
    checking = false
  }, deps.recheckMs ?? recheckMs)

  app.get<{ Params: { channel: string } }>(`${pollingPath}/:channel`, async (request, reply) => {
    const session = await sessionOf(deps, request)
    checkTokenPlace({ permission: 'signed-in' }, request, session)
    if (!session) throw new Problem('UNAUTHORIZED')
    if (session.kind === 'token') await deps.limitCalls(session, reply)
    const { channel } = request.params
    const events = await findEvents(deps, session, channel)
    if (events.length === 0) throw new Problem('CHANNEL_NOT_FOUND')
    return { success: true, data: byKey(events) }
  })

  return {
    listener: {
      request: (request, response) => takes(request) && entrance.emit('request', request, response),
      upgrade: (request, socket, early) => takes(request) && entrance.emit('upgrade', request, socket, early),
    },
    async close() {
      clearInterval(checks)
      for (const end of ends) end()
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}
