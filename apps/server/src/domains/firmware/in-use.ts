import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import { systemScope } from '../../db/scope.ts'
import type { FilesInUse } from '../files/hooks.ts'

/** Files of updates that have not ended on all devices. */
export const filesOfUpdates: FilesInUse = async (db, ids) => {
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    SELECT f.id, f.name, count(*) AS count
    FROM files f JOIN actions a ON a.file_id = f.id
    JOIN action_targets t ON t.action_id = a.id AND t.state IN ('queued', 'sent', 'running')
    WHERE f.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
    GROUP BY f.id`.execute(db)
  return new Map(rows.map(({ id, name, count }) => [id, text('firmware.file_in_use', { file: name, count })]))
}

/** Images that tags install on devices. */
export const filesOfTags: FilesInUse = async (db, ids) => {
  const { rows } = await sql<{ id: number; file: string; tag: string }>`
    SELECT DISTINCT ON (f.id) f.id, f.name AS file, t.name AS tag
    FROM files f JOIN tag_actions a ON a.action = 'firmware_upload' AND a.source_id = f.id JOIN tags t ON t.id = a.tag_id
    WHERE f.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
    ORDER BY f.id, t.id`.execute(db)
  return new Map(rows.map(({ id, file, tag }) => [id, text('firmware.file_of_tag', { file, tag })]))
}
