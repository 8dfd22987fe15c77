import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { cancel } from './change.ts'
import { tellMoved } from './steps.ts'

/** Takes back what a user who goes has asked of devices and none was sent yet; what was done stays as history. */
export const cancelActionsOf =
  (bus: Bus) =>
  async (db: Db, { id }: { id: number }): Promise<() => void> => {
    const { rows } = await sql<{ id: number }>`
      SELECT t.id FROM action_targets t
      WHERE t.asked_by_id = ${id} AND t.state = 'queued' AND ${systemScope('row resolved in scope before')}
      ORDER BY t.id FOR UPDATE`.execute(db)
    if (rows.length === 0) return () => undefined
    const moved = await cancel(
      db,
      rows.map((row) => row.id),
      'Cancelled: who asked for it has left',
    )
    return () => tellMoved(bus, moved)
  }
