import { liveLimits } from '@longreach/contract/live'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Server } from 'socket.io'
import type { WebSocket } from 'ws'

/** Bytes sent to a socket that its client has not read. */
const mostUnread = 4 * 1024 * 1024

interface Packet {
  data?: string | Buffer
}

/**
 * Closes connections of clients that send more than a console does, or do not read what they are sent, from before they
 * have signed in: socket.io bounds neither.
 */
export function limitPace({ engine }: Pick<Server, 'engine'>, closed: (address: string, why: string) => void): void {
  const received = new RateLimiterMemory(liveLimits.messages)
  let connections = 0

  engine.on('connection', (connection: Server['engine']['clients'][string]) => {
    const { remoteAddress, transport } = connection
    const id = ++connections
    // The only transport is the WebSocket, whose type engine.io does not publish.
    const { socket: wire } = transport as unknown as { socket: WebSocket }
    const close = (why: string) => {
      if (connection.readyState !== 'open') return
      closed(remoteAddress, why)
      // A console that is closed this way connects again.
      wire.terminate()
    }
    const count = () => received.consume(id).catch(() => close('sends too much'))
    connection.on('packet', count)
    wire.on('ping', count)

    let waiting = 0
    connection.on('packetCreate', ({ data }: Packet) => {
      waiting += data?.length ?? 0
      if (waiting + wire.bufferedAmount > mostUnread) close('does not read')
    })
    connection.on('drain', () => {
      waiting = 0
    })
  })
}
