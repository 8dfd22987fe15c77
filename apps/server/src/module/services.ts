import type { Brand } from '@longreach/contract/brand/schemas'
import type { AnyEndpoint } from '@longreach/contract/endpoint'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { Emit } from '../events/emit.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Metrics } from '../metrics.ts'
import type { Seal } from '../seal.ts'

/** Services for all domains; a module picks those it needs. */
export interface Services {
  config: Config
  db: Db
  /**
   * Pool for rate limits: they are checked within transactions, which must not wait for another connection of their own
   * pool.
   */
  limits: pg.Pool
  seal: Seal
  bus: Bus
  queue: Queue
  /** Writes events in the caller's transaction, for the modules that handle them. */
  emit: Emit
  brand: Brand
  metrics: Metrics
  node: string
  agentVersion: string
  endpoints: readonly AnyEndpoint[]
  /** Address of the console, never taken from a request. */
  consoleUrl(): string
  log: Logger
}
