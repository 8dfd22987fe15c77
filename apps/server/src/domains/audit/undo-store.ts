import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { inHistory, type Scope } from '../../db/scope.ts'
import type { AuditDetail } from '../../endpoint/route.ts'
import type { UndoStep } from '../../endpoint/undo.ts'
import { maskSecrets } from './store.ts'

/** Hours in which a change can be undone. */
export const undoHours = 24

/** A change that can be undone. */
export interface StoredUndo {
  id: number
  action: string
  kinds: string[]
  steps: UndoStep[]
  lines: UndoneLine[]
  expired: boolean
  undone: boolean
}

/** A line of the change, and its user. */
export interface UndoneLine extends AuditDetail {
  user_id: number
  username: string
}

export async function insertUndo(
  db: Db,
  action: string,
  steps: readonly UndoStep[],
  lines: readonly UndoneLine[],
): Promise<number> {
  const { id } = await db
    .insertInto('undos')
    .values({
      action,
      kinds: [...new Set(steps.map(({ kind }) => kind))],
      steps: JSON.stringify(steps),
      lines: JSON.stringify(maskSecrets(lines)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * A change in reach, found by any of its audit lines, which were all written at the same moment; locked, so that it is
 * undone only once.
 */
export async function lockUndo(db: Db, scope: Scope, id: number): Promise<StoredUndo | undefined> {
  const { rows } = await sql<StoredUndo>`
    SELECT id, action, kinds, steps, lines, undone_at IS NOT NULL AS undone,
      created_at < now() - make_interval(hours => ${undoHours}) AS expired
    FROM undos u WHERE id = ${id} AND EXISTS (
      SELECT FROM audit a
      WHERE a.created_at = u.created_at AND a.after #>> '{$said,undo}' = u.id::text AND ${inHistory(scope, 'a')})
    FOR UPDATE`.execute(db)
  return rows[0]
}

export async function markUndone(db: Db, id: number): Promise<void> {
  await sql`UPDATE undos SET undone_at = now() WHERE id = ${id}`.execute(db)
}
