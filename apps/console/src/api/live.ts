import {
  type ClientEvents,
  devicesChannel,
  type LiveEvent,
  liveLimits,
  type ServerEvents,
  socketPath,
  userChannel,
} from '@longreach/contract/live'
import type { Socket } from 'socket.io-client'
import { idle } from './idle.ts'

type Handler<E extends LiveEvent> = ServerEvents[E]

export interface Live {
  /** Opens the socket for a user; does nothing if it is open already. */
  start(user: number): void
  stop(): void
  /** A refreshed session requires a new handshake. */
  restart(): void
  on<E extends LiveEvent>(event: E, handler: Handler<E>): () => void
  /** Called when the server closes the socket: the session may have ended. */
  onDismissed(handler: () => void): () => void
  /** Called when the data from the socket becomes stale: it was closed or disconnected. */
  onDisconnected(handler: () => void): () => void
  /** Called when the socket is connected or reconnected. */
  onConnected(handler: () => void): () => void
  /** Subscribes to the devices on the screen until the returned function is called. */
  watchDevices(ids: readonly number[]): () => void
  /** Subscribes to a channel, again after each reconnect, until the returned function is called. */
  join(channel: string): () => void
  connected(): boolean
}

/** After these attempts the socket is unavailable, and the work is polled instead (spec §9). */
const reconnectionAttempts = 5

/** Milliseconds without changes of the screen before its devices are sent to the server. */
const settle = 120

/** The only socket of the console. The library is loaded after the first screen has been drawn. */
export function createLive(): Live {
  let socket: Socket<ServerEvents, ClientEvents> | null = null
  let user: number | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let sentKey = ''
  const watched = new Map<number, number>()
  /** Number of followers of a channel: the last one unsubscribes. */
  const joined = new Map<string, number>()
  const dismissed = new Set<() => void>()
  const disconnected = new Set<() => void>()
  const connected = new Set<() => void>()
  const handlers = new Map<LiveEvent, Set<(event: never) => void>>()

  const publishDevices = () => {
    if (!socket?.connected || user === null) return
    const ids = [...watched.keys()].slice(-liveLimits.devices).sort((a, b) => a - b)
    const key = ids.join()
    if (key === sentKey) return
    sentKey = key
    const channel = devicesChannel(user)
    socket.emit('subscribe', { channel, data: { device_id: ids } })
  }

  const publishSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(publishDevices, settle)
  }

  const connect = async (id: number) => {
    await idle()
    if (user !== id || socket) return
    const { io } = await import('socket.io-client')
    if (user !== id || socket) return
    const opened: Socket<ServerEvents, ClientEvents> = io({
      path: socketPath,
      transports: ['websocket'],
      reconnectionAttempts,
    })
    socket = opened
    opened.on('connect', () => {
      sentKey = ''
      opened.emit('subscribe', { channel: userChannel(id) })
      for (const channel of joined.keys()) opened.emit('subscribe', { channel })
      publishDevices()
      for (const handler of connected) handler()
    })
    opened.on('disconnect', (reason) => {
      for (const handler of disconnected) handler()
      if (reason === 'io server disconnect') for (const handler of dismissed) handler()
    })
    opened.on('subscription_error', ({ channel, status, message }) => {
      // biome-ignore lint/suspicious/noConsole: the one place where a refused channel can be seen (spec §8)
      console.warn(`Channel ${channel}: ${status} ${message}`)
      if (status !== 403) return
      // It is not subscribed again after a reconnect either.
      joined.delete(channel)
      opened.emit('unsubscribe', { channel })
    })
    opened.onAny((event: string, payload: unknown) => {
      for (const handler of handlers.get(event as LiveEvent) ?? []) handler(payload as never)
    })
  }

  const live: Live = {
    start(id) {
      if (user === id) return
      live.stop()
      user = id
      void connect(id)
    },
    stop() {
      socket?.disconnect()
      socket = null
      user = null
      sentKey = ''
    },
    restart() {
      const id = user
      live.stop()
      if (id !== null) live.start(id)
    },
    on(event, handler) {
      const known = handlers.get(event) ?? new Set()
      known.add(handler as (event: never) => void)
      handlers.set(event, known)
      return () => known.delete(handler as (event: never) => void)
    },
    onDismissed(handler) {
      dismissed.add(handler)
      return () => dismissed.delete(handler)
    },
    onDisconnected(handler) {
      disconnected.add(handler)
      return () => disconnected.delete(handler)
    },
    onConnected(handler) {
      connected.add(handler)
      return () => connected.delete(handler)
    },
    watchDevices(ids) {
      for (const id of ids) watched.set(id, (watched.get(id) ?? 0) + 1)
      publishSoon()
      return () => {
        for (const id of ids) {
          const left = (watched.get(id) ?? 1) - 1
          if (left > 0) watched.set(id, left)
          else watched.delete(id)
        }
        publishSoon()
      }
    },
    join(channel) {
      joined.set(channel, (joined.get(channel) ?? 0) + 1)
      // Sent for an additional follower too: the server then repeats earlier events.
      socket?.emit('subscribe', { channel })
      return () => {
        const left = (joined.get(channel) ?? 1) - 1
        if (left > 0) return void joined.set(channel, left)
        joined.delete(channel)
        socket?.emit('unsubscribe', { channel })
      }
    },
    connected: () => socket?.connected === true,
  }
  return live
}

export const live = createLive()
