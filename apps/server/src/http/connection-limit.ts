import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Listener } from '../listeners.ts'
import { networkOf } from '../network.ts'

interface Open {
  socket: Socket
  network: string
  /** Requests in progress; an upgrade counts until the connection closes. */
  busy: number
}

const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/**
 * Limits the simultaneous connections. Beyond the limit a newcomer replaces the one that has been idle longest in the
 * network with most connections, so that connections which are merely kept open keep no browser out. If all are busy,
 * the newcomer is not served.
 */
export function limitConnections(server: Server, most: number): Listener {
  /** By remote address and port, since TLS has a separate socket over each; longest idle first. */
  const open = new Map<string, Open>()

  /** Moves a connection to the end: it was busy most recently. */
  function touch(key: string, change: number): void {
    const one = open.get(key)
    if (!one) return
    one.busy += change
    open.delete(key)
    open.set(key, one)
  }

  function displaced(): Open | undefined {
    const sizes = new Map<string, number>()
    for (const { network } of open.values()) sizes.set(network, (sizes.get(network) ?? 0) + 1)
    let found: Open | undefined
    for (const one of open.values()) {
      if (one.busy > 0) continue
      if (!found || (sizes.get(one.network) ?? 0) > (sizes.get(found.network) ?? 0)) found = one
    }
    return found
  }

  server.on('connection', (socket: Socket) => {
    if (open.size >= most) {
      const victim = displaced()
      if (!victim) return void socket.destroy()
      open.delete(keyOf(victim.socket))
      victim.socket.destroy()
    }
    const key = keyOf(socket)
    const one = { socket, network: networkOf(socket.remoteAddress ?? ''), busy: 0 }
    open.set(key, one)
    socket.once('close', () => {
      if (open.get(key) === one) open.delete(key)
    })
  })
  return {
    request({ socket }: IncomingMessage, response: ServerResponse) {
      const key = keyOf(socket)
      touch(key, 1)
      response.once('close', () => touch(key, -1))
      return false
    },
    upgrade({ socket }: IncomingMessage) {
      touch(keyOf(socket), 1)
      return false
    },
  }
}
