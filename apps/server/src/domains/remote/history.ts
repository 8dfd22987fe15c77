import type { QueryOf } from '@longreach/contract/endpoint'
import type { MainKind } from '@longreach/contract/remote/constants'
import type { listAccessSessions, listRemoteLogs } from '@longreach/contract/remote/endpoints'
import type { RemoteLog, RemoteSession } from '@longreach/contract/remote/schemas'
import { formatTime } from '@longreach/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { every, filterConditions } from '../../db/filters.ts'
import { inHistory, inScope, type Scope } from '../../db/scope.ts'
import { containing } from '../../db/search.ts'
import { countCap } from './entries.ts'

interface Row {
  id: number
  access_id: number | null
  device_id: number
  device_name: string
  name: string
  protocol: RemoteLog['protocol']
  destination_ip: string
  destination_port: number
  type: RemoteLog['type']
  input_data: number
  output_data: number
  user_id: number
  username: string
  actor_id: number | null
  actor_username: string | null
  company_id: number
  company_name: string
  ip: string
  user_agent: string
  url: string
  opened_at: Date
  expires_at: Date
  ended_at: Date | null
  end_reason: string | null
}

const columns = sql`
  s.id, s.access_id, s.device_id, s.device_name, s.access_name AS name, s.protocol, s.destination_ip, s.destination_port,
  s.type, s.input_data, s.output_data, s.user_id, s.username, s.actor_id, s.actor_username, s.company_id,
  coalesce(c.name, '#' || s.company_id) AS company_name, s.ip, s.user_agent, s.url, s.opened_at, s.expires_at, s.ended_at, s.end_reason`

const isActive = (active: boolean | undefined): RawBuilder<boolean> =>
  active === undefined ? sql`true` : active ? sql`s.ended_at IS NULL` : sql`s.ended_at IS NOT NULL`

async function findRows(
  db: Db,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  page: { limit: number; offset: number },
): Promise<{ rows: Row[]; total: number; capped: boolean }> {
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM remote_sessions s LEFT JOIN companies c ON c.id = s.company_id
    WHERE ${where} ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db)
  const counted = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT 1 FROM remote_sessions s WHERE ${where} LIMIT ${countCap + 1}) counted`.execute(
    db,
  )
  const count = counted.rows[0]?.count ?? 0
  return { rows, total: Math.min(count, countCap), capped: count > countCap }
}

const common = ({ actor_id, actor_username, ip, user_agent, url, opened_at, expires_at, ended_at, ...row }: Row) => ({
  ...row,
  active: ended_at === null,
})

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
export const secondsLeft = (expiresAt: Date) => Math.max(0, Math.ceil((expiresAt.getTime() - Date.now()) / 1000))

export async function findAccessSessions(
  db: Db,
  scope: Scope,
  userId: number,
  accessId: number,
  query: QueryOf<typeof listAccessSessions>,
): Promise<{ data: RemoteSession[]; total: number; capped: boolean }> {
  const where = sql<boolean>`${inHistory(scope, 's')} AND s.access_id = ${accessId} AND ${isActive(query.active)}`
  const direction = query.sort === 'start_date' ? sql`ASC` : sql`DESC`
  const { rows, ...counts } = await findRows(db, where, sql`s.id ${direction}`, query)
  const data = rows.map((row) => ({
    ...common(row),
    start_time: seconds(row.opened_at),
    end_time: row.ended_at && seconds(row.ended_at),
    expires_time: seconds(row.expires_at),
    url: row.url,
    ttl: row.ended_at ? 0 : secondsLeft(row.expires_at),
    own: row.user_id === userId,
  }))
  return { data, ...counts }
}

/** Open sessions to the device's own pages or shell. */
export async function findLinks(db: Db, scope: Scope, deviceId: number, main: MainKind) {
  const { rows } = await sql<{ id: number; url: string; opened_at: Date; expires_at: Date }>`
    SELECT s.id, s.url, s.opened_at, s.expires_at
    FROM remote_sessions s JOIN remote_access r ON r.id = s.access_id
    WHERE s.device_id = ${deviceId} AND r.main = ${main} AND s.ended_at IS NULL AND ${inHistory(scope, 's')}
    ORDER BY s.id DESC LIMIT 100`.execute(db)
  return rows.map((row) => ({
    link_id: row.id,
    url: row.url,
    ttl: secondsLeft(row.expires_at),
    active: 1,
    created_at: formatTime(row.opened_at),
  }))
}

const logOrder = {
  start_date: sql`s.id`,
  end_date: sql`coalesce(s.ended_at, 'infinity')`,
  company_name: sql`c.name_key`,
  input_data: sql`s.input_data`,
  output_data: sql`s.output_data`,
} as const

type LogQuery = Partial<QueryOf<typeof listRemoteLogs>> & { id?: number[] }

/** The access history: sessions that were open at some time in the range. */
function logsMatching(scope: Scope, query: LogQuery) {
  const { start_date, end_date, q, sort = '-start_date' } = query
  const where = every([
    inHistory(scope, 's'),
    ...(end_date ? [sql<boolean>`s.opened_at <= ${end_date}`] : []),
    ...(start_date ? [sql<boolean>`coalesce(s.ended_at, 'infinity') >= ${start_date}`] : []),
    isActive(query.active),
    ...filterConditions(query, {
      id: 's.id',
      type: 's.type',
      user_id: 's.user_id',
      device_id: 's.device_id',
      company_id: 's.company_id',
    }),
    ...(q
      ? [sql<boolean>`lower(s.device_name || ' ' || s.access_name || ' ' || s.username) LIKE ${containing(q)}`]
      : []),
  ])
  const direction = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  const column = logOrder[sort.replace('-', '') as keyof typeof logOrder]
  return { where, order: sql`${column} ${direction}, s.id ${direction}` }
}

export async function findRemoteLogIds(db: Db, scope: Scope, query: LogQuery, most: number): Promise<number[]> {
  const { where, order } = logsMatching(scope, query)
  const { rows } = await sql<{ id: number }>`
    SELECT s.id FROM remote_sessions s LEFT JOIN companies c ON c.id = s.company_id
    WHERE ${where} ORDER BY ${order} LIMIT ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findRemoteLogs(
  db: Db,
  scope: Scope,
  query: LogQuery & { limit: number; offset: number },
): Promise<{ data: RemoteLog[]; total: number; capped: boolean }> {
  const { where, order } = logsMatching(scope, query)
  const { rows, ...counts } = await findRows(db, where, order, query)
  const data = rows.map((row) => ({
    ...common(row),
    start_time: formatTime(row.opened_at),
    end_time: row.ended_at && formatTime(row.ended_at),
    expires_time: formatTime(row.expires_at),
    actor_id: row.actor_id,
    actor_username: row.actor_username,
    ip: row.ip,
    user_agent: row.user_agent,
  }))
  return { data, ...counts }
}

/** How many sessions of each entry are open, and until when the last of them. */
export async function findOpenCounts(db: Db, scope: Scope, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; device_id: number; active: number; expires_at: Date | null }>`
    SELECT r.id, r.device_id, count(s.id) AS active, max(s.expires_at) AS expires_at
    FROM remote_access r LEFT JOIN remote_sessions s ON s.access_id = r.id AND s.ended_at IS NULL
    WHERE r.id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 'r')}
    GROUP BY r.id ORDER BY r.id`.execute(db)
  return rows
}
