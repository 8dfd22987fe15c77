import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { holdKey, takeKey } from './key-hold.ts'
import { cloneDatabase, type TestDatabase } from './test/clone.ts'
import { until } from './test/until.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})

afterAll(() => database?.drop())

test('while servers hold the lock no rotation gets it; one that lost its connection checks whether the key is still right', async () => {
  const connection = { connectionString: database.url }
  let fault: Error | undefined
  let checks = 0
  let changes = 0
  const hold = () =>
    holdKey(connection, {
      async check() {
        checks++
        if (fault) throw fault
      },
      changed: () => changes++,
    })
  const holds = [await hold(), await hold()]
  expect(await takeKey(connection)).toBeUndefined()
  const cut = () =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 15009002
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(database.db)
  await cut()
  await until(() => checks === 2)
  expect([changes, await takeKey(connection)]).toEqual([0, undefined])
  fault = new ConfigError('another key')
  await cut()
  await until(() => changes === 2)
  for (const end of holds) await end()
  const release = await takeKey(connection)
  expect(release).toBeDefined()
  await release?.()
})
