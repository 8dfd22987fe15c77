import { notificationDays } from '@longreach/contract/notifications/constants'
import type { Db } from '../../db/client.ts'
import { type Job, job } from '../../jobs/job.ts'
import { dropOldNotifications } from './store.ts'

export function notificationJobs(db: Db): Job[] {
  return [
    job({ name: 'notifications.drop-old', every: '37 3 * * *' }).handle(() =>
      dropOldNotifications(db, notificationDays),
    ),
  ]
}
