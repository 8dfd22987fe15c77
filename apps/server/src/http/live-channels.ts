import { parseStatusChannel } from '@longreach/contract/live'
import type { Db } from '../db/client.ts'
import { visibleCompanies } from '../domains/companies/store.ts'
import { devicesInScope } from '../domains/devices/details.ts'
import { type ChannelEvent, type ChannelSource, channelEvents } from '../endpoint/channels.ts'
import { findSessionById, type Session } from '../endpoint/session.ts'
import { emitEvents, eventsAtOnce, type LiveSocket } from './live-socket.ts'

export interface ChannelDeps {
  db: Db
  /** Sources of channel events besides those stored for an hour. */
  channelSources?: readonly ChannelSource[]
}

/** True if the channel is the user's and they still have the permission with which it was opened. */
export function mayRead(session: Session, channel: string): boolean {
  const about = parseStatusChannel(channel)
  return about?.user === session.userId && session.permissions.has(about.permission)
}

/** The events that the session may read now: about devices or companies in its scope. */
async function readable(db: Db, session: Session, channel: string, events: readonly ChannelEvent[]) {
  if (!mayRead(session, channel)) return []
  const keys = [...new Set(events.map(({ key }) => Number(key)))]
  const visible = parseStatusChannel(channel)?.subject === 'company' ? visibleCompanies : devicesInScope
  const seen = new Set(await visible(db, session.scope, keys))
  return events.filter(({ key }) => seen.has(Number(key)))
}

/** Stored events of a channel; none if the session may not read it. */
export async function findEvents(
  { db, channelSources = [] }: ChannelDeps,
  session: Session,
  channel: string,
): Promise<ChannelEvent[]> {
  if (!mayRead(session, channel)) return []
  for (const source of [channelEvents, ...channelSources]) {
    const events = await source(db, channel, session.userId)
    if (events) return readable(db, session, channel, events)
  }
  return []
}

export async function replay(socket: LiveSocket, deps: ChannelDeps, session: Session, channel: string): Promise<void> {
  const events = await findEvents(deps, session, channel)
  for (let start = 0; start < events.length; start += eventsAtOnce) {
    emitEvents(socket, channel, events.slice(start, start + eventsAtOnce))
  }
}

/** Sends events in order to sockets that may read them at that moment. */
export function createChannelSender(db: Db, failed: (error: unknown) => void) {
  const turns = new WeakMap<LiveSocket, Promise<void>>()

  async function send(socket: LiveSocket, channel: string, events: readonly ChannelEvent[]): Promise<void> {
    const session = await findSessionById(db, socket.data.session.id)
    const shown = session ? await readable(db, session, channel, events) : []
    if (shown.length > 0) emitEvents(socket, channel, shown)
  }

  return (socket: LiveSocket, channel: string, events: readonly ChannelEvent[]) => {
    const turn = (turns.get(socket) ?? Promise.resolve()).then(() => send(socket, channel, events)).catch(failed)
    turns.set(socket, turn)
  }
}
