import type { Db } from '../../db/client.ts'
import { type Job, job } from '../../jobs/job.ts'
import { foldCounts } from './counts.ts'
import type { DevicesDeleted } from './hooks.ts'
import { purgeDeleted } from './store.ts'

/** Removes what hangs on deleted devices, then the devices; safe to run twice. */
export const purgeDevices = job<{ ids: number[] }>({ name: 'devices.purge', retry: 10 })

export function deviceJobs(db: Db, deleted: readonly DevicesDeleted[]): Job[] {
  return [
    purgeDevices.handle(async ({ ids }) => {
      for (const handle of deleted) await handle(db, ids)
      await purgeDeleted(db, ids)
    }),
    job({ name: 'devices.fold-counts', every: '* * * * *' }).handle(() => foldCounts(db)),
  ]
}
