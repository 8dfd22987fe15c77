import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Db } from '../db/client.ts'
import { DeviceOffline, type Neighbours, NoAnswer, type Tunnel, TunnelError } from '../drivers/driver.ts'
import { findLinkNode, findNode, type OtherNode } from './alive-nodes.ts'
import { type NodeClient, NodeFault } from './client.ts'
import { holdOn } from './far-tunnel.ts'
import { nodePaths } from './paths.ts'

/**
 * Milliseconds for another node to respond by itself; for a device's answer, in addition to the device's own timeout.
 */
const answerMs = 5000
const graceMs = 20_000

export const linkFacts = z.object({ publicKey: z.string(), tunnels: z.boolean() })
export const askAnswer = z.object({
  state: z.enum(['done', 'failed', 'already']),
  exit: z.number(),
  text: z.string(),
})

export interface OfferedTunnels {
  /** The tunnel offered under that id, once the device may use it. */
  find(id: string): Promise<Tunnel | undefined>
  closeAll(): void
}

/** Requests to the other nodes over HTTP: the database knows which one has a device's link. */
export function createNeighbours(deps: {
  db: Db
  node: string
  client: NodeClient
}): Neighbours & { offered: OfferedTunnels } {
  const { db, node, client } = deps
  /** Tunnels with their SSH connection here that another node uses. */
  const offered = new Map<string, { tunnel: Tunnel; usable: Promise<void> }>()

  return {
    async findLink(deviceId) {
      const there = await findLinkNode(db, deviceId, node)
      if (!there) return undefined
      try {
        const signal = AbortSignal.timeout(answerMs)
        return linkFacts.parse(await client.ask(there, nodePaths.link, { device_id: deviceId }, signal))
      } catch (error) {
        if (error instanceof NodeFault && error.fault === 'offline') return undefined
        throw new TunnelError('device_offline', 'The server that has the link of the device does not answer')
      }
    },

    async ask(deviceId, question, signal) {
      const there = await findLinkNode(db, deviceId, node)
      if (!there) throw new DeviceOffline(deviceId)
      const timeout = AbortSignal.timeout(question.seconds * 1000 + graceMs)
      const until = signal ? AbortSignal.any([signal, timeout]) : timeout
      try {
        return askAnswer.parse(await client.ask(there, nodePaths.ask, { device_id: deviceId, question }, until))
      } catch (error) {
        if (signal?.aborted) throw signal.reason
        if (timeout.aborted || (error instanceof NodeFault && error.fault === 'no_answer'))
          throw new NoAnswer(deviceId, question)
        throw new DeviceOffline(deviceId)
      }
    },

    async offer(to, ticket, tunnel) {
      const there: OtherNode | undefined = await findNode(db, to)
      if (!there) return false
      const id = randomBytes(16).toString('hex')
      const { promise: usable, resolve: use } = Promise.withResolvers<void>()
      offered.set(id, { tunnel, usable })
      tunnel.onClose(() => offered.delete(id))
      try {
        const path = nodePaths.offer(ticket, tunnel.deviceId, id)
        const control = await client.connect(there, path, AbortSignal.timeout(answerMs))
        holdOn(control, () => tunnel.close('The other server let it go'))
        tunnel.onClose(() => control.destroy())
        // The device must get the confirmation of its forward before the tunnel is used.
        void turn().then(use)
        return true
      } catch (error) {
        offered.delete(id)
        use()
        if (error instanceof NodeFault && error.fault === 'late') return false
        throw error
      }
    },

    offered: {
      async find(id) {
        const found = offered.get(id)
        await found?.usable
        return found?.tunnel
      },
      closeAll() {
        for (const { tunnel } of [...offered.values()]) tunnel.close('The server stopped')
      },
    },
  }
}
