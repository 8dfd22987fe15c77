import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Db } from '../db/client.ts'
import { deliver } from './deliver.ts'
import { createEmit, type Emit } from './emit.ts'
import type { EventHandler } from './handler.ts'
import { backoff, countMs, handlersAtOnce, pollMs, refreshMs } from './limits.ts'
import { countWaiting, createEventMetrics, type WaitingEvents } from './metrics.ts'
import { checkHandlers, readSubscriptions, registerHandlers, type Subscriptions } from './registry.ts'
import { retiredHandlers } from './retired.ts'

export interface EventsDeps {
  db: Db
  /** True on workers, which deliver events; any node emits them. */
  work: boolean
  registry: Registry
  log: { warn(fields: object, message: string): void }
  retired?: readonly string[]
}

export interface Events {
  emit: Emit
  /** Handlers with events that failed at least once. */
  failing(): readonly string[]
  /**
   * Rejects if two handlers have the same name, or with ConfigError if events wait for a handler that no module has.
   */
  start(handlers: readonly EventHandler[]): Promise<void>
  /** Resolves when no handler is running any more. */
  stop(): Promise<void>
}

/** Events of one module for the others: stored with the change itself and delivered to every handler at least once. */
export function createEvents({ db, work, registry, log, retired = retiredHandlers }: EventsDeps): Events {
  let subscriptions: Subscriptions = new Map()
  let counts: readonly WaitingEvents[] = []
  const metrics = createEventMetrics(registry, () => counts)
  const stopping = new AbortController()
  const loops: Promise<void>[] = []
  const running = new Map<string, Promise<void>>()
  /** Handlers that fail for all events: number of failures in a row, and time of the next attempt. */
  const paused = new Map<string, { failures: number; until: number }>()

  async function repeat(everyMs: number, what: string, once: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      const failed = await once().then(
        () => false,
        (error: unknown) => {
          log.warn({ err: error }, `${what} failed`)
          return true
        },
      )
      await sleep(failed ? Math.max(everyMs, 1000) : everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function serve(handler: EventHandler): Promise<void> {
    const { name } = handler
    for (let more = true; more && !stopping.signal.aborted; ) {
      const { handled, failed, error, ...delivery } = await deliver(db, handler)
      more = delivery.more
      metrics.handled.inc({ handler: name }, handled)
      metrics.failures.inc({ handler: name }, failed)
      if (failed > 0) log.warn({ err: error, handler: name, failed }, 'event handler failed')
      if (failed === 0 || handled > 0) {
        paused.delete(name)
        continue
      }
      const failures = (paused.get(name)?.failures ?? 0) + 1
      const seconds = Math.min(backoff.most, backoff.first * 2 ** (failures - 1))
      paused.set(name, { failures, until: Date.now() + seconds * 1000 })
    }
  }

  async function poll(handlers: readonly EventHandler[]): Promise<void> {
    for (const name of await findWaiting(db, handlers)) {
      const handler = handlers.find((one) => one.name === name)
      if (!handler || running.has(name) || running.size >= handlersAtOnce) continue
      if ((paused.get(name)?.until ?? 0) > Date.now()) continue
      const serving = serve(handler)
        .catch((error: unknown) => log.warn({ err: error, handler: name }, 'delivering events failed'))
        .finally(() => running.delete(name))
      running.set(name, serving)
    }
  }

  return {
    emit: createEmit(() => subscriptions),
    failing: () => counts.filter(({ failing }) => failing > 0).map(({ handler }) => handler),
    async start(handlers) {
      checkHandlers(handlers)
      const refresh = async () => {
        subscriptions = await readSubscriptions(db, handlers)
      }
      await registerHandlers(db, handlers, retired)
      await refresh()
      loops.push(repeat(refreshMs, 'reading event handlers', refresh))
      if (!work || handlers.length === 0) return
      loops.push(repeat(pollMs, 'looking for events', () => poll(handlers)))
      loops.push(
        repeat(countMs, 'counting events', async () => {
          counts = await countWaiting(db)
        }),
      )
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      await Promise.all(running.values())
    },
  }
}

/** Handlers with waiting events, those with the oldest event first. */
async function findWaiting(db: Db, handlers: readonly EventHandler[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT h.name FROM unnest(${handlers.map(({ name }) => name)}::text[]) AS h (name)
    CROSS JOIN LATERAL (SELECT id FROM events WHERE handler = h.name ORDER BY id LIMIT 1) e
    ORDER BY e.id`.execute(db)
  return rows.map(({ name }) => name)
}
