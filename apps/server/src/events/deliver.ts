import { sql } from 'kysely'
import type { Db, Tx } from '../db/client.ts'
import type { DeliveredEvent, EventHandler } from './handler.ts'
import { backoff, batchSize, failuresInBatch } from './limits.ts'

interface Row {
  id: number
  type: string
  subject: string
  data: unknown
  created_at: Date
}

export interface Delivery {
  handled: number
  failed: number
  /** True if there are more events to deliver right away. */
  more: boolean
  error?: unknown
}

const nothing: Delivery = { handled: 0, failed: 0, more: false }

/**
 * Delivers the next events to a handler. One node does so at a time, which preserves their order; if the node dies,
 * another one takes over. An event that fails waits, with the later ones of its subject, and delays nothing else.
 */
export async function deliver(db: Db, handler: EventHandler): Promise<Delivery> {
  const effects: (() => void)[] = []
  const delivery = await db.transaction().execute(async (tx): Promise<Delivery> => {
    const { rows: locks } = await sql<{ locked: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`event handler ${handler.name}`}, 0)) AS locked`.execute(tx)
    if (!locks[0]?.locked) return nothing
    const rows = await readDue(tx, handler.name)
    if (rows.length === 0) return nothing
    const attempts = createAttempts(tx, handler, effects)
    await attempts.run(rows)
    const { handled, failures } = attempts
    if (handled.length > 0) await sql`DELETE FROM events WHERE id = ANY (${handled}::bigint[])`.execute(tx)
    await postpone(tx, failures)
    return {
      handled: handled.length,
      failed: failures.length,
      more: rows.length === batchSize && failures.length < failuresInBatch,
      ...(failures[0] ? { error: failures[0].error } : {}),
    }
  })
  for (const effect of effects) effect()
  return delivery
}

/** The oldest events, without those whose subject waits for its next attempt. */
async function readDue(tx: Tx, handler: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT id, type, subject, data, created_at FROM events e
    WHERE handler = ${handler} AND NOT EXISTS (
      SELECT FROM events b
      WHERE b.handler = e.handler AND b.subject = e.subject AND b.id <= e.id AND b.attempts > 0 AND b.next_attempt_at > now())
    ORDER BY id LIMIT ${batchSize}`.execute(tx)
  return rows
}

interface Failure {
  id: number
  error: unknown
}

/** Runs the handler over all events; if that fails, over halves of them, down to the one event it cannot handle. */
function createAttempts(tx: Tx, handler: EventHandler, effects: (() => void)[]) {
  const handled: number[] = []
  const failures: Failure[] = []
  const blocked = new Set<string>()

  async function attempt(rows: readonly Row[]): Promise<Failure | undefined> {
    const before = effects.length
    const events = rows.map(({ id, type, data, created_at }) => ({ id, type, data, at: created_at }) as DeliveredEvent)
    await sql`SAVEPOINT attempt`.execute(tx)
    try {
      await handler.handle(tx, events, (effect) => void effects.push(effect))
      await sql`RELEASE SAVEPOINT attempt`.execute(tx)
      handled.push(...rows.map(({ id }) => id))
      return undefined
    } catch (error) {
      await sql`ROLLBACK TO SAVEPOINT attempt`.execute(tx)
      effects.length = before
      return { id: rows[0]?.id ?? 0, error }
    }
  }

  async function run(all: readonly Row[]): Promise<void> {
    const rows = all.filter(({ subject }) => !blocked.has(subject))
    if (rows.length === 0 || failures.length >= failuresInBatch) return
    const failure = await attempt(rows)
    if (!failure) return
    if (rows.length === 1) {
      failures.push(failure)
      blocked.add(rows[0]?.subject ?? '')
      return
    }
    const middle = Math.ceil(rows.length / 2)
    await run(rows.slice(0, middle))
    await run(rows.slice(middle))
  }

  return { handled, failures, run }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 300)

async function postpone(tx: Tx, failures: readonly Failure[]): Promise<void> {
  if (failures.length === 0) return
  await sql`
    UPDATE events e SET attempts = attempts + 1, last_error = f.error,
      next_attempt_at = now() + least(${backoff.most}, ${backoff.first} * 2 ^ least(attempts, 10)) * interval '1 second'
    FROM unnest(${failures.map(({ id }) => id)}::bigint[], ${failures.map(({ error }) => reasonOf(error))}::text[]) AS f (id, error)
    WHERE e.id = f.id`.execute(tx)
}
