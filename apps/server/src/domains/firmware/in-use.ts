import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import type { FilesInUse } from '../files/hooks.ts'

/** Files that an update brings to devices, until it has ended on all of them. */
export const filesOfUpdates: FilesInUse = async (db, ids) => {
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    SELECT f.id, f.name, count(*) AS count
    FROM files f JOIN actions a ON a.file_id = f.id
    JOIN action_targets t ON t.action_id = a.id AND t.state IN ('queued', 'sent', 'running')
    WHERE f.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
    GROUP BY f.id`.execute(db)
  return new Map(rows.map(({ id, name, count }) => [id, text('firmware.file_in_use', { file: name, count })]))
}
