import { clipMessage } from '@longreach/contract/i18n'
import type { Notification } from '@longreach/contract/notifications/schemas'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { presentNotification } from './present.ts'
import { notificationCreated } from './topics.ts'

/** Most characters of a summary. */
const summaryLength = 300

export type News = Pick<Notification, 'type' | 'summary' | 'data'>

/**
 * Stores the notification for each of the users, whose rows the caller has locked, in the transaction of the event.
 * Returns the function that publishes it after the commit.
 */
export async function notify(db: Db, bus: Bus, users: readonly number[], news: News): Promise<() => void> {
  const { type, summary, data } = news
  const { rows } = await sql<Parameters<typeof presentNotification>[0] & { user_id: number }>`
    INSERT INTO notifications (user_id, type, summary, data)
    SELECT id, ${type}, ${clipMessage(summary, summaryLength)}, ${JSON.stringify(data)}::jsonb
    FROM unnest(${[...users]}::bigint[]) AS id
    RETURNING *`.execute(db)
  return () => {
    for (const { user_id, ...row } of rows) {
      bus.publish(notificationCreated, { userId: user_id, notification: presentNotification(row) })
    }
  }
}
