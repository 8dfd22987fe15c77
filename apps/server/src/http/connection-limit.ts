import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Listener } from '../listeners.ts'
import { networkOf } from '../network.ts'

interface Open {
  socket: Socket
  network: string
  /** In progress. */
  requests: Set<IncomingMessage>
  upgraded: boolean
}

const signedIn = new WeakSet<IncomingMessage>()

/** Lets the request of a signed-in user keep its connection, however long its body takes. */
export const keepConnection = (request: IncomingMessage): void => void signedIn.add(request)

/** A stranger's request counts once its body is complete: a body that never ends would keep a place. */
const isBusy = ({ requests, upgraded }: Open) =>
  upgraded || [...requests].some((request) => request.complete || signedIn.has(request))

const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/**
 * Limits the simultaneous connections. Beyond the limit a newcomer replaces the one that has been idle longest in the
 * network with most connections, so that connections which are merely kept open keep no browser out. If all are busy,
 * the newcomer is not served.
 */
export function limitConnections(server: Server, most: number): Listener {
  /** By remote address and port, since TLS has a separate socket over each; longest idle first. */
  const open = new Map<string, Open>()

  /** Moves a connection to the end: it was used most recently. */
  function touch(socket: Socket, change: (one: Open) => void): void {
    const key = keyOf(socket)
    const one = open.get(key)
    if (!one) return
    change(one)
    open.delete(key)
    open.set(key, one)
  }

  function displaced(): Open | undefined {
    const sizes = new Map<string, number>()
    for (const { network } of open.values()) sizes.set(network, (sizes.get(network) ?? 0) + 1)
    let found: Open | undefined
    for (const one of open.values()) {
      if (isBusy(one)) continue
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
    const one = {
      socket,
      network: networkOf(socket.remoteAddress ?? ''),
      requests: new Set<IncomingMessage>(),
      upgraded: false,
    }
    open.set(key, one)
    socket.once('close', () => {
      if (open.get(key) === one) open.delete(key)
    })
  })
  return {
    request(request: IncomingMessage, response: ServerResponse) {
      const { socket } = request
      touch(socket, ({ requests }) => requests.add(request))
      response.once('close', () => touch(socket, ({ requests }) => requests.delete(request)))
      return false
    },
    upgrade({ socket }: IncomingMessage) {
      touch(socket, (one) => {
        one.upgraded = true
      })
      return false
    },
  }
}
