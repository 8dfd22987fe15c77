import type { TargetState } from '@longreach/contract/actions/constants'
import type { listActionLogs } from '@longreach/contract/actions/endpoints'
import { actionTitle } from '@longreach/contract/actions/kinds'
import type { QueryOf } from '@longreach/contract/endpoint'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inHistory, type Scope } from '../../db/scope.ts'

const countCap = 1000

interface LogRow {
  id: number
  kind: string
  state: TargetState
  device_id: number
  device_name: string
  device_serial: string
  created_at: Date
  finished_at: Date | null
  events: { id: number; state: string; message: string; created_at: string }[]
}

/** Actions by device with their events, in the shape of the public API, newest first. */
export async function findActionLogs(db: Db, scope: Scope, query: QueryOf<typeof listActionLogs>) {
  const conditions = [inHistory(scope, 't')]
  if (query.device_id !== undefined) conditions.push(sql`t.device_id = ${query.device_id}`)
  if (query.start_date !== undefined) conditions.push(sql`t.created_at >= ${query.start_date}`)
  if (query.end_date !== undefined) conditions.push(sql`t.created_at <= ${query.end_date}`)
  const where = sql.join(conditions, sql` AND `)
  const order = query.sort === 'created_at' ? sql`ASC` : sql`DESC`
  const { rows } = await sql<LogRow>`
    SELECT t.id, t.kind, t.state, t.device_id, t.device_name, t.device_serial, t.created_at, t.finished_at, e.events
    FROM (SELECT * FROM action_targets t WHERE ${where} ORDER BY t.id ${order} LIMIT ${query.limit} OFFSET ${query.offset}) t
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'state', e.state, 'message', e.message, 'created_at', e.created_at)
        ORDER BY e.id), '[]') AS events FROM action_events e WHERE e.target_id = t.id) e
    ORDER BY t.id ${order}`.execute(db)
  const counted = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT 1 FROM action_targets t WHERE ${where} LIMIT ${countCap + 1}) counted`.execute(
    db,
  )
  const count = counted.rows[0]?.count ?? 0
  const data = rows.map((row) => ({
    action_name: row.kind,
    scheduler_id: String(row.id),
    request_target_state: row.state,
    device_id: row.device_id,
    device_name: row.device_name,
    device_serial: row.device_serial,
    action_initialized_from: 'device_action',
    additional_information: { source_id: null, source_name: null },
    events: row.events.map((event) => ({
      action: text('actions.event', { action: actionTitle(row.kind), state: event.state }),
      message: event.message,
      created_at: formatTime(new Date(event.created_at)),
      reference_id: String(event.id),
    })),
    created_at: formatTime(row.created_at),
    finished_at: row.finished_at && formatTime(row.finished_at),
  }))
  return { data, meta: { total: Math.min(count, countCap), capped: count > countCap } }
}
