import { text } from '@longreach/contract/i18n'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import { systemScope } from '../../db/scope.ts'
import type { UserLeaving } from '../users/hooks.ts'
import { cancel } from './cancel-retry.ts'
import type { ActionContext } from './kinds.ts'
import { stopSchedulesOf } from './schedules/schedules.ts'
import { publishSteps } from './steps.ts'

/** Cancels the queued actions of a leaving user and stops their schedules; sent actions stay as history. */
export const cancelActionsOf =
  (bus: Bus, context: () => Omit<ActionContext, 'db'>): UserLeaving =>
  async (db, user) => {
    const { id } = user
    await stopSchedulesOf(db, user)
    const { rows } = await sql<{ id: number }>`
      SELECT t.id FROM action_targets t
      WHERE t.asked_by_id = ${id} AND t.state = 'queued' AND ${systemScope('row resolved in scope before')}
      ORDER BY t.id FOR UPDATE`.execute(db)
    if (rows.length === 0) return () => undefined
    const moved = await cancel(
      { ...context(), db },
      rows.map((row) => row.id),
      text('actions.user_left'),
    )
    return () => publishSteps(bus, moved)
  }
