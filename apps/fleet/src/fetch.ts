import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileExits, formatGet } from '@longreach/contract/link/files'
import ssh2 from 'ssh2'
import { algorithms, type Server } from './link.ts'

export interface Source {
  server: Server
  login: { user: string; privateKey: string }
  ticket: string
  /** Announced size of the whole file. */
  bytes: number
  /** Limit for all attempts, in seconds. */
  within: number
  /** Maximum bytes read per second; unlimited by default. */
  pace?: number | undefined
}

/** Milliseconds between two attempts, doubled while nothing arrives. */
const patience = { first: 1000, most: 30_000 }

/** Exit codes that make another attempt pointless. */
const hopeless: readonly (number | undefined)[] = [fileExits.badOffset, fileExits.badTicket]

/** Reason why a file was not fetched. */
export class FetchFailed extends Error {
  readonly why: 'ticket' | 'offset' | 'content' | 'time'

  constructor(why: FetchFailed['why'], said: string) {
    super(said || 'connection closed')
    this.name = 'FetchFailed'
    this.why = why
  }
}

/**
 * Fetches a file over connections of its own, resuming after a disconnect, until the server has confirmed that it is
 * complete. Rejects with the server's error, if the file is longer than announced, or if the device loses its power.
 */
export async function fetchFile(
  source: Source,
  take: (chunk: Buffer) => void,
  gone: AbortSignal,
  from = 0,
): Promise<void> {
  const until = performance.now() + source.within * 1000
  let came = from
  let wait = patience.first
  for (;;) {
    const before = came
    const end = await get(source, before, gone, (chunk) => {
      take(chunk)
      came += chunk.length
      return came <= source.bytes
    })
    gone.throwIfAborted()
    if (came === source.bytes && end.exit === fileExits.sent) return
    if (came > source.bytes) throw new FetchFailed('content', end.said)
    if (hopeless.includes(end.exit))
      throw new FetchFailed(end.exit === fileExits.badTicket ? 'ticket' : 'offset', end.said)
    if (performance.now() > until) throw new FetchFailed('time', end.said)
    wait = came > before ? patience.first : Math.min(patience.most, wait * 2)
    await delay(wait, undefined, { signal: gone })
  }
}

/** A single connection; ends when `take` has enough. */
function get(
  { server, login, ticket, pace }: Source,
  offset: number,
  gone: AbortSignal,
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
    const leave = () => socket.destroy()
    gone.addEventListener('abort', leave)
    socket.once('close', () => {
      gone.removeEventListener('abort', leave)
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
          if (!take(chunk)) return leave()
          if (pace === undefined) return
          channel.pause()
          setTimeout(() => channel.resume(), (chunk.length / pace) * 1000).unref()
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
