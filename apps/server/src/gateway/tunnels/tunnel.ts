import type { Duplex } from 'node:stream'
import { linkTimes } from '@longreach/contract/link/limits'
import { type Tunnel, TunnelError, type TunnelStep } from '../../drivers/driver.ts'
import type { Connection } from '../connection.ts'
import type { GatewayLimits, GatewayTimes } from '../limits.ts'
import { TunnelStream } from './stream.ts'

/** Address and port that a device registered: channels are opened with the same pair. */
export interface Forward {
  address: string
  port: number
}

/** A line of a device's own text, made safe for a log and a screen. */
export function saidBy(device: string): string {
  return device
    .replace(/^\(SSH\) Channel open failure: /, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200)
}

/** Sends keep-alives over a silent tunnel; calls back if they are not answered. */
function watch(connection: Connection, interval: number, silent: () => void) {
  let heard = connection.received()
  let misses = 0
  const timer = setInterval(() => {
    if (connection.received() !== heard) {
      heard = connection.received()
      misses = 0
    }
    if (misses++ < linkTimes.tunnelMisses) connection.ping()
    else silent()
  }, interval)
  connection.onClose(() => clearInterval(timer))
}

function stepOf(said: string): TunnelStep {
  return /refused/i.test(said) ? 'target_refused' : 'target_unreachable'
}

/** A tunnel over a separate connection; it lives as long as the connection. */
export function createTunnel(
  deps: {
    limits: Pick<GatewayLimits, 'channelsPerTunnel'>
    times: Pick<GatewayTimes, 'target' | 'tunnelKeepalive'>
  },
  { deviceId, connection, forward }: { deviceId: number; connection: Connection; forward: Forward },
): Tunnel {
  const streams = new Set<TunnelStream>()
  const listeners: ((reason: string) => void)[] = []
  let opening = 0
  let gone: string | undefined

  function end(reason: string) {
    if (gone !== undefined) return
    gone = reason
    for (const stream of streams) stream.destroy(new TunnelError('tunnel_gone', reason))
    for (const listener of listeners.splice(0)) listener(reason)
  }

  function close(reason: string) {
    end(reason)
    connection.cut()
  }

  connection.onClose(() => end('The device closed the tunnel'))
  watch(connection, deps.times.tunnelKeepalive, () => close('The device no longer answers'))

  /** The channel becomes a stream, unless it is not needed any more. */
  async function channel(given: { up: boolean }): Promise<Duplex> {
    opening++
    try {
      const opened = await connection.openForward(forward.address, forward.port)
      const stream = new TunnelStream(opened, connection, () => streams.delete(stream))
      streams.add(stream)
      if (given.up || gone !== undefined) stream.destroy()
      return stream
    } catch (error) {
      if (gone !== undefined) throw new TunnelError('tunnel_gone', gone)
      const said = saidBy((error as Error).message)
      throw new TunnelError(stepOf(said), said || 'The device could not reach the target')
    } finally {
      opening--
    }
  }

  return {
    deviceId,
    async open(signal) {
      signal?.throwIfAborted()
      if (gone !== undefined) throw new TunnelError('tunnel_gone', gone)
      if (streams.size + opening >= deps.limits.channelsPerTunnel) {
        throw new TunnelError('too_many', `More than ${deps.limits.channelsPerTunnel} connections through one tunnel`)
      }
      const given = { up: false }
      const { promise, resolve, reject } = Promise.withResolvers<Duplex>()
      const timer = setTimeout(
        () => reject(new TunnelError('target_unreachable', 'The target did not answer')),
        deps.times.target,
      )
      const abort = () => reject(signal?.reason)
      signal?.addEventListener('abort', abort)
      channel(given).then(resolve, reject)
      return promise
        .catch((error: unknown) => {
          given.up = true
          throw error
        })
        .finally(() => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
        })
    },
    close,
    onClose(listener) {
      if (gone === undefined) listeners.push(listener)
      else listener(gone)
    },
  }
}
