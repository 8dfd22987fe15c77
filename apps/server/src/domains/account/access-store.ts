import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { SessionKind } from '../../endpoint/session.ts'
import { sha256 } from '../../seal.ts'

const own = systemScope('session of the request')

/** Browsers a user can be signed in with at the same time. */
const mostSessions = 20

/** A recognisable prefix: a token that leaked into a file or a log can be found. */
const tokenPrefix = 'pat_'

export async function findSessions(db: Db, userId: number, kind: SessionKind) {
  return db
    .selectFrom('sessions as s')
    .select(['s.id', 's.user_agent', 's.name', 's.scopes', 's.ip', 's.last_ip', 's.last_used_at'])
    .select(['s.created_at', 's.expires_at'])
    .where(own)
    .where('s.user_id', '=', userId)
    .where('s.kind', '=', kind)
    .where('s.actor_id', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .orderBy(sql`coalesce(s.last_used_at, s.created_at)`, 'desc')
    .orderBy('s.id', 'desc')
    .execute()
}

/** Ends one of a user's own sessions or tokens; false if there is none. */
export async function deleteSession(db: Db, userId: number, kind: SessionKind, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions as s')
    .where(own)
    .where('s.id', '=', id)
    .where('s.user_id', '=', userId)
    .where('s.kind', '=', kind)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all of a user's sessions but one, of one kind or of both. Returns their ids. */
export async function deleteOtherSessions(
  db: Db,
  userId: number,
  exceptId: number,
  kind?: SessionKind,
): Promise<number[]> {
  let rows = db.deleteFrom('sessions as s').where(own).where('s.user_id', '=', userId).where('s.id', '<>', exceptId)
  if (kind) rows = rows.where('s.kind', '=', kind)
  return (await rows.returning('s.id').execute()).map(({ id }) => id)
}

/**
 * Ends the sessions of a user beyond the limit, the least recently used first and never the one just started. Sign-ins
 * of the same user take turns by locking the user's row. Returns the ids.
 */
export async function endLeastRecent(db: Db, userId: number, startedId: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('id', 'in', (from) =>
      from
        .selectFrom('sessions as s')
        .select('s.id')
        .where(own)
        .where('s.user_id', '=', userId)
        .where('s.kind', '=', 'browser')
        .where('s.id', '<>', startedId)
        .where('s.expires_at', '>', sql<Date>`now()`)
        .orderBy(sql`coalesce(s.last_used_at, s.created_at)`, 'desc')
        .orderBy('s.id', 'desc')
        .offset(mostSessions - 1),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function countTokens(db: Db, userId: number): Promise<number> {
  // Locked against another one created at the same moment.
  await db.selectFrom('users as u').select('u.id').where(own).where('u.id', '=', userId).forUpdate().execute()
  return (await findSessions(db, userId, 'token')).length
}

/** Creates a token; its text is not stored. */
export async function insertToken(
  db: Db,
  token: { userId: number; name: string; scopes: readonly string[]; days: number; ip: string },
): Promise<{ id: number; token: string; expiresAt: Date }> {
  const text = tokenPrefix + randomBytes(32).toString('base64url')
  const { id, expires_at } = await db
    .insertInto('sessions')
    .values({
      kind: 'token',
      token_hash: sha256(text),
      user_id: token.userId,
      name: token.name,
      scopes: [...token.scopes],
      ip: token.ip,
      expires_at: sql<Date>`now() + ${token.days} * interval '1 day'`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { id, token: text, expiresAt: expires_at }
}

/** False if the password is not `before` any more because another change was faster. */
export async function setPassword(db: Db, userId: number, before: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users as u')
    .set({ password_hash: hash, updated_at: sql`now()` })
    .where(own)
    .where('u.id', '=', userId)
    .where('u.password_hash', '=', before)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  // Links mailed earlier become invalid: they may have been requested with the old password.
  for (const links of ['password_resets', 'email_verifications'] as const) {
    await db.deleteFrom(links).where('user_id', '=', userId).execute()
  }
  return true
}
