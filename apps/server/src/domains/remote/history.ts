import type { QueryOf } from '@longreach/contract/endpoint'
import type { MainKind } from '@longreach/contract/remote/constants'
import { listAccessSessions, listRemoteLogs } from '@longreach/contract/remote/endpoints'
import type { RemoteLog, RemoteSession } from '@longreach/contract/remote/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { defineList, type ListQuery } from '../../db/list.ts'
import { inContextHistory, inHistory, inScope, type Scope } from '../../db/scope.ts'
import type { Session } from '../../endpoint/session.ts'
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

const remoteSessions = sql`remote_sessions s LEFT JOIN companies c ON c.id = s.company_id`

const columns = sql<Row>`
  s.id, s.access_id, s.device_id, s.device_name, s.access_name AS name, s.protocol, s.destination_ip, s.destination_port,
  s.type, s.input_data, s.output_data, s.user_id, s.username, s.actor_id, s.actor_username, s.company_id,
  coalesce(c.name, '#' || s.company_id) AS company_name, s.ip, s.user_agent, s.url, s.opened_at, s.expires_at, s.ended_at, s.end_reason`

const isActive = (active: boolean) => (active ? sql<boolean>`s.ended_at IS NULL` : sql<boolean>`s.ended_at IS NOT NULL`)

export const accessSessionList = defineList({
  endpoint: listAccessSessions,
  from: () => remoteSessions,
  reach: ({ scope, accessId }: { scope: Scope; accessId: number }) =>
    sql`${inHistory(scope, 's')} AND s.access_id = ${accessId}`,
  columns: () => columns,
  id: 's.id',
  sorts: { start_date: 's.id' },
  defaultSort: '-start_date',
  filters: { active: isActive },
  countCap,
})

/** The access history. A range of time selects the sessions that were open at some time in it. */
export const remoteLogList = defineList({
  endpoint: listRemoteLogs,
  from: () => remoteSessions,
  reach: (scope) => inContextHistory(scope, 's'),
  columns: () => columns,
  id: 's.id',
  sorts: {
    start_date: 's.id',
    end_date: sql`coalesce(s.ended_at, 'infinity')`,
    company_name: 'c.name_key',
    input_data: 's.input_data',
    output_data: 's.output_data',
  },
  defaultSort: '-start_date',
  filters: {
    start_date: (start) => sql`coalesce(s.ended_at, 'infinity') >= ${start}`,
    end_date: (end) => sql`s.opened_at <= ${end}`,
    active: isActive,
    type: 's.type',
    user_id: 's.user_id',
    device_id: 's.device_id',
    company_id: 's.company_id',
  },
  search: { session: sql`lower(s.device_name || ' ' || s.access_name || ' ' || s.username)` },
  countCap,
})

const common = ({ actor_id, actor_username, ip, user_agent, url, opened_at, expires_at, ended_at, ...row }: Row) => ({
  ...row,
  active: ended_at === null,
})

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)
export const secondsLeft = (expiresAt: Date) => Math.max(0, Math.ceil((expiresAt.getTime() - Date.now()) / 1000))

export async function findAccessSessions(
  db: Db,
  { scope, userId }: Pick<Session, 'scope' | 'userId'>,
  accessId: number,
  query: QueryOf<typeof listAccessSessions>,
): Promise<{ data: RemoteSession[]; total: number; capped: boolean }> {
  const { page, ...count } = await accessSessionList.page(db, { scope, accessId }, query)
  const data = page.map((row) => ({
    ...common(row),
    start_time: seconds(row.opened_at),
    end_time: row.ended_at && seconds(row.ended_at),
    expires_time: seconds(row.expires_at),
    url: row.url,
    ttl: row.ended_at ? 0 : secondsLeft(row.expires_at),
    own: row.user_id === userId,
  }))
  return { data, ...count }
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

export async function findRemoteLogs(
  db: Db,
  scope: Scope,
  query: ListQuery<typeof listRemoteLogs> & { limit: number; offset: number },
): Promise<{ data: RemoteLog[]; total: number; capped: boolean }> {
  const { page, ...count } = await remoteLogList.page(db, scope, query)
  const data = page.map((row) => ({
    ...common(row),
    start_time: formatTime(row.opened_at),
    end_time: row.ended_at && formatTime(row.ended_at),
    expires_time: formatTime(row.expires_at),
    actor_id: row.actor_id,
    actor_username: row.actor_username,
    ip: row.ip,
    user_agent: row.user_agent,
  }))
  return { data, ...count }
}

/** Number of open sessions by entry, and the latest time at which one expires. */
export async function findOpenCounts(db: Db, scope: Scope, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; device_id: number; active: number; expires_at: Date | null }>`
    SELECT r.id, r.device_id, count(s.id) AS active, max(s.expires_at) AS expires_at
    FROM remote_access r LEFT JOIN remote_sessions s ON s.access_id = r.id AND s.ended_at IS NULL
    WHERE r.id = ANY (${[...ids]}::bigint[]) AND ${inScope(scope, 'r')}
    GROUP BY r.id ORDER BY r.id`.execute(db)
  return rows
}
