import type { QueryOf } from '@longreach/contract/endpoint'
import { noticeLimits } from '@longreach/contract/notices/constants'
import type { listNotices } from '@longreach/contract/notices/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { every, filterConditions, madeBetween } from '../../db/filters.ts'
import { systemScope } from '../../db/scope.ts'
import { containing } from '../../db/search.ts'

/** Those enabled now. */
export async function findTold(db: Db) {
  return db
    .selectFrom('notices')
    .select(['id', 'type', 'message', 'enabled_at'])
    .where('enabled_at', '<=', sql<Date>`now()`)
    .where((or) => or.or([or('ends_at', 'is', null), or('ends_at', '>', sql<Date>`now()`)]))
    .orderBy('enabled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(noticeLimits.told)
    .execute()
}

type Wanted = Partial<QueryOf<typeof listNotices>> & { id?: number[] }

/** A list's rows in its order. */
function listed(db: Db, query: Wanted) {
  const conditions = [
    ...filterConditions(query, { id: 'n.id', type: 'n.type' }),
    ...madeBetween(query, 'n.created_at'),
    ...(query.q ? [sql<boolean>`lower(n.message) LIKE ${containing(query.q)}`] : []),
  ]
  const rows = db.selectFrom('notices as n').where(every(conditions))
  return { rows, ordered: rows.orderBy('n.id', query.sort === 'created_at' ? 'asc' : 'desc') }
}

export const findNoticeIds = async (db: Db, query: Wanted, most: number) =>
  (await listed(db, query).ordered.select('n.id').limit(most).execute()).map(({ id }) => id)

export async function findNotices(db: Db, query: Wanted & { limit: number; offset: number }) {
  const { rows, ordered } = listed(db, query)
  const page = await ordered
    .leftJoin('users as u', 'u.id', 'n.user_id')
    .select(['n.id', 'n.type', 'n.message', 'n.enabled_at', 'n.ends_at', 'n.created_at', 'n.updated_at', 'u.username'])
    .where(systemScope('author of a notice'))
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { page, total }
}

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

/** One notice, held against other changes. */
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
