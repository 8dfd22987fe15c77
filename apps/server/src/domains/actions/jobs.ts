import { actionLimits } from '@longreach/contract/actions/constants'
import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../db/client.ts'
import { systemScope } from '../../db/scope.ts'
import { type Job, job } from '../../jobs/job.ts'
import { endDeleted } from './queue.ts'
import { tellMoved } from './steps.ts'

/** Ends what was under way on deleted devices; what was done on them stays as history. */
export const endActions =
  (bus: Bus) =>
  async (db: Db, ids: readonly number[]): Promise<void> =>
    tellMoved(bus, await endDeleted(db, ids))

export function actionJobs(db: Db): Job[] {
  return [
    job({ name: 'actions.drop-old', every: '41 2 * * *' }).handle(async () => {
      await sql`
        DELETE FROM actions a
        WHERE created_at < now() - ${actionLimits.keptDays} * interval '1 day' AND ${systemScope('background job')}`.execute(
        db,
      )
    }),
  ]
}
