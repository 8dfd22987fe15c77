import type { MoveLosses } from '@longreach/contract/devices/schemas'
import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import type { DevicesMoving } from '../devices/hooks.ts'
import { cancel } from './cancel-retry.ts'
import type { ActionContext } from './kinds.ts'
import { publishSteps } from './steps.ts'

const of = (ids: readonly number[]) =>
  sql`t.device_id = ANY (${[...ids]}::bigint[]) AND ${systemScope('row resolved in scope before')}`

async function findBusy(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ device_id: number }>`
    SELECT DISTINCT t.device_id FROM action_targets t WHERE ${of(ids)} AND t.state IN ('sent', 'running')`.execute(db)
  return rows.map((row) => row.device_id)
}

/**
 * A device cannot move while an action runs on it: its outcome would belong to another company. Queued targets are
 * cancelled; those that have ended stay with the company in which they were started.
 */
export const cancelMoved = (bus: Bus, context: () => Omit<ActionContext, 'db'>): DevicesMoving => ({
  async refusals(db, ids) {
    // Queued targets are locked first, so that none of them is sent meanwhile.
    await sql`
      SELECT 1 FROM action_targets t WHERE ${of(ids)} AND t.state = 'queued' ORDER BY t.id FOR UPDATE`.execute(db)
    return new Map((await findBusy(db, ids)).map((id) => [id, text('devices.action_running')]))
  },
  async losses(db, ids) {
    const { rows } = await sql<Pick<MoveLosses, 'actions'>>`
      SELECT count(*) AS actions FROM action_targets t WHERE ${of(ids)} AND t.state = 'queued'`.execute(db)
    return { actions: rows[0]?.actions ?? 0, busy: (await findBusy(db, ids)).length }
  },
  async moved(db, ids) {
    const { rows } = await sql<{ id: number }>`
      SELECT t.id FROM action_targets t WHERE ${of(ids)} AND t.state = 'queued' ORDER BY t.id FOR UPDATE`.execute(db)
    const waiting = rows.map(({ id }) => id)
    const steps = waiting.length === 0 ? [] : await cancel({ ...context(), db }, waiting, text('actions.device_moved'))
    return { undo: [], publish: () => publishSteps(bus, steps) }
  },
})
