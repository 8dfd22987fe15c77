import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { type NewEvent, subjectOf } from './catalogue.ts'
import type { Subscriptions } from './registry.ts'

/** Writes events in the caller's transaction, in order: they are delivered if and only if it commits. */
export type Emit = (tx: Db, ...events: readonly NewEvent[]) => Promise<void>

export function createEmit(subscriptions: () => Subscriptions): Emit {
  return async (tx, ...events) => {
    const rows = events.flatMap((event) => {
      const handlers = subscriptions().get(event.type) ?? []
      return handlers.map((handler) => ({ handler, ...event, subject: subjectOf(event) }))
    })
    if (rows.length === 0) return
    await sql`
      INSERT INTO events (handler, type, subject, data)
      SELECT handler, type, subject, data::jsonb
      FROM unnest(${rows.map(({ handler }) => handler)}::text[], ${rows.map(({ type }) => type)}::text[],
        ${rows.map(({ subject }) => subject)}::text[], ${rows.map(({ data }) => JSON.stringify(data))}::text[])
        WITH ORDINALITY AS e (handler, type, subject, data, position)
      ORDER BY position`.execute(tx)
  }
}
