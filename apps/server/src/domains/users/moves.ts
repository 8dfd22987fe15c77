import { listMoveLogs } from '@longreach/contract/users/endpoints'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inHistory } from '../../db/scope.ts'
import type { LockedCompany, LockedUser } from './lock.ts'

/** Records a move for both of its companies. */
export async function insertMove(
  db: Db,
  user: LockedUser,
  to: LockedCompany,
  by: { userId: number; username: string },
): Promise<void> {
  const { id } = await db
    .insertInto('user_moves')
    .values({ user_id: user.id, username: user.username, moved_by_id: by.userId, moved_by: by.username })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = (side: string, { company_id, l1_id, l2_id }: LockedUser | LockedCompany, company_name: string) => ({
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

interface MoveRow {
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

const touches = (company: number) =>
  sql<boolean>`(coalesce(f.company_id = ${company}, false) OR coalesce(t.company_id = ${company}, false))`

/** Moves from or to a company in reach; a company out of reach is not named. */
export const moveList = defineList({
  endpoint: listMoveLogs,
  from: (scope) => sql`
    user_moves m
    LEFT JOIN user_move_places f ON f.move_id = m.id AND f.side = 'from' AND ${inHistory(scope, 'f')}
    LEFT JOIN user_move_places t ON t.move_id = m.id AND t.side = 'to' AND ${inHistory(scope, 't')}`,
  reach: () => sql<boolean>`(f.move_id IS NOT NULL OR t.move_id IS NOT NULL)`,
  columns: () => sql<MoveRow>`
    m.id, m.user_id, m.username AS user, f.company_id AS from_company_id, f.company_name AS from_company,
    t.company_id AS to_company_id, t.company_name AS to_company, m.moved_by, m.created_at`,
  id: 'm.id',
  sorts: { created_at: 'm.id', user: sql`lower(m.username) COLLATE "C"` },
  defaultSort: '-created_at',
  filters: { company_id: touches, ...createdBetween('m.created_at') },
  search: { user: sql`lower(m.username || ' ' || m.moved_by)` },
})

export const { page: findMoves, ids: findMoveIds } = moveList
