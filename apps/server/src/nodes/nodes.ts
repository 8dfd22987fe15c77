import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Db } from '../db/client.ts'
import type { Neighbours } from '../drivers/driver.ts'
import type { Listener } from '../listeners.ts'
import type { Metrics } from '../metrics.ts'
import type { Seal } from '../seal.ts'
import { findHolder } from './alive-nodes.ts'
import { createNodeClient, type NodeClient } from './client.ts'
import { createNodeEndpoint, type NodeEndpointDeps } from './endpoint.ts'
import { createNeighbours } from './neighbours.ts'
import { nodePaths } from './paths.ts'
import { createSigner } from './signed-request.ts'

/** Milliseconds for another node to start restarting a session. */
const restartMs = 5000

/** This node among the others (NODE_URL). */
export interface Nodes {
  readonly node: string
  readonly client: NodeClient
  readonly neighbours: Neighbours
  /** Address of the browser whose request another node passed on; undefined for a request that came here directly. */
  clientOf(request: IncomingMessage): string | undefined
  /** Counts a request that is passed on. */
  passed(): void
  /** Sessions on other nodes. */
  elsewhere: {
    holds(name: string): Promise<boolean>
    restart(session: { id: number; name: string }, channel: string): Promise<boolean>
  }
  /** Serves the other nodes, with the links and sessions of this one. */
  endpoint(own: Pick<NodeEndpointDeps, 'here' | 'restart'>): Listener
  stop(): void
}

export function createNodes(deps: {
  db: Db
  node: string
  seal: Seal
  metrics: Pick<Metrics, 'counter'>
  log: { warn(details: object, message: string): void }
}): Nodes {
  const { db, node, log } = deps
  const signer = createSigner(deps.seal, node)
  const client = createNodeClient(signer)
  const { offered, ...neighbours } = createNeighbours({ db, node, client })
  const refused = deps.metrics.counter(
    'node_signatures_refused_total',
    'Requests with an invalid signature of another node',
  )
  const passed = deps.metrics.counter(
    'node_passed_total',
    'Requests and sockets passed on to the node of their session',
  )
  const passedOn = new WeakMap<IncomingMessage, string>()
  const sockets = new Set<Duplex>()
  return {
    node,
    client,
    neighbours,
    clientOf: (request) => passedOn.get(request),
    passed: () => passed(),
    elsewhere: {
      holds: async (name) => (await findHolder(db, name, node)) !== undefined,
      async restart({ id, name }, channel) {
        const holder = await findHolder(db, name, node)
        if (!holder) return false
        try {
          const body = { session_id: id, channel }
          await client.ask(holder, nodePaths.restart, body, AbortSignal.timeout(restartMs))
          return true
        } catch (error) {
          log.warn({ err: error, node: holder.id }, 'a session on another node could not be reopened')
          return false
        }
      },
    },
    endpoint: (own) =>
      createNodeEndpoint({ db, signer, client, offered, passedOn, sockets, refused: () => refused(), log, ...own }),
    stop() {
      offered.closeAll()
      // A closing server waits for its connections.
      for (const socket of sockets) socket.destroy()
      client.stop()
    },
  }
}
