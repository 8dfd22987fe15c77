import { type Text, text } from '@longreach/contract/i18n'
import { type Tunnel, TunnelError, type TunnelTarget } from '../../drivers/driver.ts'
import { CountedChannel } from './counted-channel.ts'
import type { Credentials } from './credentials.ts'
import { explain, type Reach, ReachError } from './reach.ts'
import type { SessionRow } from './session-store.ts'

/** Most connections of a session. */
const connectionLimit = 64
/** Milliseconds for the device to open its tunnel, and for the target to answer a connection. */
const patience = { tunnel: 30_000, target: 15_000 } as const
/**
 * Milliseconds for which an unused tunnel stays open: it costs the device a process and a packet over the air every 15
 * s.
 */
const idleMs = 60_000

/** A session of this process, with its tunnel, its byte counts, and everything else that lives until it ends. */
export interface LiveSession {
  readonly row: SessionRow
  readonly target: TunnelTarget
  /** Console address from which it was opened, for links back. */
  readonly consoleOrigin: string
  /** True if the target is the device itself. */
  readonly own: boolean
  /** Typed at the start or stored with the entry; kept in memory only. */
  credentials: Credentials | undefined
  /** Asks the user instead of signing in automatically. */
  readonly credentialsRequired: boolean
  /** sha256 of its cookie. */
  cookieHash: Buffer | undefined
  expiresAt: Date
  readonly input: number
  readonly output: number
  readonly ended: string | undefined
  /** The failed step on the way to the target, if it was never reached. */
  failure: ReachError | undefined
  /** Opens the tunnel without a channel. Rejects with ReachError. */
  prepare(): Promise<undefined>
  /** A channel to the target; reopens the tunnel if it was closed. Rejects with ReachError. */
  connect(signal?: AbortSignal): Promise<CountedChannel>
  /** Closes the tunnel with all its channels; the next connection opens another. */
  restart(reason: string): void
  end(reason: string): void
  onEnd(listener: (reason: string) => void): void
}

export interface Opening {
  row: SessionRow
  consoleOrigin: string
  credentials: Credentials | undefined
  credentialsRequired: boolean
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i

export function createLiveSession(reach: Reach, given: Opening): LiveSession {
  const { row } = given
  const target: TunnelTarget = { host: row.destination_ip, port: row.destination_port }
  const over = new AbortController()
  const listeners: ((reason: string) => void)[] = []
  const channels = new Set<CountedChannel>()
  let tunnel: Promise<Tunnel> | undefined
  let idle: NodeJS.Timeout | undefined
  let opening = 0
  let input = 0
  let output = 0
  let ended: string | undefined

  function openTunnel(): Promise<Tunnel> {
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(patience.tunnel)])
    const opened = reach.openTunnel(row.device_id, target, { signal })
    const forget = () => {
      if (tunnel === opened) tunnel = undefined
    }
    opened.then((up) => {
      up.onClose(forget)
      if (over.signal.aborted) up.close(text('remote.session_ended'))
    }, forget)
    return opened
  }

  function ensureTunnel(): Promise<Tunnel> {
    tunnel ??= openTunnel()
    return tunnel
  }

  /** Closes the tunnel if it has been unused for a while; the next connection opens another. */
  function restWhenIdle() {
    clearTimeout(idle)
    if (ended !== undefined || channels.size + opening > 0) return
    idle = setTimeout(() => session.restart('Nothing uses it'), idleMs)
  }

  async function openChannel(given: AbortSignal | undefined) {
    const signal = () => AbortSignal.any([over.signal, AbortSignal.timeout(patience.target), ...(given ? [given] : [])])
    try {
      return await (await ensureTunnel()).open(signal())
    } catch (error) {
      if (!(error instanceof TunnelError) || error.step !== 'tunnel_gone' || over.signal.aborted) throw error
      // It was closed since its last use: the device may be back on another link.
      tunnel = undefined
      return (await ensureTunnel()).open(signal())
    }
  }

  const session: LiveSession = {
    row,
    target,
    own: loopback.test(target.host),
    consoleOrigin: given.consoleOrigin,
    credentials: given.credentials,
    credentialsRequired: given.credentialsRequired,
    cookieHash: undefined,
    expiresAt: row.expires_at,
    failure: undefined,
    get input() {
      return input
    },
    get output() {
      return output
    },
    get ended() {
      return ended
    },
    async prepare() {
      try {
        await ensureTunnel()
        restWhenIdle()
        return undefined
      } catch (error) {
        throw explain(error, target, row.protocol)
      }
    },
    async connect(signal) {
      if (ended !== undefined) throw new ReachError('session', ended as Text)
      if (channels.size + opening >= connectionLimit)
        throw new ReachError('admission', text('remote.session_connections', { count: connectionLimit }))
      opening++
      try {
        const inner = await openChannel(signal)
        const channel = new CountedChannel(inner, {
          sent: (bytes) => {
            input += bytes
          },
          received: (bytes) => {
            output += bytes
          },
        })
        channels.add(channel)
        channel.on('close', () => {
          channels.delete(channel)
          restWhenIdle()
        })
        if (over.signal.aborted) channel.destroy()
        return channel
      } catch (error) {
        throw explain(error, target, row.protocol)
      } finally {
        opening--
        restWhenIdle()
      }
    },
    restart(reason) {
      clearTimeout(idle)
      const old = tunnel
      tunnel = undefined
      for (const channel of channels) channel.destroy()
      old?.then(
        (up) => up.close(reason),
        () => {},
      )
    },
    end(reason) {
      if (ended !== undefined) return
      ended = reason
      over.abort()
      session.restart(reason)
      for (const listener of listeners.splice(0)) listener(reason)
    },
    onEnd(listener) {
      if (ended === undefined) listeners.push(listener)
      else listener(ended)
    },
  }
  return session
}
