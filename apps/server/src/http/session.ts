import { randomBytes } from 'node:crypto'
import type { PermissionName } from '@longreach/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { type Placement, type Scope, scopeOfUser, systemScope } from '../db/scope.ts'
import { sha256 } from '../seal.ts'

const sessionTimes = {
  /** Seconds a session lasts without a refresh. */
  lasts: 24 * 3600,
  /** Seconds the cookie before a refresh stays good, so that two tabs refreshing together both stay signed in. */
  overlap: 30,
  /** Seconds a confirmed password is good for (decisions, Sessions). */
  confirmed: 15 * 60,
} as const

export interface Session extends Placement {
  id: number
  userId: number
  username: string
  email: string
  companyId: number
  level: number
  permissions: ReadonlySet<PermissionName>
  /** The real person while impersonating. */
  actorId: number | null
  /** True while a confirmed password is fresh enough for calls that ask for it. */
  confirmed: boolean
  createdAt: Date
  expiresAt: Date
  /** True when the cookie is the one before the last refresh. */
  superseded: boolean
  scope: Scope
}

interface SessionRow {
  id: number
  user_id: number
  username: string
  email: string
  company_id: number
  l1_id: number | null
  l2_id: number | null
  level: number
  permissions: PermissionName[]
  actor_id: number | null
  confirmed: boolean
  created_at: Date
  expires_at: Date
  superseded: boolean
}

/** The session a cookie stands for; null when there is none, it has ended, or the user is gone. */
export async function findSession(db: Db, token: string): Promise<Session | null> {
  const hash = sha256(token)
  const current = sql<boolean>`s.token_hash = ${hash}`
  return readSession(db, sql`${current} OR (s.previous_hash = ${hash} AND s.previous_until > now())`, current)
}

/** A session found before, as it stands now; null when it has ended or the user is gone. */
export async function findSessionById(db: Db, id: number): Promise<Session | null> {
  return readSession(db, sql`s.id = ${id}`, sql`true`)
}

async function readSession(db: Db, which: RawBuilder<boolean>, current: RawBuilder<boolean>): Promise<Session | null> {
  const { rows } = await sql<SessionRow>`
    SELECT s.id, s.user_id, u.username, u.email, u.company_id, u.l1_id, u.l2_id, c.level, s.actor_id, s.created_at,
      coalesce(s.confirmed_at > now() - ${sessionTimes.confirmed} * interval '1 second', false) AS confirmed, s.expires_at,
      NOT (${current}) AS superseded,
      ARRAY(SELECT permission FROM role_permissions p WHERE p.role_id = u.role_id) AS permissions
    FROM sessions s JOIN users u ON u.id = s.user_id JOIN companies c ON c.id = u.company_id
    WHERE ${systemScope('session of the request')}
      AND (${which})
      AND s.expires_at > now()`.execute(db)
  const row = rows[0]
  if (!row) return null
  const permissions = new Set(row.permissions)
  return {
    id: row.id,
    userId: row.user_id,
    username: row.username,
    email: row.email,
    companyId: row.company_id,
    company_id: row.company_id,
    l1_id: row.l1_id,
    l2_id: row.l2_id,
    level: row.level,
    permissions,
    actorId: row.actor_id,
    confirmed: row.confirmed,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    superseded: row.superseded,
    scope: scopeOfUser({ companyId: row.company_id, level: row.level, permissions }),
  }
}

const newToken = () => randomBytes(32).toString('base64url')

/** Starts a session; the token goes into the cookie and is kept nowhere. */
export async function startSession(
  db: Db,
  session: { userId: number; ip: string; userAgent: string },
): Promise<{ id: number; token: string; expiresAt: Date }> {
  const token = newToken()
  const row = await db
    .insertInto('sessions')
    .values({
      token_hash: sha256(token),
      user_id: session.userId,
      ip: session.ip,
      user_agent: session.userAgent,
      expires_at: sql<Date>`now() + ${sessionTimes.lasts} * interval '1 second'`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { id: row.id, token, expiresAt: row.expires_at }
}

/**
 * Gives the session a new cookie. Only the present cookie can do so: the one before it answers with the session's
 * end and changes nothing, so that tabs refreshing together end with the same cookie.
 */
export async function refreshSession(db: Db, session: Session): Promise<{ token: string | null; expiresAt: Date }> {
  if (session.superseded) return { token: null, expiresAt: session.expiresAt }
  const token = newToken()
  const { rows } = await sql<{ expires_at: Date }>`
    UPDATE sessions SET previous_hash = token_hash, previous_until = now() + ${sessionTimes.overlap} * interval '1 second',
      token_hash = ${sha256(token)}, expires_at = now() + ${sessionTimes.lasts} * interval '1 second'
    WHERE id = ${session.id} AND (previous_until IS NULL OR previous_until < now())
    RETURNING expires_at`.execute(db)
  // A refresh within the overlap of another one keeps the cookie: rotating twice would cut off the tab in between.
  return rows[0] ? { token, expiresAt: rows[0].expires_at } : { token: null, expiresAt: session.expiresAt }
}

export async function endSession(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Notes that the user has just confirmed the password. */
export async function confirmSession(db: Db, id: number): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: sql`now()` }).where('id', '=', id).execute()
}
