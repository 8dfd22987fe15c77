import { liveLimits } from '@longreach/contract/live'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { WebSocket } from 'ws'
import type { LiveSocket } from './live-socket.ts'

/** Bytes sent to a socket that its client has not read. */
const mostUnread = 4 * 1024 * 1024

/**
 * Closes sockets of clients that send more than a console does, or do not read what they are sent: neither is bounded by
 * socket.io.
 */
export function createLivePace(closing: (socket: LiveSocket, why: string) => void): (socket: LiveSocket) => void {
  const received = new RateLimiterMemory(liveLimits.messages)

  return (socket) => {
    const { conn } = socket
    // The only transport is the WebSocket, whose type engine.io does not publish.
    const { socket: wire } = conn.transport as unknown as { socket: WebSocket }
    const close = (why: string) => {
      if (conn.readyState !== 'open') return
      closing(socket, why)
      // A console that is closed this way connects again.
      wire.terminate()
    }
    const count = () => received.consume(socket.id).catch(() => close('sends too much'))
    conn.on('packet', count)
    wire.on('ping', count)

    let waiting = 0
    conn.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
      waiting += data?.length ?? 0
      if (waiting + wire.bufferedAmount > mostUnread) close('does not read')
    })
    conn.on('drain', () => {
      waiting = 0
    })
  }
}
