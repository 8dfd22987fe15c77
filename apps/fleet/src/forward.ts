import { connect } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import ssh2 from 'ssh2'
import { algorithms, type Server } from './link.ts'

const keepalive = { keepaliveInterval: 15_000, keepaliveCountMax: 3 }

export interface Forward {
  close(): void
}

/**
 * The device's end of a tunnel: a second connection that registers the ticket and hands incoming connections to
 * `target`. Rejects with the server's error; `closed` is called once when an open tunnel ends.
 */
export function openForward(
  server: Server,
  login: { user: string; privateKey: string },
  ticket: string,
  target: () => Duplex | undefined,
  closed: () => void,
): Promise<Forward> {
  const client = new ssh2.Client()
  const socket = connect({
    host: server.host,
    port: server.port,
    noDelay: true,
    ...(server.from && { localAddress: server.from }),
  })
  return new Promise((resolve, reject) => {
    let failure = 'connection closed'
    let open = false
    client.on('error', (error) => {
      failure = error.message
      socket.destroy()
    })
    socket.on('error', (error) => {
      failure = error.message
    })
    socket.once('close', () => {
      client.destroy()
      if (open) closed()
      else reject(new Error(failure))
    })
    client.on('tcp connection', (_details, accept, refuse) => {
      const stream = target()
      if (!stream) return refuse()
      const channel = accept()
      channel.on('error', () => {})
      // Each direction ends separately.
      pipeline(channel, stream, () => {})
      stream.pipe(channel)
      channel.on('close', () => stream.destroy())
      stream.on('error', () => channel.close())
      stream.on('close', () => channel.close())
    })
    client.once('ready', () => {
      client.forwardIn(ticket, 1, (error) => {
        if (error) {
          failure = error.message
          socket.destroy()
          return
        }
        open = true
        resolve({ close: () => socket.destroy() })
      })
    })
    client.connect({
      ...keepalive,
      sock: socket,
      username: login.user,
      privateKey: login.privateKey,
      algorithms,
      hostVerifier: (key: Buffer) => key.toString('base64') === server.hostKey.split(' ')[1],
    })
  })
}
