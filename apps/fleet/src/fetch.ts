import { connect } from 'node:net'
import { formatGet } from '@longreach/contract/link/files'
import ssh2 from 'ssh2'
import { algorithms, type Server } from './link.ts'

/** Fetches a file over a connection of its own. Rejects with the server's complaint, or when it is longer than announced. */
export function fetchFile(
  server: Server,
  login: { user: string; privateKey: string },
  ticket: string,
  bytes: number,
): Promise<Buffer> {
  const client = new ssh2.Client()
  const socket = connect({
    host: server.host,
    port: server.port,
    noDelay: true,
    ...(server.from && { localAddress: server.from }),
  })
  const chunks: Buffer[] = []
  let came = 0
  let said = ''
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      said ||= error.message
      socket.destroy()
    }
    client.on('error', fail)
    socket.on('error', fail)
    socket.once('close', () => {
      client.destroy()
      if (came === bytes) resolve(Buffer.concat(chunks))
      else reject(new Error(said.trim() || 'connection closed'))
    })
    client.once('ready', () => {
      client.exec(formatGet({ ticket, offset: 0 }), (error, channel) => {
        if (error) return fail(error)
        channel.stderr.on('data', (chunk: Buffer) => {
          said = (said + chunk).slice(0, 200)
        })
        channel.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          came += chunk.length
          if (came > bytes) socket.destroy()
        })
        channel.on('close', () => client.end())
      })
    })
    client.connect({
      sock: socket,
      username: login.user,
      privateKey: login.privateKey,
      algorithms,
      hostVerifier: (key: Buffer) => key.toString('base64') === server.hostKey.split(' ')[1],
    })
  })
}
