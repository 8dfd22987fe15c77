import { userChannel } from '@longreach/contract/live'
import { messagesMissed } from '../bus/topic.ts'
import { rightsChanged } from '../domains/roles/topics.ts'
import { sessionEnded } from '../domains/users/topics.ts'
import { type ChannelEvent, channelEventsAdded } from '../endpoint/channels.ts'
import type { createChannelSender } from './live-channels.ts'
import { publishNews } from './live-news.ts'
import { eventsAtOnce, type LiveDeps, type LiveServer, type LiveSocket, socketsIn } from './live-socket.ts'

/**
 * Milliseconds for which events of a channel are collected, and number of events in that time that are sent
 * immediately.
 */
const gatherMs = 250
const atOnce = 20

/**
 * Collects the events of a channel for a moment: an action on ten thousand devices must not cause as many messages. The
 * first few are sent immediately, because a user is waiting for them.
 */
function gatherEvents(emit: (channel: string, events: readonly ChannelEvent[]) => void) {
  const waiting = new Map<string, ChannelEvent[]>()
  const lately = new Map<string, number>()
  const timer = setInterval(() => {
    for (const [channel, events] of waiting) {
      for (let start = 0; start < events.length; start += eventsAtOnce)
        emit(channel, events.slice(start, start + eventsAtOnce))
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

/** `look` checks the permissions of all sockets now, `catchUp` reads events that other nodes may have published. */
export function forward(
  io: LiveServer,
  { bus, news, diskSpace }: Pick<LiveDeps, 'bus' | 'news' | 'diskSpace'>,
  send: ReturnType<typeof createChannelSender>,
  look: (sockets: readonly LiveSocket[]) => void,
  catchUp: () => void,
): (() => void)[] {
  const gathered = gatherEvents((channel, events) => {
    for (const socket of socketsIn(io, channel)) send(socket, channel, events)
  })
  return [
    ...news.map((one) => bus.subscribe(one.topic, (message) => publishNews(io, one, message))),
    bus.subscribe(channelEventsAdded, ({ channel, events }) => {
      if (io.sockets.adapter.rooms.has(channel)) gathered.add(channel, events)
    }),
    gathered.stop,
    diskSpace.watch((taken) => {
      for (const socket of io.sockets.sockets.values()) {
        const channel = userChannel(socket.data.session.userId)
        if (socket.rooms.has(channel)) socket.emit('ChangesTaken', { channel, taken })
      }
    }),
    bus.subscribe(sessionEnded, ({ id }) => {
      for (const socket of io.sockets.sockets.values()) if (socket.data.session.id === id) socket.disconnect(true)
    }),
    bus.subscribe(messagesMissed, catchUp),
    bus.subscribe(rightsChanged, ({ userIds }) => {
      const concerned = new Set(userIds)
      look([...io.sockets.sockets.values()].filter(({ data }) => concerned.has(data.session.userId)))
    }),
  ]
}
