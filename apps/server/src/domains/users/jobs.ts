import type { Db } from '../../db/client.ts'
import { type Job, job } from '../../jobs/job.ts'
import { dropOldInvitations } from './invitation-store.ts'

/** Days an invitation that ran out is still listed. */
const keptDays = 90

export function userJobs(db: Db): Job[] {
  return [job({ name: 'users.drop-invitations', every: '17 4 * * *' }).handle(() => dropOldInvitations(db, keptDays))]
}
