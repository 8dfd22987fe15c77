import type { Db } from '../../db/client.ts'
import { type Job, job } from '../../jobs/job.ts'
import { foldCounts } from './counts.ts'
import { purgeDeleted, wipeClaims } from './store.ts'

/** Removes what hangs on deleted devices, then the devices; safe to run twice. */
export const purgeDevices = job<{ ids: number[] }>({ name: 'devices.purge', retry: 10 })

/** What another domain keeps of a device and removes with it. */
export type Purger = (db: Db, ids: readonly number[]) => Promise<void>

export function deviceJobs(db: Db, purgers: readonly Purger[]): Job[] {
  return [
    purgeDevices.handle(async ({ ids }) => {
      for (const purge of purgers) await purge(db, ids)
      await purgeDeleted(db, ids)
    }),
    job({ name: 'devices.fold-counts', every: '* * * * *' }).handle(() => foldCounts(db)),
    job({ name: 'devices.wipe-claims', every: '*/15 * * * *' }).handle(() => wipeClaims(db)),
  ]
}
