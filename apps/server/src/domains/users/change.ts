import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { type Placement, systemScope } from '../../db/scope.ts'

export async function setRole(db: Db, id: number, roleId: number): Promise<void> {
  await sql`
    UPDATE users u SET role_id = ${roleId}, updated_at = now()
    WHERE id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

export async function setPlace(db: Db, id: number, place: Placement, roleId: number): Promise<void> {
  await sql`
    UPDATE users u SET company_id = ${place.company_id}, l1_id = ${place.l1_id}, l2_id = ${place.l2_id},
      role_id = ${roleId}, updated_at = now()
    WHERE id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

/** Foreign keys delete the user's own rows; history keeps the name. */
export async function removeUser(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM users u WHERE id = ${id} AND ${systemScope('row resolved in scope before')}`.execute(db)
}

/** Ends every session of a user, including those in which they impersonate others. */
export async function endSessionsOf(db: Db, id: number): Promise<number[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where((or) => or.or([or('user_id', '=', id), or('actor_id', '=', id)]))
    .returning('id')
    .execute()
  return ended.map((session) => session.id)
}
