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
const work = [kind.handle(async ({ number }) => void done.push(number))]
const worker = createQueue(connection, log)
const sender = createQueue(connection, log)
await worker.start(work, true)
await sender.start(work, false)

afterAll(async () => {
  await sender.stop()
  await worker.stop()
  await database.drop()
})

test('a job sent by another node starts when its transaction commits, not at the next poll', async () => {
  // Polls are two seconds apart: five times in a row below one second is no coincidence.
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
