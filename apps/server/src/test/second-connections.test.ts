import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from './clone.ts'
import { takesSecond, takesSecondLater } from './second-connection.ts'
import { takeSecondConnections } from './second-connections.ts'

test('a second connection in a transaction is found, one of another party or after the end is not', async () => {
  const { db, drop } = await cloneDatabase()
  await takesSecondLater(db)
  await db.transaction().execute(() => sql`SELECT`.execute(db))
  expect(takeSecondConnections()).toEqual([])
  for (const take of Object.values(takesSecond)) {
    await take(db)
    expect(takeSecondConnections()).toEqual([expect.stringContaining('test/second-connection.ts')])
  }
  await drop()
})
