import type { Db } from '../../db/client.ts'
import type { Emit } from '../../events/emit.ts'
import { type Job, job } from '../../jobs/job.ts'
import { countUsage, endLeftovers, forgetLinks } from './session-store.ts'

export function remoteJobs(db: Db, emit: Emit): Job[] {
  return [
    job({ name: 'remote.count-data', every: '* * * * *' }).handle(() => countUsage(db)),
    job({ name: 'remote.forget-links', every: '* * * * *' }).handle(() => forgetLinks(db)),
    job({ name: 'remote.end-expired', every: '*/5 * * * *' }).handle(() => endLeftovers(db, emit, null)),
  ]
}
