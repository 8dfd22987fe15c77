import { sql } from 'kysely'
import { job } from '../../jobs/job.ts'
import { defineModule } from '../../module/module.ts'
import type { Services } from '../../module/services.ts'
import { deviceAvailability, presenceChanged } from '../devices/hooks.ts'
import { availabilityOf } from './availability.ts'
import { reviewFlapping } from './flapping.ts'
import { reviewLostTogether } from './lost-together.ts'
import { outageList } from './read.ts'
import { recordOutages } from './record.ts'
import { outageRoutes } from './routes.ts'

export const outagesModule = defineModule({
  name: 'outages',
  lists: [outageList],
  hooks: () => [presenceChanged.use(recordOutages), deviceAvailability.use(availabilityOf)],
  routes: () => outageRoutes(() => new Date()),
  jobs: ({ db }: Pick<Services, 'db'>) => [
    job({ name: 'outages.review', every: '* * * * *' }).handle(async () => {
      await reviewLostTogether(db)
      await reviewFlapping(db)
    }),
  ],
  retention: [{ table: 'device_outages', since: 'started_at', days: 90, where: sql`ended_at IS NOT NULL` }],
})
