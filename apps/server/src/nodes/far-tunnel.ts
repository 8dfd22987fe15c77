import type { Duplex } from 'node:stream'
import { type Tunnel, TunnelError, type TunnelStep } from '../drivers/driver.ts'
import type { OtherNode } from './alive-nodes.ts'
import { type NodeClient, NodeFault } from './client.ts'

const steps: readonly string[] = [
  'device_offline',
  'unsupported',
  'too_many',
  'no_answer',
  'device_failed',
  'target_refused',
  'target_unreachable',
  'tunnel_gone',
] satisfies readonly TunnelStep[]
const isStep = (word: string): word is TunnelStep => steps.includes(word)

/** Milliseconds between TCP keep-alives on the connection of a tunnel. */
const keepAliveMs = 10_000

/**
 * A tunnel whose SSH connection is on another node. `control` is the connection over which that node offered it: each
 * side closes the tunnel by closing it. Channels are separate connections.
 */
export function createFarTunnel(
  client: NodeClient,
  at: { node: OtherNode; path: string; deviceId: number },
  control: Duplex,
): Tunnel {
  const listeners: ((reason: string) => void)[] = []
  const channels = new Set<Duplex>()
  let gone: string | undefined

  function end(reason: string) {
    if (gone !== undefined) return
    gone = reason
    control.destroy()
    for (const channel of channels) channel.destroy(new TunnelError('tunnel_gone', reason))
    for (const listener of listeners.splice(0)) listener(reason)
  }
  holdOn(control, () => end('The tunnel closed'))

  return {
    deviceId: at.deviceId,
    async open(signal) {
      signal?.throwIfAborted()
      if (gone !== undefined) throw new TunnelError('tunnel_gone', gone)
      try {
        const channel = await client.connect(at.node, at.path, signal)
        channels.add(channel)
        channel.on('close', () => channels.delete(channel))
        if (gone !== undefined) channel.destroy()
        return channel
      } catch (error) {
        if (signal?.aborted) throw error
        if (error instanceof NodeFault && isStep(error.fault))
          throw new TunnelError(error.fault, String(error.detail.message ?? ''))
        end('The node with the tunnel does not answer')
        throw new TunnelError('tunnel_gone', 'The node with the tunnel does not answer')
      }
    },
    close: end,
    onClose(listener) {
      if (gone === undefined) listeners.push(listener)
      else listener(gone)
    },
  }
}

/** Calls `gone` when the peer of a connection without data disconnects. */
export function holdOn(control: Duplex, gone: () => void): void {
  if ('setKeepAlive' in control && typeof control.setKeepAlive === 'function') control.setKeepAlive(true, keepAliveMs)
  control.on('error', () => {})
  control.on('end', () => control.destroy())
  control.on('close', gone)
  control.resume()
}
