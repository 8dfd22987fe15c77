import { job } from '../../jobs/job.ts'
import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { reportsStored } from '../monitoring/hooks.ts'
import { actionEntryList } from './action-entries.ts'
import { attemptList } from './attempts.ts'
import { statisticsDemo } from './demo.ts'
import { closeMonths } from './months.ts'
import { statisticsRoutes } from './routes.ts'
import { sumUpHours, takeSample } from './sample.ts'
import { createSeen, noteLinks } from './seen.ts'
import { onlineHourTable, sampleTable, seenTable } from './tables.ts'

export const statisticsModule = defineModule({
  name: 'statistics',
  lists: [attemptList, actionEntryList],
  hooks: () => [reportsStored.use(createSeen())],
  routes: () => statisticsRoutes(() => new Date()),
  jobs: ({ db }: Pick<Services, 'db'>) => [
    job({ name: 'statistics.sample', every: '*/5 * * * *' }).handle(async () => {
      const now = new Date()
      await takeSample(db, now)
      await sumUpHours(db, now)
      await noteLinks(db, now)
    }),
    job({ name: 'statistics.months', every: '17 3 * * *' }).handle(() => closeMonths(db)),
  ],
  partitions: [sampleTable, onlineHourTable, seenTable],
  tables: { stay: ['online_samples', 'online_hours', 'device_seen', 'month_stats'] },
  demo: statisticsDemo,
})
