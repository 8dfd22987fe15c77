import type { QueryOf } from '@longreach/contract/endpoint'
import type { listNotifications } from '@longreach/contract/notifications/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { containing } from '../../db/search.ts'

export async function findNotifications(db: Db, userId: number, query: QueryOf<typeof listNotifications>) {
  const own = db.selectFrom('notifications').where('user_id', '=', userId)
  let rows = own
  if (query.q) rows = rows.where(sql`lower(summary)`, 'like', containing(query.q))
  if (query.seen !== undefined) rows = rows.where('seen_at', query.seen ? 'is not' : 'is', null)
  const page = await rows
    .select(['id', 'type', 'summary', 'data', 'created_at', 'seen_at'])
    .orderBy('id', query.sort === 'created_at' ? 'asc' : 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const count = sql<number>`count(*)`.as('count')
  const all = await rows.select(count).executeTakeFirstOrThrow()
  const unseen = await own.where('seen_at', 'is', null).select(count).executeTakeFirstOrThrow()
  return { page, total: all.count, unseen: unseen.count }
}

/** Returns which of them are the user's; those seen before keep their time. */
export async function markSeen(db: Db, userId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE notifications SET seen_at = coalesce(seen_at, now())
    WHERE user_id = ${userId} AND id = ANY (${[...ids]}::bigint[]) RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}
