import { randomBytes } from 'node:crypto'
import { type StatusEvent, type StatusSubject, statusChannel } from '@longreach/contract/live'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Bus } from '../bus/bus.ts'
import { id, topic } from '../bus/topic.ts'
import type { Db } from '../db/client.ts'

/** An event of a user's channel in the form in which it is replayed; `id` grows, so a screen can skip events it has. */
export interface ChannelEvent {
  id: number
  key: string
  event: StatusEvent
}

/** Events of one user's channel. */
export const channelEventsAdded = topic<{ channel: string; events: readonly ChannelEvent[] }>(
  'channel.events',
  z.object({
    channel: z.string(),
    events: z.array(
      z.object({
        id: id(),
        key: z.string(),
        event: z.object({
          status: z.string(),
          value: z.string(),
          progress: z.exactOptional(z.object({ value: z.number(), total: z.number() })),
          errorCode: z.exactOptional(z.string()),
          link: z.exactOptional(z.string()),
          data: z.optional(z.unknown()),
        }),
      }),
    ),
  }),
)

/**
 * Finds the stored events of a channel; undefined if the channel is not the user's, has no events yet, or expired. The
 * sender decides which of them a session may read (http/live-channels.ts).
 */
export type ChannelSource = (db: Db, channel: string, userId: number) => Promise<ChannelEvent[] | undefined>

export const newChannel = (userId: number, about: StatusSubject) =>
  statusChannel(userId, about, randomBytes(24).toString('base64url'))

/** Stores the same event for some keys of a channel, for the hour in which it can be requested again. */
export async function keepEvents(
  db: Db,
  at: { channel: string; userId: number; keys: readonly string[] },
  event: StatusEvent,
): Promise<ChannelEvent[]> {
  const { rows } = await sql<{ id: number; key: string }>`
    INSERT INTO channel_events (channel, user_id, key, event)
    SELECT ${at.channel}, ${at.userId}, key, ${JSON.stringify(event)}::jsonb FROM unnest(${[...at.keys]}::text[]) AS key
    RETURNING id, key`.execute(db)
  return rows.map((row) => ({ ...row, event }))
}

/** Stores an event and publishes it to the screens that follow the channel. */
export async function publishToChannel(
  db: Db,
  bus: Bus,
  at: { channel: string; userId: number; key: string },
  event: StatusEvent,
): Promise<void> {
  const events = await keepEvents(db, { channel: at.channel, userId: at.userId, keys: [at.key] }, event)
  bus.publish(channelEventsAdded, { channel: at.channel, events })
}

/** Events stored for an hour, oldest first. */
export const channelEvents: ChannelSource = async (db, channel, userId) => {
  const rows = await db
    .selectFrom('channel_events')
    .select(['id', 'key', 'event'])
    .where('channel', '=', channel)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  if (rows.length === 0) return undefined
  return rows.map((row) => ({ ...row, event: row.event as unknown as StatusEvent }))
}

/** Groups events by key, for programs that poll. */
export function byKey(events: readonly ChannelEvent[]): Record<string, StatusEvent[]> {
  const keys: Record<string, StatusEvent[]> = {}
  for (const { key, event } of events) {
    keys[key] ??= []
    keys[key].push(event)
  }
  return keys
}
