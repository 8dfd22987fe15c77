import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileExits, formatGet } from '@longreach/contract/link/files'
import ssh2 from 'ssh2'
import { algorithms, type Server } from './link.ts'

export interface Source {
  server: Server
  login: { user: string; privateKey: string }
  ticket: string
  /** Of the whole file, as announced. */
  bytes: number
}

/** Milliseconds between two attempts, doubled while nothing arrives; and the limit for all of them. */
const patience = { first: 1000, most: 30_000, all: 900_000 }

/** Exit codes after which another attempt is pointless. */
const hopeless: readonly (number | undefined)[] = [fileExits.badOffset, fileExits.badTicket]

/**
 * Fetches a file over connections of its own, resuming after a disconnect. Rejects with the server's error, if it is
 * longer than announced, or if the device loses its power.
 */
export async function fetchFile(source: Source, gone: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  const until = performance.now() + patience.all
  let came = 0
  let wait = patience.first
  for (;;) {
    const before = came
    const end = await get(source, before, (chunk) => {
      chunks.push(chunk)
      came += chunk.length
      return came <= source.bytes
    })
    if (came === source.bytes) return Buffer.concat(chunks)
    const overdue = performance.now() > until
    if (came > source.bytes || hopeless.includes(end.exit) || overdue) throw new Error(end.said || 'connection closed')
    wait = came > before ? patience.first : Math.min(patience.most, wait * 2)
    await delay(wait, undefined, { signal: gone })
  }
}

/** One connection; ends when `take` has enough. */
function get(
  { server, login, ticket }: Source,
  offset: number,
  take: (chunk: Buffer) => boolean,
): Promise<{ exit?: number; said: string }> {
  const client = new ssh2.Client()
  const socket = connect({
    host: server.host,
    port: server.port,
    noDelay: true,
    ...(server.from && { localAddress: server.from }),
  })
  const end: { exit?: number; said: string } = { said: '' }
  return new Promise((resolve) => {
    const fail = (error: Error) => {
      end.said ||= error.message
      socket.destroy()
    }
    client.on('error', fail)
    socket.on('error', fail)
    socket.once('close', () => {
      client.destroy()
      resolve({ ...end, said: end.said.trim() })
    })
    client.once('ready', () => {
      client.exec(formatGet({ ticket, offset }), (error, channel) => {
        if (error) return fail(error)
        channel.stderr.on('data', (chunk: Buffer) => {
          end.said = (end.said + chunk).slice(0, 200)
        })
        channel.on('data', (chunk: Buffer) => {
          if (!take(chunk)) socket.destroy()
        })
        channel.on('exit', (code: number | null) => {
          if (code !== null) end.exit = code
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
