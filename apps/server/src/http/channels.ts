import { randomBytes } from 'node:crypto'
import { liveLimits } from '@longreach/contract/live'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** A step of some work (rms-domain §1.1); `completed`, `error` and `warning` end it. */
export interface StatusEvent {
  status: string
  value: string
  progress?: { value: number; total: number }
  errorCode?: string
  link?: string
  data?: unknown
}

export const randomChannel = () => randomBytes(24).toString('base64url')

/** Keeps an event of a channel for the hour in which it may be asked for again. */
export async function publishToChannel(
  db: Db,
  at: { channel: string; userId: number; key: string },
  event: StatusEvent,
): Promise<void> {
  await db
    .insertInto('channel_events')
    .values({ channel: at.channel, user_id: at.userId, key: at.key, event: JSON.stringify(event) })
    .execute()
}

/** Events of a channel by key, oldest first; undefined when the channel is not the user's, has none yet, or expired. */
export async function channelEvents(
  db: Db,
  channel: string,
  userId: number,
): Promise<Record<string, StatusEvent[]> | undefined> {
  const rows = await db
    .selectFrom('channel_events')
    .select(['key', 'event'])
    .where('channel', '=', channel)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  if (rows.length === 0) return undefined
  const events: Record<string, StatusEvent[]> = {}
  for (const row of rows) {
    events[row.key] ??= []
    events[row.key]?.push(row.event as unknown as StatusEvent)
  }
  return events
}

export async function dropOldEvents(db: Db): Promise<void> {
  await sql`DELETE FROM channel_events WHERE created_at < now() - ${liveLimits.keptSeconds} * interval '1 second'`.execute(
    db,
  )
}
