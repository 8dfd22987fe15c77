import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { sha256 } from '../../seal.ts'

/** The account that gets a link for a new password, locked so that it keeps the address until the mail is queued. */
export async function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.username', 'u.email', 'u.company_id', 'u.l1_id', 'u.l2_id'])
    .where(systemScope('link that was mailed'))
    .where('u.email_key', '=', email.toLowerCase())
    .forShare()
    .executeTakeFirst()
}

export async function insertReset(db: Db, userId: number, token: string, minutes: number): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({
      user_id: userId,
      token_hash: sha256(token),
      expires_at: sql<Date>`now() + ${minutes} * interval '1 minute'`,
    })
    .execute()
}

/** The account whose password the token of a link can change; undefined if it is wrong, used or expired. */
export async function findReset(db: Db, token: string) {
  return db
    .selectFrom('password_resets as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select(['u.id', 'u.username', 'u.email', 'u.company_id', 'u.l1_id', 'u.l2_id', 'c.name as company_name'])
    .where(systemScope('link that was mailed'))
    .where('p.token_hash', '=', sha256(token))
    .where('p.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/**
 * Uses the token: sets the password and ends the sessions of the old one. Returns the ended sessions; null if it was
 * used just now.
 */
export async function useReset(db: Db, token: string, userId: number, hash: string): Promise<number[] | null> {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return null
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  // A change of address requested with the old password is dropped too.
  await db.deleteFrom('email_verifications').where('user_id', '=', userId).execute()
  await db
    .updateTable('users as u')
    // Using a mailed link proves the address.
    .set({
      password_hash: hash,
      email_verified_at: sql<Date>`coalesce(email_verified_at, now())`,
      updated_at: sql`now()`,
    })
    .where(systemScope('link that was mailed'))
    .where('u.id', '=', userId)
    .execute()
  const ended = await db.deleteFrom('sessions').where('user_id', '=', userId).returning('id').execute()
  return ended.map(({ id }) => id)
}
