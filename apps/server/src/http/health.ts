import type { DiskSpaceState } from '@longreach/contract/system/constants'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

export interface HealthDeps {
  db: Db
  gateway: () => boolean
  bus: () => boolean
  /** Handlers of events that fail and are retried. */
  failingEvents: () => readonly string[]
  diskSpace: () => DiskSpaceState
}

/**
 * `GET /health`: the process responds. `GET /ready`: it can do its work. An unavailable NATS is reported, but is no
 * reason to take the node out of a balancer: nothing is lost without it, and all nodes would go at once. The same holds
 * for failing handlers of events, and for a full disk: data can still be read.
 */
export function answerHealth(app: FastifyInstance, deps: HealthDeps): void {
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_request, reply) => {
    const database = await sql`SELECT 1`.execute(deps.db).then(
      () => true,
      () => false,
    )
    const gateway = deps.gateway()
    const ready = database && gateway
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database,
      gateway,
      bus: deps.bus(),
      disk_space: deps.diskSpace(),
      failing_events: deps.failingEvents(),
    })
  })
}
