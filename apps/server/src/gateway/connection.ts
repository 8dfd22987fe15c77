import type { Socket } from 'node:net'
import type { Connection as SshConnection } from 'ssh2'

/** One SSH connection as the links see it. */
export interface Connection {
  address: string
  /** Bytes the other side has left unread. */
  behind(): number
  /** The connection proved to be a known device: it no longer counts among the strangers. */
  admitted(): void
  /** Lets the other side close within `linger` milliseconds, then cuts. */
  end(): void
  cut(): void
  onClose(listener: () => void): void
}

/** `::ffff:192.0.2.1` → `192.0.2.1`. */
export function plainAddress(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=[0-9.]+$)/i, '')
}

export function createConnection(deps: {
  socket: Socket
  client: SshConnection
  admitted: () => void
  linger: number
}): Connection {
  const { socket, client } = deps
  let ending: NodeJS.Timeout | undefined
  socket.once('close', () => clearTimeout(ending))

  return {
    address: plainAddress(socket.remoteAddress),
    behind: () => socket.writableLength,
    admitted: deps.admitted,
    end() {
      // dropbear forgets what it has not printed yet when it reads a disconnect, so the client goes first.
      ending ??= setTimeout(() => {
        client.end()
        socket.destroy()
      }, deps.linger)
    },
    cut: () => socket.destroy(),
    onClose(listener) {
      if (socket.destroyed) listener()
      else socket.once('close', listener)
    },
  }
}
