import { afterAll, expect, test } from 'vitest'
import { cloneDatabase } from '../test/clone.ts'
import { until } from '../test/until.ts'
import { job } from './job.ts'
import { createQueue } from './queue.ts'

const database = await cloneDatabase()
const connection = { connectionString: database.url }
const log = { error: () => {} }
const kind = job<{ number: number }>({ name: 'test.work' })
const done: number[] = []
const failing = job<{ number: number }>({ name: 'test.failing', retry: 2 })
let failures = 0
const work = [
  kind.handle(async ({ number }) => void done.push(number)),
  failing.handle(async ({ number }) => {
    if (++failures === 1) throw new Error('not yet')
    done.push(number)
  }),
]
const worker = createQueue(connection, log)
const sender = createQueue(connection, log)
await worker.start(work, true)
await sender.start(work, false)

afterAll(async () => {
  await sender.stop()
  await worker.stop()
  await database.drop()
})

test('a job sent by another node starts when its transaction commits, not at the next look', async () => {
  // Polls for due jobs are two seconds apart: five times in a row below one second is no coincidence.
  for (let number = 1; number <= 5; number++) {
    let sent = 0
    await database.db.transaction().execute(async (tx) => {
      await sender.send(tx, kind, { number })
      expect(done).not.toContain(number)
      sent = Date.now()
    })
    await until(() => done.includes(number))
    expect(Date.now() - sent).toBeLessThan(1000)
  }
})

test('a job of a failed transaction never runs', async () => {
  const failed = database.db.transaction().execute(async (tx) => {
    await sender.send(tx, kind, { number: 100 })
    throw new Error('taken back')
  })
  await expect(failed).rejects.toThrow('taken back')
  await database.db.transaction().execute((tx) => sender.send(tx, kind, { number: 101 }))
  await until(() => done.includes(101))
  expect(done).not.toContain(100)
})

test('what has failed is tried again', async () => {
  await sender.send(database.db, failing, { number: 200 })
  await until(() => done.includes(200))
  expect(failures).toBe(2)
})

test('work goes on after its connections were lost', async () => {
  await database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'pgboss'`)
  await database.db.transaction().execute((tx) => sender.send(tx, kind, { number: 300 }))
  await until(() => done.includes(300))
})

test('the end waits for what is in progress', async () => {
  const slow = job({ name: 'test.slow' })
  let started = false
  let finish = () => {}
  let finished = false
  const queue = createQueue(connection, log)
  const run = async () => {
    started = true
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    finished = true
  }
  await queue.start([slow.handle(run)], true)
  await queue.send(database.db, slow, {})
  await until(() => started)
  const stopped = queue.stop().then(() => finished)
  finish()
  expect(await stopped).toBe(true)
  const { rows } = await database.pool.query(`SELECT state FROM jobs.job WHERE name = 'test.slow'`)
  expect(rows).toEqual([{ state: 'completed' }])
})

test('a start changes only what another version left otherwise', async () => {
  const jobs = (names: string[], retry: number, every: string) =>
    names.map((name) => job({ name, retry, every }).handle(async () => {}))
  const start = async (given: ReturnType<typeof jobs>) => {
    const queue = createQueue(connection, log)
    await queue.start(given, true)
    await queue.stop()
    const { rows } = await database.pool.query<{ name: string; retry: number; cron: string; at: string }>(`
      SELECT q.name, q.retry_limit AS retry, s.cron, q.updated_on::text || s.updated_on::text AS at
      FROM jobs.queue q JOIN jobs.schedule s USING (name) WHERE q.name IN ('test.one', 'test.two') ORDER BY q.name`)
    return rows
  }
  const both = jobs(['test.one', 'test.two'], 3, '0 3 * * *')
  const first = await start(both)
  expect(await start(both)).toEqual(first)
  const changed = await start([...jobs(['test.one'], 3, '0 3 * * *'), ...jobs(['test.two'], 5, '0 4 * * *')])
  expect(changed[0]).toEqual(first[0])
  expect(changed[1]).toMatchObject({ name: 'test.two', retry: 5, cron: '0 4 * * *' })
})

test('what an older version scheduled and this one does not have is scheduled no more', async () => {
  const scheduled = async () => {
    const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM jobs.schedule ORDER BY name')
    return rows.map(({ name }) => name)
  }
  const nightly = (name: string) => job({ name, every: '0 3 * * *' }).handle(async () => {})
  for (const names of [['test.older', 'test.kept'], ['test.kept']]) {
    const queue = createQueue(connection, log)
    await queue.start(names.map(nightly), true)
    expect(await scheduled()).toEqual(names.toSorted())
    await queue.stop()
  }
})
