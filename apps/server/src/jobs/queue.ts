import { fromKysely, PgBoss } from 'pg-boss'
import type { Connection, Db } from '../db/client.ts'
import type { Job, JobKind } from './job.ts'

export interface Queue {
  /** Queues work in the caller's transaction: it happens if and only if that commits. */
  send<Data extends object>(db: Db, kind: JobKind<Data>, data: Data): Promise<void>
  /** Creates the queues and, on a worker, starts working: immediately when work is sent, on whichever node. */
  start(jobs: readonly Job[], work: boolean): Promise<void>
  stop(): Promise<void>
}

export function createQueue(connection: Connection, log: { error(fields: object, message: string): void }): Queue {
  const boss = new PgBoss({ ...connection, max: 3, schema: 'jobs', useListenNotify: true })
  boss.on('error', (error: Error) => log.error({ err: error }, 'job queue'))
  return {
    async send(db, kind, data) {
      await boss.send(kind.name, data, { db: fromKysely(db) })
    },
    async start(jobs, work) {
      await boss.start()
      if (work) {
        const names = new Set(jobs.map(({ name }) => name))
        // An older version may have scheduled jobs this one does not have.
        for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name)
      }
      for (const job of jobs) {
        const options = { retryLimit: job.retry, retryBackoff: true, notify: true }
        await boss.createQueue(job.name, options)
        // A queue created by an older version would keep its options.
        await boss.updateQueue(job.name, options)
        if (!work) continue
        if (job.every) await boss.schedule(job.name, job.every)
        await boss.work(
          job.name,
          { localConcurrency: job.parallel, notifyPollingIntervalSeconds: 2 },
          async (batch) => {
            for (const { data } of batch) await job.run((data ?? {}) as never)
          },
        )
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}
