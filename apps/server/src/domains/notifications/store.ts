import { listNotifications } from '@longreach/contract/notifications/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { defineList } from '../../db/list.ts'

export interface NotificationRow {
  id: number
  type: string
  summary: string
  data: unknown
  created_at: Date
  seen_at: Date | null
}

export const notificationList = defineList({
  endpoint: listNotifications,
  from: () => sql`notifications n`,
  reach: ({ userId }: { userId: number }) => sql`n.user_id = ${userId}`,
  columns: () => sql<NotificationRow>`n.id, n.type, n.summary, n.data, n.created_at, n.seen_at`,
  id: 'n.id',
  sorts: { created_at: 'n.id' },
  defaultSort: '-created_at',
  filters: { seen: (seen) => (seen ? sql`n.seen_at IS NOT NULL` : sql`n.seen_at IS NULL`) },
  search: { summary: sql`lower(n.summary)` },
})

export async function countUnseen(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM notifications WHERE user_id = ${userId} AND seen_at IS NULL`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the ids that belong to the user; notifications seen before keep their time. */
export async function markSeen(db: Db, userId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE notifications SET seen_at = coalesce(seen_at, now())
    WHERE user_id = ${userId} AND id = ANY (${[...ids]}::bigint[]) RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}
