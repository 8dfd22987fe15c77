import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from './clone.ts'
import { outside, takeSecondConnections } from './second-connections.ts'

test('a second connection in a transaction is found, one of another party or after the end is not', async () => {
  const { db, drop } = await cloneDatabase()
  const ask = () => sql`SELECT`.execute(db)
  let late: (() => Promise<unknown>) | undefined
  await db.transaction().execute(async (tx) => {
    await sql`SELECT`.execute(tx)
    await outside(ask)
    await new Promise<void>((resolve) => setTimeout(() => void ask().then(() => resolve())))
    late = ask
  })
  await late?.()
  expect(takeSecondConnections()).toEqual([])
  await db.transaction().execute(ask)
  await db.connection().execute(ask)
  expect(takeSecondConnections()).toEqual([expect.stringContaining(import.meta.filename)])
  await drop()
})
