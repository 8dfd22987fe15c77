import type { ClientEvents, ServerEvents } from '@longreach/contract/live'
import type { Server, Socket } from 'socket.io'
import type { Bus } from '../bus/bus.ts'
import type { DiskSpace } from '../domains/system/disk-space.ts'
import type { ChannelEvent } from '../endpoint/channels.ts'
import { readerOf } from '../endpoint/locale.ts'
import type { News } from '../endpoint/news.ts'
import type { Session } from '../endpoint/session.ts'
import { translateDocument } from '../texts.ts'
import type { CallerDeps } from './caller.ts'
import type { Forwarded } from './forwarded.ts'
import type { ChannelDeps } from './live-channels.ts'
import type { CallLimit } from './programs/call-limit.ts'

interface SocketData {
  session: Session
}

export type LiveSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>
export type LiveServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>

export interface LiveDeps extends CallerDeps, ChannelDeps {
  bus: Bus
  /** News of the domains for open pages. */
  news: readonly News[]
  origins: readonly string[]
  forwarded: Forwarded
  limitCalls: CallLimit
  /** Shows whether changes are accepted. */
  diskSpace: Pick<DiskSpace, 'takesChanges' | 'watch'>
  /** Milliseconds between checks of the sessions and permissions of open sockets; half a minute by default. */
  recheckMs?: number
}

/** Events of a channel per message. */
export const eventsAtOnce = 500

/** The data of an event with its texts in the language of the recipient. */
export const translated = <Data>(socket: LiveSocket, data: Data): Data =>
  JSON.parse(translateDocument(JSON.stringify(data), readerOf(socket.request)))

export const deviceRoom = (id: number | '') => `device ${id}`

export function emitEvents(socket: LiveSocket, channel: string, events: readonly ChannelEvent[]): void {
  const shown = events.map(({ id, key, event }) => ({ id, key, data: event }))
  socket.emit('ActionStatusUpdated', translated(socket, { channel, events: shown }))
}

export function socketsIn(io: LiveServer, room: string): LiveSocket[] {
  const ids = io.sockets.adapter.rooms.get(room) ?? new Set<string>()
  return [...ids].flatMap((id) => io.sockets.sockets.get(id) ?? [])
}
