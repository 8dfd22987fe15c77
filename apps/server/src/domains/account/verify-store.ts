import { isEmailAddress } from '@longreach/contract/email'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { sha256 } from '../../seal.ts'
import { forgetInvitationOf } from '../users/invitations/store.ts'
import { lockAddress } from './register-store.ts'

/** The fields of an account that verifying an address requires. */
export async function findVerifiable(db: Db, userId: number) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.username', 'u.email', 'u.email_verified_at', 'u.company_id', 'u.l1_id', 'u.l2_id'])
    .where(systemScope('link that was mailed'))
    .where('u.id', '=', userId)
    .executeTakeFirst()
}

/** True if another user signs in with the address or a similar one. */
export async function isOthers(db: Db, email: string, userId: number): Promise<boolean> {
  const key = email.toLowerCase()
  const row = await db
    .selectFrom('users as u')
    .select('u.id')
    .where(systemScope('link that was mailed'))
    .where('u.id', '<>', userId)
    .where((or) => or.or([or('u.email_key', '=', key), or('u.username_key', '=', key)]))
    .executeTakeFirst()
  return row !== undefined
}

export async function insertVerification(
  db: Db,
  verification: { user_id: number; email: string },
  token: string,
  hours: number,
): Promise<void> {
  await db
    .insertInto('email_verifications')
    .values({
      ...verification,
      token_hash: sha256(token),
      expires_at: sql<Date>`now() + ${hours} * interval '1 hour'`,
    })
    .execute()
}

/**
 * Uses up the link: its address is verified and becomes that of the account. Returns the account, with its previous
 * address if that differs; null if the link is wrong, used or expired, or the address belongs to another account.
 */
export async function useVerification(db: Db, token: string) {
  const link = await db
    .selectFrom('email_verifications')
    .select(['user_id', 'email'])
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  if (!link) return null
  const { email } = link
  await lockAddress(db, email)
  const user = await findVerifiable(db, link.user_id)
  if (!user || (await isOthers(db, email, user.id))) return null
  await db.deleteFrom('email_verifications').where('user_id', '=', user.id).execute()
  const changed = user.email.toLowerCase() !== email.toLowerCase()
  await db
    .updateTable('users as u')
    .set({ email, email_verified_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where(systemScope('link that was mailed'))
    .where('u.id', '=', user.id)
    .execute()
  if (changed) {
    // Links for a new password mailed to the previous address become invalid.
    await db.deleteFrom('password_resets').where('user_id', '=', user.id).execute()
    await forgetInvitationOf(db, email)
  }
  const { id, username, company_id, l1_id, l2_id } = user
  const before = changed && isEmailAddress(user.email) ? user.email : null
  return { id, username, email, before, company_id, l1_id, l2_id }
}
