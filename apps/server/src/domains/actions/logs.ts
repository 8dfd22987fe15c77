import type { TargetState } from '@longreach/contract/actions/constants'
import { actionTitle } from '@longreach/contract/actions/kinds'
import { listActionLogs } from '@longreach/contract/actions/read-endpoints'
import type { QueryOf } from '@longreach/contract/endpoint'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inHistory, inScope, type Scope } from '../../db/scope.ts'

interface LogRow {
  id: number
  kind: string
  source_id: number | null
  source_name: string | null
  state: TargetState
  device_id: number
  device_name: string
  device_serial: string
  created_at: Date
  finished_at: Date | null
  origin: string | null
  schedule_id: number | null
  tag_id: number | null
  tag_name: string | null
  tag_description: string | null
  events: { id: number; state: string; message: string; created_at: string }[]
}

/** Actions by device with their events, in the form of the public API, newest first. */
export const actionLogList = defineList({
  endpoint: listActionLogs,
  from: () => sql`action_targets t`,
  reach: (scope) => inHistory(scope, 't'),
  columns: () => sql<LogRow>`
    t.id, t.kind, t.state, t.device_id, t.device_name, t.device_serial, t.created_at, t.finished_at, e.events,
    a.origin, a.schedule_id, a.source_id, a.source_name, a.tag_id, a.tag_name, g.description AS tag_description`,
  join: (scope) => sql`
    JOIN action_targets t ON t.id = page.id JOIN actions a ON a.id = t.action_id
    LEFT JOIN tags g ON g.id = a.tag_id AND ${inScope(scope, 'g')} CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'state', e.state, 'message', e.message, 'created_at', e.created_at)
        ORDER BY e.id), '[]') AS events FROM action_events e WHERE e.target_id = t.id) e`,
  id: 't.id',
  sorts: { created_at: 't.id' },
  defaultSort: '-created_at',
  filters: {
    device_id: 't.device_id',
    tag_id: (tag) => sql`t.action_id IN (SELECT a.id FROM actions a WHERE a.tag_id = ${tag})`,
    ...createdBetween('t.created_at'),
  },
  countCap: 1000,
})

export async function findActionLogs(db: Db, scope: Scope, query: QueryOf<typeof listActionLogs>) {
  const { page, ...meta } = await actionLogList.page(db, scope, query)
  const data = page.map((row) => ({
    action_name: row.kind,
    scheduler_id: String(row.id),
    request_target_state: row.state,
    device_id: row.device_id,
    device_name: row.device_name,
    device_serial: row.device_serial,
    action_initialized_from: row.origin ?? (row.schedule_id === null ? 'device_action' : 'schedule'),
    additional_information: { source_id: row.source_id, source_name: row.source_name },
    action_tag_id: row.tag_id,
    action_tag_name: row.tag_name,
    action_tag_description: row.tag_description,
    events: row.events.map((event) => ({
      action: text('actions.event', { action: actionTitle(row.kind), state: event.state }),
      message: event.message,
      created_at: formatTime(new Date(event.created_at)),
      reference_id: String(event.id),
    })),
    created_at: formatTime(row.created_at),
    finished_at: row.finished_at && formatTime(row.finished_at),
  }))
  return { data, meta }
}
