import type { Socket } from 'node:net'
import type { ServerChannel, Connection as SshConnection } from 'ssh2'

/** An SSH connection in the form that links use. */
export interface Connection {
  address: string
  /** Bytes the peer has not read yet. */
  behind(): number
  /** Calls back once everything unread has been sent. */
  whenRead(then: () => void): void
  /** Bytes received so far. */
  received(): number
  /** Bytes sent so far, without those the peer has not read yet. */
  sent(): number
  /** Seconds of silence after which TCP sends a keep-alive. Each response costs the device traffic. */
  expectSilence(seconds: number): void
  /** Sends a keep-alive request. */
  ping(): void
  /** Opens a channel of the forward that the peer registered under that address and port. */
  openForward(address: string, port: number): Promise<ServerChannel>
  /** The connection proved to be a known device: it no longer counts as a stranger. */
  admitted(): void
  /** Lets the peer close within `linger` milliseconds, then disconnects. */
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
  /** The client's address; with a balancer, from its header. */
  address: string
  client: SshConnection
  admitted: () => void
  linger: number
}): Connection {
  const { socket, client } = deps
  let ending: NodeJS.Timeout | undefined
  socket.once('close', () => clearTimeout(ending))

  return {
    address: deps.address,
    behind: () => socket.writableLength,
    whenRead(then) {
      if (socket.writableLength === 0 || socket.destroyed) then()
      else socket.once('drain', then)
    },
    received: () => socket.bytesRead,
    sent: () => socket.bytesWritten - socket.writableLength,
    expectSilence: (seconds) => void socket.setKeepAlive(true, seconds * 1000),
    ping() {
      // Not part of ssh2's public interface, whose keep-alive has one interval for all connections.
      if (!socket.destroyed) (client as unknown as { _protocol: { ping(): void } })._protocol.ping()
    },
    openForward: (address, port) =>
      new Promise((resolve, reject) => {
        client.forwardOut(address, port, '127.0.0.1', port, (error, channel) =>
          error ? reject(error) : resolve(channel),
        )
      }),
    admitted: deps.admitted,
    end() {
      // dropbear drops output it has not printed yet when it reads a disconnect, so the client closes first.
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
