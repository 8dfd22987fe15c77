import type { Db } from '../../db/client.ts'
import type { Emit } from '../../events/emit.ts'
import { type Job, job } from '../../jobs/job.ts'
import { rollUpDays } from './rollups/days.ts'
import { orderDays } from './rollups/reading-order.ts'
import { rollUp } from './rollups/rollup.ts'
import { checkSims } from './usage/sim-checks.ts'
import { tidySims } from './usage/sim-moves.ts'

export function monitoringJobs(db: Db, emit: Emit): Job[] {
  return [
    job({ name: 'monitoring.roll-up', every: '*/5 * * * *' }).handle(async () => void (await rollUp(db, new Date()))),
    job({ name: 'monitoring.days', every: '*/5 * * * *' }).handle(async () => void (await rollUpDays(db))),
    job({ name: 'monitoring.reading_order', every: '40 * * * *' }).handle(
      async () => void (await orderDays(db, new Date())),
    ),
    job({ name: 'monitoring.data_limits', every: '* * * * *' }).handle(() => checkSims(db, emit, new Date())),
    job({ name: 'monitoring.tidy_sims', every: '20 * * * *' }).handle(() => tidySims(db)),
  ]
}
