import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'

export async function markLogin(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('users as u')
    .set({ last_login_at: sql`now()` })
    .where(systemScope('session of the request'))
    .where('u.id', '=', userId)
    .execute()
}

export async function acceptTerms(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('users as u')
    .set({ tos_accepted_at: sql`now()` })
    .where(systemScope('session of the request'))
    .where('u.id', '=', userId)
    .execute()
}

/** The signed-in user with company and role. */
export async function findSessionUser(db: Db, userId: number) {
  return db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .innerJoin('roles as r', 'r.id', 'u.role_id')
    .select([
      'u.id',
      'u.username',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.mfa_type',
      'u.email_verified_at',
      'u.tos_accepted_at',
      'u.last_login_at',
      'u.role_id',
      'c.id as company_id',
      'c.name as company_name',
      'c.parent_id',
      'c.level',
      'c.show_payment',
      'r.name as role_name',
      'r.title as role_title',
    ])
    .where(systemScope('session of the request'))
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function endBrowserSessions(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('kind', '=', 'browser').executeTakeFirst()
  return Number(numDeletedRows)
}
