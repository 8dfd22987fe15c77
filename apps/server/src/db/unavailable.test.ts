import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../test/clone.ts'
import { openDatabase } from './client.ts'
import { isUnavailable } from './unavailable.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})

afterAll(async () => database?.drop())

test('a database that stops in the middle of a transaction, or is not running, is unavailable; a wrong statement is another error', async () => {
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )
  const end = sql`SELECT pg_terminate_backend(pg_backend_pid())`
  expect(isUnavailable(await failure(end.execute(database.db)))).toBe(true)
  const inTransaction = database.db.transaction().execute((tx) => end.execute(tx))
  expect(isUnavailable(await failure(inTransaction))).toBe(true)
  const nowhere = openDatabase({ host: '/nowhere', user: 'nobody', database: 'none' }, () => {})
  expect(isUnavailable(await failure(sql`SELECT 1`.execute(nowhere.db)))).toBe(true)
  await nowhere.stop()
  expect(isUnavailable(await failure(sql`SELECT 1 FROM nothing`.execute(database.db)))).toBe(false)
})
