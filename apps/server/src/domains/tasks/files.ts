import { type Text, text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { type Scope, systemScope } from '../../db/scope.ts'
import { Problem } from '../../endpoint/problem.ts'
import type { FilesInUse } from '../files/hooks.ts'
import { mayUse } from '../files/store.ts'

export interface TaskFile {
  id: number
  name: string
  /** In hex. */
  sha256: string
  size: number
}

/** Files that the caller may use for tasks, by id, locked against deletion. */
export async function lockTaskFiles(
  db: Db,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, TaskFile>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<TaskFile & { type: string }>`
    SELECT f.id, f.name, f.type, encode(b.hash, 'hex') AS sha256, f.size FROM files f JOIN blobs b ON b.id = f.blob_id
    WHERE f.id = ANY (${[...ids]}::bigint[]) AND ${mayUse(scope)} ORDER BY f.id FOR KEY SHARE OF f`.execute(db)
  const other = rows.find(({ type }) => type !== 'device_task_manager_file')
  if (other)
    throw new Problem('VALIDATION_FAILED', {
      source: 'tasks',
      message: text('tasks.file_not_task', { file: other.name }),
    })
  return new Map(rows.map(({ type: _, ...file }) => [file.id, file]))
}

/** Files named by tasks of groups, and by runs that have not ended. */
export const filesOfTasks: FilesInUse = async (db, ids) => {
  const { rows } = await sql<{ id: number; file: string; name: string; runs: boolean }>`
    SELECT DISTINCT ON (f.id) f.id, f.name AS file, u.name, u.runs FROM files f JOIN (
      SELECT t.file_id, g.name, false AS runs FROM tasks t JOIN task_groups g ON g.id = t.group_id
      WHERE t.file_id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
      UNION ALL
      SELECT (x -> 'file' ->> 'id')::bigint, a.source_name, true
      FROM actions a CROSS JOIN LATERAL jsonb_array_elements(a.arg::jsonb -> 'tasks') x
      WHERE a.id IN (SELECT t.action_id FROM action_targets t WHERE t.kind = 'task_group' AND t.state IN ('queued', 'sent', 'running'))
        AND (x -> 'file' ->> 'id')::bigint = ANY (${[...ids]}::bigint[])
    ) u ON u.file_id = f.id
    WHERE f.id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}
    ORDER BY f.id, u.runs`.execute(db)
  return new Map(
    rows.map(({ id, file, name, runs }): [number, Text] => [
      id,
      text(runs ? 'tasks.file_in_run' : 'tasks.file_in_use', { file, group: name }),
    ]),
  )
}
