import type { Db } from '../../db/client.ts'
import { type Job, job } from '../../jobs/job.ts'
import { foldCounts } from './counts.ts'
import type { DevicesDeleted } from './hooks.ts'
import { updateDueFacets } from './latest.ts'
import { foldPlaceCounts, placeDue } from './places/square-counts.ts'
import { purgeDeleted } from './store.ts'

/** Devices purged together, with one statement per table. */
const purgedAtOnce = 500

/** Removes the data of deleted devices, then the devices; can be repeated. */
export const purgeDevices = job<{ ids: number[] }>({ name: 'devices.purge', retry: 10 })

export function deviceJobs(db: Db, deleted: readonly DevicesDeleted[]): Job[] {
  return [
    purgeDevices.handle(async ({ ids }) => {
      for (let start = 0; start < ids.length; start += purgedAtOnce) {
        const some = ids.slice(start, start + purgedAtOnce)
        for (const handle of deleted) await handle(db, some)
        await purgeDeleted(db, some)
      }
    }),
    job({ name: 'devices.update-facets', every: '* * * * *' }).handle(() => updateDueFacets(db)),
    job({ name: 'devices.fold-counts', every: '* * * * *' }).handle(() => foldCounts(db)),
    job({ name: 'devices.place', every: '* * * * *' }).handle(async () => {
      await placeDue(db)
      await foldPlaceCounts(db)
    }),
  ]
}
