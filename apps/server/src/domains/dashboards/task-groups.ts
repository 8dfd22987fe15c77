import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import type { TaskGroupsInUse } from '../tasks/hooks.ts'

/** Task groups that a button of a dashboard runs. */
export const groupsOfDashboards: TaskGroupsInUse = async (db, ids) => {
  const { rows } = await sql<{ id: number; group: string; dashboard: string; device: string }>`
    SELECT DISTINCT ON (g.id) g.id, g.name AS group, b.name AS dashboard, d.name AS device
    FROM task_groups g
    JOIN dashboards b ON jsonb_path_query_array(b.widgets, '$[*].options.group_id') @> to_jsonb(g.id)
    JOIN devices d ON d.id = b.device_id AND d.deleted_at IS NULL
    WHERE g.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
    ORDER BY g.id, b.id`.execute(db)
  return new Map(
    rows.map(({ id, group, dashboard, device }) => [
      id,
      text('dashboards.group_of_dashboard', { group, dashboard, device }),
    ]),
  )
}
