import { randomBytes } from 'node:crypto'
import { scopeOfPermission } from '@longreach/contract/account/scopes'
import { permissions as catalogue, type PermissionName } from '@longreach/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { prepared } from '../db/prepared.ts'
import { type Placement, type Scope, scopeOfUser, systemScope } from '../db/scope.ts'
import { macWith, type Seal, sha256 } from '../seal.ts'

const sessionTimes = {
  /** Seconds a session lasts without a refresh. */
  lasts: 24 * 3600,
  /** Seconds after its start at which it ends in any case. */
  most: 90 * 86_400,
  /**
   * Seconds for which the previous cookie stays valid once the new one was used: other requests are still on their way.
   */
  overlap: 30,
  /**
   * Seconds after the overlap in which a request of the same browser may still arrive: delayed by a bad network, sleep,
   * or a proxy that tries another node. Connections silent for longer have been closed by then.
   */
  delayed: 300,
  /** Seconds a confirmed password stays valid (decisions, Sessions). */
  confirmed: 15 * 60,
  /** Seconds between updates of its last use. */
  noted: 60,
} as const

/** A browser has a cookie, a program an access token. */
export type SessionKind = 'browser' | 'token'

export interface Session extends Placement {
  id: number
  kind: SessionKind
  userId: number
  username: string
  email: string
  companyId: number
  level: number
  permissions: ReadonlySet<PermissionName>
  /** Scopes of an access token; null for a browser. */
  scopes: readonly string[] | null
  /** False until the user has followed the link mailed to their address; until then there are no permissions. */
  verified: boolean
  /** The real user while impersonating. */
  actorId: number | null
  /** True while a confirmed password is recent enough for calls that require it. */
  confirmed: boolean
  createdAt: Date
  expiresAt: Date
  /** True if the cookie is the one before the last refresh. */
  superseded: boolean
  /** False if its last use was not stored lately, or this is the first use of a cookie. */
  noted: boolean
  scope: Scope
}

interface SessionRow {
  id: number
  kind: SessionKind
  /** Separated by spaces, as `permissions`: the driver takes far longer to read an array. */
  scopes: string | null
  user_id: number
  username: string
  email: string
  company_id: number
  l1_id: number | null
  l2_id: number | null
  level: number
  verified: boolean
  past_levels: number[]
  permissions: string
  actor_id: number | null
  confirmed: boolean
  created_at: Date
  expires_at: Date
  superseded: boolean
  noted: boolean
}

/** The session of a cookie or an access token; null if there is none, it has ended, or the user was deleted. */
export async function findSession(db: Db, kind: SessionKind, token: string): Promise<Session | null> {
  const hash = sha256(token)
  const current = sql<boolean>`s.token_hash = ${hash}`
  const before = sql`s.previous_hash = ${hash} AND s.previous_until > now()`
  return readSession(db, sql`s.kind = ${kind} AND (${current} OR (${before}))`, current)
}

/** The present state of a session; null if it has ended or the user was deleted. */
export async function findSessionById(db: Db, id: number): Promise<Session | null> {
  return readSession(db, sql`s.id = ${id}`, sql`true`)
}

const overlapEnd = sql`now() + ${sessionTimes.overlap} * interval '1 second'`
/** True until the cookie of the last refresh was used; the previous one is valid that long. */
const unseen = sql<boolean>`coalesce(previous_until > ${overlapEnd}, false)`

/**
 * Stores the use of a session, to the minute. The first use of a cookie proves that it arrived: the previous one
 * becomes invalid.
 */
export async function noteUse(db: Db, id: number, token: string, ip: string): Promise<void> {
  const isCurrent = sql`token_hash = ${sha256(token)}`
  await sql`
    UPDATE sessions SET last_used_at = now(), last_ip = ${ip},
      used_hash = CASE WHEN ${isCurrent} THEN token_hash ELSE used_hash END,
      previous_until = CASE WHEN ${isCurrent} AND ${unseen} THEN ${overlapEnd} ELSE previous_until END
    WHERE id = ${id}`.execute(db)
}

async function readSession(db: Db, which: RawBuilder<boolean>, current: RawBuilder<boolean>): Promise<Session | null> {
  const { rows } = await prepared(sql<SessionRow>`
    SELECT s.id, s.kind, array_to_string(s.scopes, ' ') AS scopes, s.user_id, u.username, u.email, u.company_id, u.l1_id, u.l2_id, c.level, c.past_levels, s.actor_id, s.created_at,
      coalesce(s.confirmed_at > now() - ${sessionTimes.confirmed} * interval '1 second', false) AS confirmed, s.expires_at,
      NOT (${current}) AS superseded, u.email_verified_at IS NOT NULL AS verified,
      coalesce(s.last_used_at > now() - ${sessionTimes.noted} * interval '1 second', false)
        AND NOT (${current} AND s.used_hash IS DISTINCT FROM s.token_hash) AS noted,
      array_to_string(ARRAY(SELECT permission FROM role_permissions p
        WHERE p.role_id = u.role_id AND u.email_verified_at IS NOT NULL), ' ') AS permissions
    FROM sessions s JOIN users u ON u.id = s.user_id JOIN companies c ON c.id = u.company_id
    WHERE ${systemScope('session of the request')}
      AND (${which})
      AND s.expires_at > now()`).execute(db)
  const row = rows[0]
  if (!row) return null
  const names = wordsOf(row.permissions) as PermissionName[]
  const granted = new Set(names)
  const scopes = row.scopes === null ? null : wordsOf(row.scopes)
  return {
    id: row.id,
    kind: row.kind,
    userId: row.user_id,
    username: row.username,
    email: row.email,
    companyId: row.company_id,
    company_id: row.company_id,
    l1_id: row.l1_id,
    l2_id: row.l2_id,
    level: row.level,
    permissions: scopes ? withinScopes(names, scopes) : granted,
    scopes,
    verified: row.verified,
    actorId: row.actor_id,
    confirmed: row.confirmed,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    superseded: row.superseded,
    noted: row.noted,
    // A token sees what its owner sees; its scopes limit its permissions.
    scope: scopeOfUser({
      companyId: row.company_id,
      level: row.level,
      permissions: granted,
      pastLevels: row.past_levels,
    }),
  }
}

const wordsOf = (text: string) => (text === '' ? [] : text.split(' '))

/** The scope of each permission, found once: every call with a token asks for all of them. */
const scopeOf = new Map(catalogue.map(({ name }) => [name, scopeOfPermission(name)]))

function withinScopes(granted: readonly PermissionName[], scopes: readonly string[]): Set<PermissionName> {
  const given = new Set<string | null | undefined>([null, ...scopes])
  return new Set(granted.filter((permission) => given.has(scopeOf.get(permission))))
}

const newToken = () => randomBytes(32).toString('base64url')

/**
 * Starts a session; the token goes into the cookie and is not stored. Undefined if the proved password has been changed
 * meanwhile, or the user was deleted: the row is locked against both. The lock is as strong as the later update of that
 * row in the sign-in: with a shared one, two sign-ins of one user would deadlock.
 */
export async function startSession(
  db: Db,
  session: { userId: number; passwordHash: string | null; ip: string; userAgent: string },
): Promise<{ id: number; token: string; expiresAt: Date } | undefined> {
  const token = newToken()
  const { userId, passwordHash, ip, userAgent } = session
  const { rows } = await sql<{ id: number; expires_at: Date }>`
    INSERT INTO sessions (token_hash, user_id, ip, user_agent, expires_at)
    SELECT ${sha256(token)}, u.id, ${ip}, ${userAgent}, now() + ${sessionTimes.lasts} * interval '1 second'
    FROM users u
    WHERE u.id = ${userId} AND u.password_hash = ${passwordHash} AND ${systemScope('session of the request')}
    FOR NO KEY UPDATE
    RETURNING id, expires_at`.execute(db)
  return rows[0] && { id: rows[0].id, token, expiresAt: rows[0].expires_at }
}

/**
 * Extends the session and gives it a new cookie, derived from that of the request. A response may get lost, and tabs
 * refresh at the same time: until the new cookie was used, the previous one stays valid and gets the same response
 * again.
 */
export async function refreshSession(
  db: Db,
  seal: Seal,
  session: Session,
  cookie: string,
): Promise<{ token: string | null; expiresAt: Date }> {
  const token = seal.mac('session', cookie)
  const [before, after] = [sha256(cookie), sha256(token)]
  const ends = sql`least(now() + ${sessionTimes.lasts} * interval '1 second', created_at + ${sessionTimes.most} * interval '1 second')`
  const extend = (set: RawBuilder<unknown>, where: RawBuilder<boolean>) =>
    sql<{ expires_at: Date }>`
      UPDATE sessions SET ${set} previous_until = ${ends}, expires_at = ${ends} WHERE id = ${session.id} AND ${where}
      RETURNING expires_at`.execute(db)
  const turned = await extend(
    sql`previous_hash = token_hash, token_hash = ${after},`,
    // Not within the overlap of another refresh: two in a row would cut off the tab in between.
    sql`token_hash = ${before} AND (previous_until IS NULL OR previous_until < now())`,
  )
  const row = turned.rows[0] ?? (await extend(sql``, sql`token_hash = ${after} AND ${unseen}`)).rows[0]
  return row ? { token, expiresAt: row.expires_at } : { token: null, expiresAt: session.expiresAt }
}

/** Refreshes after which a cookie is still recognised: two weeks at the pace of an open page. */
const refreshesBack = 30

/**
 * Condition for sessions `s` of which the cookie is outdated: one before the current cookie, which was used since.
 * Their browser no longer uses it; only its own requests can still arrive late. The successors of a cookie are derived
 * from it, as at its refresh.
 */
export function earlierThan(seal: Seal, cookie: string, userAgent: string): RawBuilder<boolean> {
  const key = seal.keyOf('session')
  const hashes = [sha256(cookie)]
  for (let next = cookie; hashes.length <= refreshesBack; ) {
    next = macWith(key, next)
    hashes.push(sha256(next))
  }
  return sql<boolean>`s.previous_hash = ANY (${hashes}::bytea[]) AND s.used_hash = s.token_hash AND s.expires_at > now()
    AND s.previous_until + CASE WHEN s.user_agent = ${userAgent} THEN ${sessionTimes.delayed} ELSE 0 END * interval '1 second' < now()`
}

/**
 * Gives the session a new cookie after a change of its password, and resets its confirmation. Requests on their way
 * with the old one still arrive.
 */
export async function renewSession(db: Db, { id, expiresAt }: Session): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  await sql`
    UPDATE sessions SET token_hash = ${sha256(token)}, previous_hash = token_hash, previous_until = ${overlapEnd}, confirmed_at = NULL
    WHERE id = ${id}`.execute(db)
  return { token, expiresAt }
}

export async function endSession(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Stores that the user has just confirmed the password. */
export async function confirmSession(db: Db, id: number): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_at: sql`now()` }).where('id', '=', id).execute()
}
