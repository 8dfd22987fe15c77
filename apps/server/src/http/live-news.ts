import { devicesChannel, userChannel } from '@longreach/contract/live'
import { isPlacedIn } from '../db/scope.ts'
import type { Audience, News } from '../endpoint/news.ts'
import { deviceRoom, type LiveServer, type LiveSocket, socketsIn, translated } from './live-socket.ts'

/** The sockets of an audience, each with the channel over which it receives news. */
function* listeners(io: LiveServer, audience: Audience): Generator<[socket: LiveSocket, channel: string]> {
  if ('device' in audience) {
    for (const socket of socketsIn(io, deviceRoom(audience.device)))
      yield [socket, devicesChannel(socket.data.session.userId)]
  } else if ('users' in audience) {
    for (const channel of audience.users.map(userChannel))
      for (const socket of socketsIn(io, channel)) yield [socket, channel]
  } else {
    for (const socket of io.sockets.sockets.values()) {
      const { userId, permissions, scope } = socket.data.session
      const channel = userChannel(userId)
      if (!socket.rooms.has(channel) || !permissions.has(audience.permission)) continue
      if (isPlacedIn(scope, audience.place)) yield [socket, channel]
    }
  }
}

/** Sends a message of a topic to the open pages of its audience. */
export function publishNews(io: LiveServer, { name, to, event, texts }: News, message: unknown): void {
  const data = event(message)
  for (const [socket, channel] of listeners(io, to(message))) {
    const sent = { channel, ...data }
    socket.emit(name, (texts ? translated(socket, sent) : sent) as never)
  }
}
