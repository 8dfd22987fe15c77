import { actionTitle } from '@longreach/contract/actions/kinds'
import { listActionEntries } from '@longreach/contract/statistics/endpoints'
import type { ActionDay, ActionEntry } from '@longreach/contract/statistics/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inContextHistory, inScope, type Scope } from '../../db/scope.ts'

interface Row
  extends Pick<
    ActionEntry,
    | 'id'
    | 'action_id'
    | 'device_id'
    | 'device_name'
    | 'device_serial'
    | 'kind'
    | 'state'
    | 'source_alias'
    | 'source_name'
  > {
  message: string
  created_at: Date
  finished_at: Date | null
}

const source = sql<ActionEntry['source_alias']>`(CASE
  WHEN EXISTS (SELECT FROM campaign_devices k WHERE k.target_id = t.id) THEN 'campaign'
  ELSE (SELECT CASE WHEN a.tag_id IS NOT NULL THEN 'tag' WHEN a.schedule_id IS NOT NULL THEN 'schedule' ELSE 'user' END
    FROM actions a WHERE a.id = t.action_id) END)`

/** Actions by device with their result and what started them, newest first. */
export const actionEntryList = defineList({
  endpoint: listActionEntries,
  from: () => sql`action_targets t`,
  reach: (scope) => inContextHistory(scope, 't'),
  columns: () => sql<Row>`
    t.id, t.action_id, t.created_at, t.finished_at, t.device_id, t.device_name, t.device_serial, t.kind, t.state, t.message,
    s.alias AS source_alias,
    CASE s.alias WHEN 'campaign' THEN p.name WHEN 'tag' THEN a.tag_name WHEN 'schedule' THEN r.name ELSE a.username END
      AS source_name`,
  join: (scope) => sql`
    JOIN action_targets t ON t.id = page.id JOIN actions a ON a.id = t.action_id
    CROSS JOIN LATERAL (SELECT ${source} AS alias) s
    LEFT JOIN schedules r ON r.id = a.schedule_id AND ${inScope(scope, 'r')}
    LEFT JOIN LATERAL (
      SELECT p.name FROM campaign_devices k JOIN campaigns p ON p.id = k.campaign_id
      WHERE k.target_id = t.id AND ${inScope(scope, 'p')} LIMIT 1) p ON true`,
  id: 't.id',
  sorts: { created_at: 't.id' },
  defaultSort: '-created_at',
  filters: {
    device_id: 't.device_id',
    kind: 't.kind',
    state: 't.state',
    source_alias: (alias) => sql`${source} = ${alias}`,
    ...createdBetween('t.created_at'),
  },
  search: { device_name: sql`lower(t.device_name)`, device_serial: sql`lower(t.device_serial)` },
  countCap: 10_000,
})

/** States of actions that did not succeed. */
const failed = ['failed', 'expired', 'cancelled']

export function presentEntry({ message, ...row }: Row): ActionEntry {
  const { created_at: from, finished_at: to } = row
  return {
    ...row,
    title: actionTitle(row.kind),
    reason: message,
    success: row.state === 'done' ? true : failed.includes(row.state) ? false : null,
    duration: to && Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000)),
    created_at: formatTime(from),
    finished_at: to && formatTime(to),
  }
}

export async function countActionDays(
  db: Db,
  scope: Scope,
  { from, to }: { from: Date; to: Date },
): Promise<ActionDay[]> {
  const count = (...states: string[]) => sql`count(*) FILTER (WHERE t.state = ANY (${states}::text[]))::int`
  const { rows } = await sql<ActionDay>`
    SELECT to_char(date_trunc('day', t.created_at, 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
      ${count('done')} AS done, ${count('failed')} AS failed, ${count('expired', 'cancelled')} AS not_run,
      ${count('queued', 'sent', 'running')} AS active
    FROM action_targets t
    WHERE t.created_at >= ${from} AND t.created_at < ${to} AND ${inContextHistory(scope, 't')}
    GROUP BY 1 ORDER BY 1`.execute(db)
  return rows
}
