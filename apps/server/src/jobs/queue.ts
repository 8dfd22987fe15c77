import { setTimeout as delay } from 'node:timers/promises'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Connection, Db } from '../db/client.ts'
import type { Job, JobKind } from './job.ts'
import { createLoop } from './loop.ts'

export interface Queue {
  /** Queues work in the caller's transaction: it happens if and only if that commits. */
  send<Data extends object>(db: Db, kind: JobKind<Data>, data: Data): Promise<void>
  /** Creates the queues and, on a worker, starts working. Sent work starts immediately, on any node. */
  start(jobs: readonly Job[], work: boolean): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds between polls for work that has become due without being sent, such as retries. */
const lookEvery = 2000
/** Seconds after which a worker polls by itself if nothing has woken it. */
const restSeconds = 300
/** Milliseconds for work in progress at the end. */
const endWithin = 5000
/** Seconds between polls for jobs that depend on others, of which there are none. */
const flowSeconds = 3600

export function createQueue(connection: Connection, log: { error(fields: object, message: string): void }): Queue {
  const boss = new PgBoss({
    ...connection,
    max: 2,
    schema: 'jobs',
    useListenNotify: true,
    flowIntervalSeconds: flowSeconds,
  })
  boss.on('error', (error: Error) => log.error({ err: error }, 'job queue'))
  /** Ids of the workers of each job. */
  const workers = new Map<string, string[]>()

  /** Polls all queues with one statement. */
  const look = createLoop({
    name: 'looking for due jobs',
    every: lookEvery,
    async run() {
      const { rows } = await boss.getDb().executeSql(
        `SELECT name FROM unnest($1::text[]) AS q (name) WHERE EXISTS (
           SELECT FROM jobs.job j WHERE j.name = q.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now())`,
        [[...workers.keys()]],
      )
      for (const { name } of rows) for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
    },
    log,
  })

  /** An older version may have created queues with other options. */
  async function createQueues(jobs: readonly Job[]): Promise<void> {
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const { name, retry } of jobs) {
      const options = { retryLimit: retry, retryBackoff: true, notify: true }
      const queue = existing.get(name)
      if (!queue) await boss.createQueue(name, options)
      else if (queue.retryLimit !== retry || !queue.retryBackoff || !queue.notify) await boss.updateQueue(name, options)
    }
  }

  /** An older version may have scheduled jobs at other times, or jobs that no longer exist. */
  async function schedule(jobs: readonly Job[]): Promise<void> {
    const before = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
    const now = new Map(jobs.flatMap(({ name, every }): [string, string][] => (every ? [[name, every]] : [])))
    for (const name of before.keys()) if (!now.has(name)) await boss.unschedule(name)
    for (const [name, every] of now) if (before.get(name) !== every) await boss.schedule(name, every)
  }

  async function work({ name, parallel, run }: Job): Promise<void> {
    const options = { pollingIntervalSeconds: restSeconds, notifyPollingIntervalSeconds: restSeconds }
    const ids: string[] = []
    for (let started = 0; started < parallel; started++)
      ids.push(
        await boss.work(name, options, async (batch) => {
          for (const { data } of batch) await run((data ?? {}) as never)
        }),
      )
    workers.set(name, ids)
  }

  return {
    async send(db, kind, data) {
      await boss.send(kind.name, data, { db: fromKysely(db) })
    },
    async start(jobs, working) {
      await boss.start()
      await createQueues(jobs)
      if (!working) return
      await schedule(jobs)
      for (const job of jobs) await work(job)
      look.start()
    },
    async stop() {
      await look.stop()
      const ended = Promise.all([...workers.keys()].map((name) => boss.offWork(name)))
      const late = new AbortController()
      await Promise.race([ended, delay(endWithin, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
      await boss.stop({ graceful: false })
    },
  }
}
