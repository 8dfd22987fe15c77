import { noticeLimits } from '@longreach/contract/notices/constants'
import { listNotices } from '@longreach/contract/notices/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { systemScope } from '../../db/scope.ts'

/** Notices that are enabled now. */
export async function findActive(db: Db) {
  return db
    .selectFrom('notices')
    .select(['id', 'type', 'message', 'enabled_at'])
    .where('enabled_at', '<=', sql<Date>`now()`)
    .where((or) => or.or([or('ends_at', 'is', null), or('ends_at', '>', sql<Date>`now()`)]))
    .orderBy('enabled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(noticeLimits.active)
    .execute()
}

interface NoticeRow {
  id: number
  type: string
  message: string
  enabled_at: Date | null
  ends_at: Date | null
  created_at: Date
  updated_at: Date
  username: string | null
}

/** Notices belong to no company: a user who may see the list sees all of it. */
export const noticeList = defineList({
  endpoint: listNotices,
  from: () => sql`notices n LEFT JOIN users u ON u.id = n.user_id AND ${systemScope('author of a notice')}`,
  reach: () => sql<boolean>`true`,
  columns: () =>
    sql<NoticeRow>`n.id, n.type, n.message, n.enabled_at, n.ends_at, n.created_at, n.updated_at, u.username`,
  id: 'n.id',
  sorts: { created_at: 'n.id' },
  defaultSort: '-created_at',
  filters: { type: 'n.type', ...createdBetween('n.created_at') },
  search: { message: sql`lower(n.message)` },
})

export const { page: findNotices, ids: findNoticeIds } = noticeList

export async function insertNotice(
  db: Db,
  userId: number,
  notice: { type: string; message: string; enabled_at: Date | null; ends_at: Date | null },
): Promise<number> {
  const { id } = await db
    .insertInto('notices')
    .values({ ...notice, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One notice, locked against other changes. */
export async function lockNotice(db: Db, id: number) {
  return db
    .selectFrom('notices')
    .select(['id', 'type', 'message', 'enabled_at', 'ends_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function changeNotice(db: Db, id: number, change: Record<string, unknown>): Promise<void> {
  await db
    .updateTable('notices')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export async function removeNotice(db: Db, id: number): Promise<void> {
  await db.deleteFrom('notices').where('id', '=', id).execute()
}
