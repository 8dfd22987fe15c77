import { listTagActionLog } from '@longreach/contract/actions/read-endpoints'
import type { TagActionLog } from '@longreach/contract/actions/schemas'
import { formatTime } from '@longreach/contract/time'
import { sql } from 'kysely'
import { createdBetween } from '../../db/filters.ts'
import { defineList } from '../../db/list.ts'
import { inHistory } from '../../db/scope.ts'

type LogRow = Omit<TagActionLog, 'created_at'> & { created_at: Date }

/** Actions that tags started on devices, with their outcome, newest first. */
export const tagActionLogList = defineList({
  endpoint: listTagActionLog,
  from: () => sql`tag_action_log l`,
  reach: (scope) => inHistory(scope, 'l'),
  columns: () => sql<LogRow>`
    l.id, l.tag_id, l.tag_name, l.device_id, l.device_name, l.device_serial, l.origin, l.action, l.source_id, l.source_name,
    l.action_id, t.state, coalesce(l.message, t.message) AS message, l.created_at`,
  join: () => sql`
    JOIN tag_action_log l ON l.id = page.id
    LEFT JOIN action_targets t ON t.action_id = l.action_id AND t.device_id = l.device_id`,
  id: 'l.id',
  sorts: { created_at: 'l.id' },
  defaultSort: '-created_at',
  filters: { tag_id: 'l.tag_id', device_id: 'l.device_id', ...createdBetween('l.created_at') },
  countCap: 1000,
})

export const presentTagLog = (row: LogRow): TagActionLog => ({ ...row, created_at: formatTime(row.created_at) })
