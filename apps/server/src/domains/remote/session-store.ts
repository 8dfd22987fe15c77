import { randomBytes } from 'node:crypto'
import { text } from '@longreach/contract/i18n'
import type { ConnectionKind } from '@longreach/contract/remote/constants'
import { sessionLimits } from '@longreach/contract/remote/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inScope, type Scope, systemScope } from '../../db/scope.ts'
import type { Emit } from '../../events/emit.ts'
import { isAlive } from '../../nodes/alive-nodes.ts'
import { sha256 } from '../../seal.ts'
import type { Entry } from './entries.ts'

/** Data of a session in memory: user, target, duration. */
export interface SessionRow {
  id: number
  name: string
  access_id: number | null
  device_id: number
  device_name: string
  access_name: string
  destination_ip: string
  destination_port: number
  protocol: Entry['protocol']
  user_id: number
  login_id: number | null
  url: string
  expires_at: Date
}

const sessionColumns = [
  's.id',
  's.name',
  's.access_id',
  's.device_id',
  's.device_name',
  's.access_name',
  's.destination_ip',
  's.destination_port',
  's.protocol',
  's.user_id',
  's.login_id',
  's.url',
  's.expires_at',
] as const

export interface Opener {
  userId: number
  username: string
  actorId: number | null
  loginId: number
  ip: string
  userAgent: string
}

export const newSessionName = () => randomBytes(16).toString('hex')
const newSecret = () => randomBytes(32).toString('base64url')

export const kindOf = (entry: Pick<Entry, 'protocol' | 'main'>): ConnectionKind =>
  entry.protocol === 'ssh' ? 'cli' : entry.main === null ? 'lan-webui' : 'webui'

/** Number of the user's open sessions; until the transaction ends, no other of theirs can be added. */
export async function countOpen(db: Db, userId: number): Promise<number> {
  await sql`SELECT id FROM users u WHERE id = ${userId} AND ${systemScope('session of the request')} FOR NO KEY UPDATE`.execute(
    db,
  )
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM remote_sessions s
    WHERE user_id = ${userId} AND ended_at IS NULL AND ${systemScope('session of the request')}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function insertSession(
  db: Db,
  session: { name: string; entry: Entry; opener: Opener; node: string; url: string; seconds: number },
): Promise<SessionRow> {
  const { entry, opener } = session
  const { id } = await db
    .insertInto('remote_sessions')
    .values({
      name: session.name,
      company_id: entry.company_id,
      l1_id: entry.l1_id,
      l2_id: entry.l2_id,
      access_id: entry.id,
      device_id: entry.device_id,
      device_name: entry.device_name,
      access_name: entry.name,
      protocol: entry.protocol,
      destination_ip: entry.destination_ip,
      destination_port: entry.destination_port,
      type: kindOf(entry),
      user_id: opener.userId,
      actor_id: opener.actorId,
      username: opener.username,
      actor_username: sql<
        string | null
      >`(SELECT username FROM users u WHERE u.id = ${opener.actorId} AND ${systemScope('session of the request')})`,
      login_id: opener.loginId,
      ip: opener.ip,
      user_agent: opener.userAgent,
      node: session.node,
      url: session.url,
      expires_at: sql<Date>`now() + ${session.seconds} * interval '1 second'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await db
    .selectFrom('remote_sessions as s')
    .select(sessionColumns)
    .where('s.id', '=', id)
    .where(systemScope('row resolved in scope before'))
    .executeTakeFirstOrThrow()
  return row as SessionRow
}

/** An open session in reach, for a change. */
export async function lockSession(db: Db, scope: Scope, id: number) {
  const row = await db
    .selectFrom('remote_sessions as s')
    .select([...sessionColumns, 's.company_id', 's.l1_id', 's.l2_id', 's.opened_at', 's.username', 's.ended_at'])
    .where('s.id', '=', id)
    .where(inScope(scope, 's'))
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, protocol: row.protocol as SessionRow['protocol'] }
}

/** An open shell whose key was just exchanged, on any node. */
export async function findOpenShell(db: Db, id: number): Promise<SessionRow | undefined> {
  const row = await db
    .selectFrom('remote_sessions as s')
    .select(sessionColumns)
    .where('s.id', '=', id)
    .where('s.ended_at', 'is', null)
    .where(systemScope('ticket of a remote session'))
    .executeTakeFirst()
  return row as SessionRow | undefined
}

/** sha256 of the cookie that is currently valid for the session. */
export async function findCookieHash(db: Db, id: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('remote_sessions as s')
    .select('s.cookie_hash')
    .where('s.id', '=', id)
    .where('s.ended_at', 'is', null)
    .where(systemScope('ticket of a remote session'))
    .executeTakeFirst()
  return row?.cookie_hash ?? undefined
}

/** The user's own open session with that name. */
export async function findOwnByName(db: Db, scope: Scope, userId: number, name: string) {
  return db
    .selectFrom('remote_sessions as s')
    .select(['s.id', 's.device_id', 's.device_name', 's.company_id', 's.l1_id', 's.l2_id'])
    .where('s.name', '=', name)
    .where('s.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .where(inScope(scope, 's'))
    .executeTakeFirst()
}

/** Removes the link from the events of the channel that opened the session, after its key was used or replaced. */
async function forgetLink(db: Db, sessionId: number): Promise<void> {
  await sql`
    UPDATE channel_events SET event = event - 'link'
    WHERE created_at > now() - ${2 * sessionLimits.ticketSeconds} * interval '1 second'
      AND event ? 'link' AND event -> 'data' -> 'session_id' = to_jsonb(${sessionId}::bigint)`.execute(db)
}

/** Removes links whose keys have expired without being used. */
export async function forgetLinks(db: Db): Promise<void> {
  await sql`
    UPDATE channel_events SET event = event - 'link'
    WHERE created_at < now() - ${sessionLimits.ticketSeconds} * interval '1 second' AND event ? 'link'`.execute(db)
}

/** Creates a one-time key that opens the session within a minute; a previous one stops working. */
export async function makeTicket(db: Db, sessionId: number): Promise<string> {
  const ticket = newSecret()
  await sql`
    UPDATE remote_sessions s
    SET ticket_hash = ${sha256(ticket)}, ticket_expires_at = now() + ${sessionLimits.ticketSeconds} * interval '1 second'
    WHERE id = ${sessionId} AND ${systemScope('row resolved in scope before')}`.execute(db)
  await forgetLink(db, sessionId)
  return ticket
}

/**
 * Exchanges a one-time key for the secret of a cookie, so that only the browser that opened a session last has it.
 * Undefined if the key is unknown, used or expired, or is for a page whose session has ended. A shell that has ended
 * since the key was issued shows the reason on its page.
 */
export async function exchangeTicket(
  db: Db,
  /** Limits the key to this session; null for any shell. */
  name: string | null,
  ticket: string,
): Promise<{ sessionId: number; name: string; cookie: string } | undefined> {
  const cookie = newSecret()
  const { rows } = await sql<{ id: number; name: string }>`
    UPDATE remote_sessions s SET ticket_hash = NULL, ticket_expires_at = NULL, cookie_hash = ${sha256(cookie)}
    WHERE ticket_hash = ${sha256(ticket)} AND ticket_expires_at > now()
      AND ${name === null ? sql`protocol = 'ssh'` : sql`name = ${name} AND ended_at IS NULL AND expires_at > now()`} AND ${systemScope('ticket of a remote session')}
    RETURNING id, name`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  await forgetLink(db, row.id)
  return { sessionId: row.id, name: row.name, cookie }
}

export async function extendSession(db: Db, id: number, expiresAt: Date): Promise<void> {
  await sql`
    UPDATE remote_sessions s SET expires_at = ${expiresAt}
    WHERE id = ${id} AND ended_at IS NULL AND ${systemScope('row resolved in scope before')}`.execute(db)
}

/** Ends the open sessions, alias `s`, that `where` selects; an ended one keeps its reason. Returns their ids. */
async function endWhere(
  db: Db,
  emit: Emit,
  {
    where,
    reason,
    at = sql`now()`,
  }: { where: RawBuilder<unknown>; reason: RawBuilder<unknown>; at?: RawBuilder<unknown> },
): Promise<number[]> {
  const end = async (tx: Db) => {
    const { rows } = await sql<{ id: number; device_id: number; user_id: number | null; end_reason: string }>`
      UPDATE remote_sessions s SET ended_at = ${at}, end_reason = ${reason}, cookie_hash = NULL
      WHERE ended_at IS NULL AND ${where} RETURNING id, device_id, user_id, end_reason`.execute(tx)
    await emit(
      tx,
      ...rows.map(({ id, device_id, user_id, end_reason }) => ({
        type: 'remote_session.ended' as const,
        data: { remote_session_id: id, device_id, user_id, reason: end_reason },
      })),
    )
    return rows.map((row) => row.id)
  }
  return db.isTransaction ? end(db) : db.transaction().execute(end)
}

export async function endSession(db: Db, emit: Emit, id: number, reason: string): Promise<void> {
  const where = sql`id = ${id} AND ${systemScope('row resolved in scope before')}`
  await endWhere(db, emit, { where, reason: sql`${reason}` })
}

export function endSessionsOfEntries(
  db: Db,
  emit: Emit,
  entries: readonly number[],
  reason: string,
): Promise<number[]> {
  const where = sql`access_id = ANY (${[...entries]}::bigint[]) AND ${systemScope('row resolved in scope before')}`
  return endWhere(db, emit, { where, reason: sql`${reason}` })
}

export function endSessionsOfDevices(
  db: Db,
  emit: Emit,
  devices: readonly number[],
  reason: string,
): Promise<number[]> {
  const where = sql`device_id = ANY (${[...devices]}::bigint[]) AND ${systemScope('row resolved in scope before')}`
  return endWhere(db, emit, { where, reason: sql`${reason}` })
}

/**
 * Ends sessions that this node left open when it was stopped, and those that outlived their duration or their node: a
 * node that is silent for long has no sessions any more. Without a node, only the latter.
 */
export async function endLeftovers(db: Db, emit: Emit, node: string | null): Promise<void> {
  await endWhere(db, emit, {
    where: sql`(node = ${node} OR expires_at < now() - interval '1 minute'
        OR node IN (SELECT id FROM nodes WHERE NOT ${isAlive})) AND ${systemScope('background job')}`,
    reason: sql`CASE WHEN expires_at < now() THEN ${text('remote.end_expired')}
        WHEN node = ${node} THEN ${text('remote.end_server_restarted')} ELSE ${text('remote.end_server_gone')} END`,
    at: sql`least(now(), expires_at)`,
  })
}

/** Stores the bytes transferred by each session so far. */
export async function noteBytes(
  db: Db,
  counts: readonly { id: number; input: number; output: number }[],
): Promise<void> {
  await sql`
    UPDATE remote_sessions s SET input_data = n.input, output_data = n.output
    FROM unnest(${counts.map((row) => row.id)}::bigint[], ${counts.map((row) => row.input)}::bigint[],
      ${counts.map((row) => row.output)}::bigint[]) AS n (id, input, output)
    WHERE s.id = n.id AND ${systemScope('background job')}`.execute(db)
}

/** Adds the new bytes of sessions to the daily totals of their companies; the same statement marks them as added. */
export async function countUsage(db: Db): Promise<void> {
  await sql`
    WITH due AS (
      SELECT id, company_id, l1_id, l2_id, input_data + output_data AS total, input_data + output_data - counted_data AS bytes
      FROM remote_sessions s
      WHERE counted_data < input_data + output_data AND ${systemScope('background job')}
      ORDER BY id LIMIT 5000 FOR UPDATE
    ), marked AS (
      UPDATE remote_sessions s SET counted_data = due.total FROM due WHERE s.id = due.id
    )
    INSERT INTO company_data_usage AS u (company_id, l1_id, l2_id, day, bytes)
    SELECT company_id, min(l1_id), min(l2_id), (now() AT TIME ZONE 'UTC')::date, sum(bytes) FROM due GROUP BY company_id
    ON CONFLICT (company_id, day) DO UPDATE SET bytes = u.bytes + excluded.bytes`.execute(db)
}
