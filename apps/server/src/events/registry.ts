import { sql } from 'kysely'
import { ConfigError } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { EventHandler } from './handler.ts'

/** Names of the handlers for which an event is stored, by type. */
export type Subscriptions = ReadonlyMap<string, readonly string[]>

/** Throws if two handlers have the same name. */
export function checkHandlers(handlers: readonly EventHandler[]): void {
  const names = handlers.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`Event handler ${twice} is listed twice`)
}

const pairsOf = (handlers: readonly EventHandler[]) =>
  handlers.flatMap(({ name, types }) => types.map((type) => ({ handler: name, type })))

async function addPairs(db: Db, pairs: readonly { handler: string; type: string }[]): Promise<void> {
  if (pairs.length === 0) return
  await db
    .insertInto('event_handlers')
    .values([...pairs])
    .onConflict((on) => on.doNothing())
    .execute()
}

/**
 * Makes the handlers of this release known to all nodes. Rejects with ConfigError if events wait for a handler that no
 * module has and `retired` does not name: they would wait forever.
 */
export async function registerHandlers(
  db: Db,
  handlers: readonly EventHandler[],
  retired: readonly string[],
): Promise<void> {
  const pairs = pairsOf(handlers)
  const names = handlers.map(({ name }) => name)
  await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('event_handlers', 0))`.execute(tx)
    await sql`DELETE FROM events WHERE handler = ANY (${[...retired]}::text[])`.execute(tx)
    const { rows } = await sql<{ handler: string; count: number }>`
      SELECT handler, count(*) AS count FROM events WHERE handler <> ALL (${names}::text[])
      GROUP BY handler ORDER BY handler LIMIT 1`.execute(tx)
    const [orphan] = rows
    if (orphan)
      throw new ConfigError(
        `Event handler ${orphan.handler} has ${orphan.count} waiting events and no module; name it in events/retired.ts to delete them`,
      )
    await sql`
      DELETE FROM event_handlers WHERE (handler, type) NOT IN (
        SELECT * FROM unnest(${pairs.map(({ handler }) => handler)}::text[], ${pairs.map(({ type }) => type)}::text[]))`.execute(
      tx,
    )
    await addPairs(tx, pairs)
  })
}

/**
 * Handlers of all running releases. A node of another release may have started and removed handlers that it does not
 * know.
 */
export async function readSubscriptions(db: Db, handlers: readonly EventHandler[]): Promise<Subscriptions> {
  const subscriptions = new Map<string, string[]>()
  const rows = await db.selectFrom('event_handlers').select(['handler', 'type']).orderBy('handler').execute()
  for (const { handler, type } of rows) subscriptions.set(type, [...(subscriptions.get(type) ?? []), handler])
  const missing = pairsOf(handlers).filter(({ handler, type }) => !subscriptions.get(type)?.includes(handler))
  if (missing.length === 0) return subscriptions
  await addPairs(db, missing)
  return readSubscriptions(db, handlers)
}
