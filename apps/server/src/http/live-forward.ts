import { devicesChannel, userChannel } from '@longreach/contract/live'
import type { ChannelEvent } from '../bus/topics.ts'
import { isPlacedIn } from '../db/scope.ts'
import type { createChannelSender } from './live-channels.ts'
import {
  deviceRoom,
  eventsAtOnce,
  type LiveDeps,
  type LiveServer,
  type LiveSocket,
  socketsIn,
  translated,
} from './live-socket.ts'

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
  { bus, diskSpace }: Pick<LiveDeps, 'bus' | 'diskSpace'>,
  send: ReturnType<typeof createChannelSender>,
  look: (sockets: readonly LiveSocket[]) => void,
  catchUp: () => void,
): (() => void)[] {
  const gathered = gatherEvents((channel, events) => {
    for (const socket of socketsIn(io, channel)) send(socket, channel, events)
  })
  return [
    bus.subscribe('device.state', (data) => {
      for (const socket of socketsIn(io, deviceRoom(data.id))) {
        socket.emit('DeviceStateChanged', { channel: devicesChannel(socket.data.session.userId), data })
      }
    }),
    bus.subscribe('device.created', ({ id, name, userId }) => {
      if (userId === null) return
      const channel = userChannel(userId)
      io.to(channel).emit('DeviceCreated', { channel, data: { id, name } })
    }),
    bus.subscribe('enrolment.progress', ({ userId, progress }) => {
      const channel = userChannel(userId)
      for (const socket of socketsIn(io, channel)) {
        socket.emit('EnrolmentProgress', translated(socket, { channel, data: progress }))
      }
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
    bus.subscribe('alerts.changed', ({ place, deviceIds }) => {
      for (const socket of io.sockets.sockets.values()) {
        const { session } = socket.data
        const channel = userChannel(session.userId)
        if (!socket.rooms.has(channel) || !session.permissions.has('view_device_alerts')) continue
        if (isPlacedIn(session.scope, place)) socket.emit('AlertsChanged', { channel, device_id: [...deviceIds] })
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
