import { createServer, type IncomingMessage } from 'node:http'
import type {} from '@fastify/cookie'
import { type Text, text } from '@longreach/contract/i18n'
import {
  type ClientEvents,
  type DeviceState,
  devicesChannel,
  liveLimits,
  pollingPath,
  type ServerEvents,
  socketPath,
  userChannel,
} from '@longreach/contract/live'
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import * as z from 'zod/mini'
import type { Bus } from '../bus/bus.ts'
import type { ChannelEvent } from '../bus/topics.ts'
import type { Db } from '../db/client.ts'
import { findState, visibleDevices } from '../domains/devices/details.ts'
import type { DiskSpace } from '../domains/system/disk-space.ts'
import { byKey, type ChannelSource, channelEvents } from '../endpoint/channels.ts'
import { isSecure, sessionCookie } from '../endpoint/cookies.ts'
import { Problem } from '../endpoint/problem.ts'
import { findSession, findSessionById, type Session } from '../endpoint/session.ts'
import type { Listener } from '../listeners.ts'
import { languageOf, translateDocument } from '../texts.ts'
import { sessionOf } from './caller.ts'
import { type Forwarded, ownOrigin } from './forwarded.ts'

interface SocketData {
  session: Session
}

type LiveSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>
type LiveServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>

export interface LiveDeps {
  db: Db
  bus: Bus
  origins: readonly string[]
  forwarded: Forwarded
  /** Whether changes are accepted. */
  diskSpace: Pick<DiskSpace, 'takesChanges' | 'watch'>
  /** Where events of channels are stored besides those kept for an hour. */
  channelSources?: readonly ChannelSource[]
  /** Milliseconds between checks of the sessions and permissions of open sockets; half a minute by default. */
  recheckMs?: number
}

const recheckMs = 30_000
/**
 * Events of a channel in one message, milliseconds they are collected for, and how many in that time are sent
 * immediately.
 */
const chunk = 500
const gatherMs = 250
const atOnce = 20

const channelName = /^[\w.-]{1,200}$/

const subscription = z.object({
  channel: z.string().check(z.regex(channelName)),
  data: z.optional(
    z.object({ device_id: z.optional(z.array(z.int().check(z.minimum(1))).check(z.maxLength(liveLimits.devices))) }),
  ),
})

/** The data of an event with its texts in the language of the recipient. */
const translated = <Data>(socket: LiveSocket, data: Data): Data =>
  JSON.parse(translateDocument(JSON.stringify(data), languageOf(socket.request)))

const deviceRoom = (id: number | '') => `device ${id}`

async function join(socket: LiveSocket, deps: LiveDeps, request: unknown): Promise<void> {
  const parsed = subscription.safeParse(request)
  const refuse = (channel: string, status: number, message: Text) =>
    socket.emit('subscription_error', translated(socket, { channel, status, message }))
  if (!parsed.success) return void refuse('', 422, text('system.bad_subscription'))
  const { channel, data } = parsed.data
  // Permissions may have changed since the socket was opened.
  const session = await findSessionById(deps.db, socket.data.session.id)
  if (!session) {
    refuse(channel, 401, text('system.unauthorized'))
    return void socket.disconnect(true)
  }
  if (socket.rooms.size > liveLimits.channels + liveLimits.devices)
    return void refuse(channel, 429, text('system.too_many_channels'))
  if (channel === userChannel(session.userId)) {
    await socket.join(channel)
    return void socket.emit('ChangesTaken', { channel, taken: deps.diskSpace.takesChanges() })
  }
  if (channel === devicesChannel(session.userId)) {
    if (!session.permissions.has('view_devices')) return void refuse(channel, 403, text('system.forbidden'))
    await leaveDevices(socket)
    const ids = await visibleDevices(deps.db, session.scope, data?.device_id ?? [])
    return void socket.join([channel, ...ids.map(deviceRoom)])
  }
  if (channel.startsWith(`private-status.${session.userId}.`)) {
    await socket.join(channel)
    return replay(socket, deps, channel, session.userId)
  }
  refuse(channel, 403, text('system.foreign_channel'))
}

async function replay(socket: LiveSocket, deps: LiveDeps, channel: string, userId: number): Promise<void> {
  const events = (await findEvents(deps, channel, userId)) ?? []
  for (let start = 0; start < events.length; start += chunk) {
    emitEvents(socket, channel, events.slice(start, start + chunk))
  }
}

async function findEvents(deps: LiveDeps, channel: string, userId: number): Promise<ChannelEvent[] | undefined> {
  for (const source of [channelEvents, ...(deps.channelSources ?? [])]) {
    const events = await source(deps.db, channel, userId)
    if (events) return events
  }
  return undefined
}

function emitEvents(socket: LiveSocket, channel: string, events: readonly ChannelEvent[]): void {
  const shown = events.map(({ id, key, event }) => ({ id, key, data: event }))
  socket.emit('ActionStatusUpdated', translated(socket, { channel, events: shown }))
}

/**
 * Collects the events of a channel for a moment: work on ten thousand devices must not be as many messages. The first
 * few are sent immediately: a user is waiting for them.
 */
function gatherEvents(emit: (channel: string, events: readonly ChannelEvent[]) => void) {
  const waiting = new Map<string, ChannelEvent[]>()
  const lately = new Map<string, number>()
  const timer = setInterval(() => {
    for (const [channel, events] of waiting) {
      for (let start = 0; start < events.length; start += chunk) emit(channel, events.slice(start, start + chunk))
    }
    waiting.clear()
    lately.clear()
  }, gatherMs)
  return {
    add(channel: string, events: readonly ChannelEvent[]) {
      const count = (lately.get(channel) ?? 0) + events.length
      lately.set(channel, count)
      if (count <= atOnce) return emit(channel, events)
      const list = waiting.get(channel)
      if (list) list.push(...events)
      else waiting.set(channel, [...events])
    },
    stop: () => clearInterval(timer),
  }
}

async function leaveDevices(socket: LiveSocket): Promise<void> {
  for (const room of socket.rooms) if (room.startsWith(deviceRoom(''))) await socket.leave(room)
}

async function leave(socket: LiveSocket, request: unknown): Promise<void> {
  const parsed = subscription.safeParse(request)
  if (!parsed.success) return
  const { channel } = parsed.data
  if (channel === devicesChannel(socket.data.session.userId)) await leaveDevices(socket)
  await socket.leave(channel)
}

/** Closes the socket of a session that has ended, and unsubscribes it from devices the user no longer sees. */
async function recheck(socket: LiveSocket, deps: LiveDeps): Promise<void> {
  const session = await findSessionById(deps.db, socket.data.session.id)
  if (!session) return void socket.disconnect(true)
  const watched = [...socket.rooms].filter((room) => room.startsWith(deviceRoom('')))
  if (watched.length === 0) return
  if (!session.permissions.has('view_devices')) return leaveDevices(socket)
  const ids = watched.map((room) => Number(room.slice(deviceRoom('').length)))
  const visible = new Set((await visibleDevices(deps.db, session.scope, ids)).map(deviceRoom))
  for (const room of watched) if (!visible.has(room)) await socket.leave(room)
}

const isStatus = (room: string) => room.startsWith('private-status.')

/** Sends a socket what it may have missed of other nodes: the work it follows, and the devices on its screen. */
async function sendMissed(socket: LiveSocket, deps: LiveDeps, states: Map<number, DeviceState | undefined>) {
  for (const room of socket.rooms) {
    // A step with an id that is already shown is a repetition.
    if (isStatus(room)) await replay(socket, deps, room, socket.data.session.userId)
    if (!room.startsWith(deviceRoom(''))) continue
    const id = Number(room.slice(deviceRoom('').length))
    if (!states.has(id)) states.set(id, await findState(deps.db, id))
    const data = states.get(id)
    if (data) socket.emit('DeviceStateChanged', { channel: devicesChannel(socket.data.session.userId), data })
  }
}

/** `look` checks the permissions of all sockets now, `catchUp` reads what other nodes may have published. */
function forward(
  io: LiveServer,
  { bus, diskSpace }: Pick<LiveDeps, 'bus' | 'diskSpace'>,
  look: (sockets: readonly LiveSocket[]) => void,
  catchUp: () => void,
): (() => void)[] {
  const gathered = gatherEvents((channel, events) => {
    for (const socket of socketsIn(io, channel)) emitEvents(socket, channel, events)
  })
  return [
    bus.subscribe('device.state', (data) => {
      for (const socket of socketsIn(io, deviceRoom(data.id))) {
        socket.emit('DeviceStateChanged', { channel: devicesChannel(socket.data.session.userId), data })
      }
    }),
    bus.subscribe('device.created', ({ id, name, userId, enrolmentKeyId }) => {
      if (userId === null) return
      const channel = userChannel(userId)
      io.to(channel).emit('DeviceCreated', { channel, data: { id, name, enrolment_key_id: enrolmentKeyId } })
    }),
    bus.subscribe('notification.created', ({ userId, notification }) => {
      const channel = userChannel(userId)
      for (const socket of socketsIn(io, channel)) {
        socket.emit('WebNotificationCreated', translated(socket, { channel, data: notification }))
      }
    }),
    bus.subscribe('device.removed', (data) => {
      for (const socket of socketsIn(io, deviceRoom(data.id))) {
        socket.emit('DeviceRemoved', { channel: devicesChannel(socket.data.session.userId), data })
      }
    }),
    bus.subscribe('channel.events', ({ channel, events }) => {
      if (io.sockets.adapter.rooms.has(channel)) gathered.add(channel, events)
    }),
    gathered.stop,
    diskSpace.watch((taken) => {
      for (const socket of io.sockets.sockets.values()) {
        const channel = userChannel(socket.data.session.userId)
        if (socket.rooms.has(channel)) socket.emit('ChangesTaken', { channel, taken })
      }
    }),
    bus.subscribe('session.ended', ({ id }) => {
      for (const socket of io.sockets.sockets.values()) if (socket.data.session.id === id) socket.disconnect(true)
    }),
    bus.subscribe('bus.missed', catchUp),
    bus.subscribe('rights.changed', ({ userIds }) => {
      for (const id of userIds) io.to(userChannel(id)).emit('RightsChanged', { channel: userChannel(id) })
      const concerned = new Set(userIds)
      look([...io.sockets.sockets.values()].filter(({ data }) => concerned.has(data.session.userId)))
    }),
  ]
}

function socketsIn(io: LiveServer, room: string): LiveSocket[] {
  const ids = io.sockets.adapter.rooms.get(room) ?? new Set<string>()
  return [...ids].flatMap((id) => io.sockets.sockets.get(id) ?? [])
}

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
  /** Closes all sockets. */
  close(): Promise<void>
}

/** Live updates over WebSocket, with a polling fallback for programs. */
export function answerLive(app: FastifyInstance, deps: LiveDeps): Live {
  // socket.io attaches itself to a server; this one never listens and is given the upgrades that the listener accepts.
  const entrance = createServer()
  const takes = ({ url = '' }: IncomingMessage) => url.startsWith(`${socketPath}/`)
  const io: LiveServer = new Server(entrance, {
    path: socketPath,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    allowRequest: (request, answer) => answer(null, allowedOrigin(request, deps)),
  })
  io.use((socket, next) => {
    const cookies = app.parseCookie(socket.handshake.headers.cookie ?? '')
    const protocol = deps.forwarded.isHttps(socket.request) ? 'https' : 'http'
    const hostname = deps.forwarded.hostOf(socket.request) ?? ''
    const token = cookies[sessionCookie(isSecure({ protocol, hostname }))] ?? ''
    findSession(deps.db, 'browser', token).then(
      (session) => {
        if (!session) return next(new Error('UNAUTHORIZED'))
        if (socketsOf(io, session.userId) >= liveLimits.sockets) return next(new Error('TOO_MANY_SOCKETS'))
        socket.data = { session }
        next()
      },
      () => next(new Error('UNAVAILABLE')),
    )
  })
  io.on('connection', (socket) => {
    socket.on('subscribe', (request) => {
      join(socket, deps, request).catch((error: unknown) => app.log.error({ err: error }, 'subscribe failed'))
    })
    socket.on('unsubscribe', (request) => {
      void leave(socket, request)
    })
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
    (sockets) => void lookAt(sockets),
    () => void catchUp(),
  )
  const checks = setInterval(async () => {
    if (checking) return
    checking = true
    await lookAt(io.sockets.sockets.values())
    checking = false
  }, deps.recheckMs ?? recheckMs)

  app.get<{ Params: { channel: string } }>(`${pollingPath}/:channel`, async (request) => {
    const session = await sessionOf(deps.db, request)
    if (!session) throw new Problem('UNAUTHORIZED')
    const { channel } = request.params
    const events = channelName.test(channel) && (await findEvents(deps, channel, session.userId))
    if (!events) throw new Problem('CHANNEL_NOT_FOUND')
    return { data: byKey(events) }
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
