import type { QueryOf } from '@longreach/contract/endpoint'
import type { listMoveLogs } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { every, filterConditions, madeBetween } from '../../db/filters.ts'
import { inHistory, type Scope } from '../../db/scope.ts'
import { containing } from '../../db/search.ts'
import type { HeldCompany, HeldUser } from './held.ts'

/** Notes a move at both of its ends. */
export async function insertMove(
  db: Db,
  user: HeldUser,
  to: HeldCompany,
  by: { userId: number; username: string },
): Promise<void> {
  const { id } = await db
    .insertInto('user_moves')
    .values({ user_id: user.id, username: user.username, moved_by_id: by.userId, moved_by: by.username })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = (side: string, { company_id, l1_id, l2_id }: HeldUser | HeldCompany, company_name: string) => ({
    move_id: id,
    side,
    company_id,
    l1_id,
    l2_id,
    company_name,
  })
  await db
    .insertInto('user_move_places')
    .values([place('from', user, user.company_name), place('to', to, to.name)])
    .execute()
}

interface Row {
  id: number
  user_id: number
  user: string
  from_company_id: number | null
  from_company: string | null
  to_company_id: number | null
  to_company: string | null
  moved_by: string
  created_at: Date
}

const sortColumns = { created_at: 'm.id', user: 'lower(m.username) COLLATE "C"' } as const

type Wanted = Partial<QueryOf<typeof listMoveLogs>> & { id?: number[] }

/** Moves that began or ended in reach; a company beyond it is not named. */
function listed(scope: Scope, query: Wanted) {
  const { q, company_id, 'ne:company_id': other, sort = '-created_at' } = query
  const touches = (id: number) =>
    sql<boolean>`(coalesce(f.company_id = ${id}, false) OR coalesce(t.company_id = ${id}, false))`
  const conditions = [
    sql<boolean>`(f.move_id IS NOT NULL OR t.move_id IS NOT NULL)`,
    ...filterConditions(query, { id: 'm.id' }),
    ...madeBetween(query, 'm.created_at'),
    ...(company_id === undefined ? [] : [touches(company_id)]),
    ...(other === undefined ? [] : [sql<boolean>`NOT ${touches(other)}`]),
    ...(q ? [sql<boolean>`lower(m.username || ' ' || m.moved_by) LIKE ${containing(q)}`] : []),
  ]
  const from = sql`
    FROM user_moves m
    LEFT JOIN user_move_places f ON f.move_id = m.id AND f.side = 'from' AND ${inHistory(scope, 'f')}
    LEFT JOIN user_move_places t ON t.move_id = m.id AND t.side = 'to' AND ${inHistory(scope, 't')}
    WHERE ${every(conditions)}`
  const column = sql.raw(sortColumns[sort.replace('-', '') as keyof typeof sortColumns])
  return { from, order: sql`ORDER BY ${column} ${sql.raw(sort.startsWith('-') ? 'DESC' : 'ASC')}, m.id DESC` }
}

export async function findMoveIds(db: Db, scope: Scope, query: Wanted, most: number): Promise<number[]> {
  const { from, order } = listed(scope, query)
  const { rows } = await sql<{ id: number }>`SELECT m.id ${from} ${order} LIMIT ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findMoves(db: Db, scope: Scope, query: Wanted & { limit: number; offset: number }) {
  const { from, order } = listed(scope, query)
  const { rows: page } = await sql<Row>`
    SELECT m.id, m.user_id, m.username AS user, f.company_id AS from_company_id, f.company_name AS from_company,
      t.company_id AS to_company_id, t.company_name AS to_company, m.moved_by, m.created_at
    ${from} ${order} LIMIT ${query.limit} OFFSET ${query.offset}`.execute(db)
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total ${from}`.execute(db)
  return { page, total: rows[0]?.total ?? 0 }
}
